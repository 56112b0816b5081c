import type { Line, Part, Place } from './citations';
import { pageOf } from './citations';

/** Cited is text to copy, plain and as HTML, every sentence followed by where it stands. */
export interface Cited {
  text: string;
  html: string;
}

/** cited writes parts of a report for another document; page says "p. 77" in the report's language. */
export function cited(parts: Part[], page: (label: string) => string): Cited {
  const text: string[] = [];
  const html: string[] = [];
  for (const part of parts) {
    if (part.title) {
      text.push(part.title);
      html.push(`<h2>${escape(part.title)}</h2>`);
    }
    for (const block of part.blocks) {
      const line = block.lines.map((one) => sentence(one, page)).join(' ');
      text.push(block.item ? `- ${line}` : line);
      html.push(block.item ? `<ul><li>${escape(line)}</li></ul>` : `<p>${escape(line)}</p>`);
    }
  }
  return { text: text.join('\n\n').replace(/\n\n- /g, '\n- '), html: html.join('\n').replace(/<\/ul>\n<ul>/g, '\n') };
}

function sentence(line: Line, page: (label: string) => string): string {
  const sources = [...new Set(line.places.map((place) => source(place, page)))];
  return sources.length ? `${line.text} (${sources.join('; ')})` : line.text;
}

/** source names the page a citation points to: "StrlSchG.pdf, p. 77". */
export function source(place: Place, page: (label: string) => string): string {
  return `${place.citation.name}, ${page(pageOf(place.citation))}`;
}

/** escape makes any text safe to stand in HTML. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
