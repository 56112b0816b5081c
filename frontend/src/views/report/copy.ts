import type { Line, Part, Place } from './citations';
import { folios } from '../../state/folio';
import type { Said } from '../../state/said';

/** Cited is text to copy, plain and as HTML, every sentence followed by where it stands. */
export interface Cited {
  text: string;
  html: string;
}

/** cited writes parts of a report for another document; say speaks the report's language. */
export function cited(parts: Part[], say: Said): Cited {
  const text: string[] = [];
  const html: string[] = [];
  for (const part of parts) {
    if (part.title) {
      text.push(part.title);
      html.push(`<h2>${escape(part.title)}</h2>`);
    }
    for (const block of part.blocks) {
      const line = block.lines.map((one) => sentence(one, say)).join(' ');
      const rows = block.lines.flatMap((one) => one.sheets.map(({ sheet }) => [...(sheet.head.some(Boolean) ? [sheet.head] : []), ...sheet.rows]));
      text.push([block.item ? `- ${line}` : line, ...rows.map((table) => table.map((row) => row.join('\t')).join('\n'))].join('\n'));
      const inside = escape(line) + rows.map((table) => `<table>${table.map((row) => `<tr>${row.map((cell) => `<td>${escape(cell)}</td>`).join('')}</tr>`).join('')}</table>`).join('');
      html.push(block.item ? `<ul><li>${inside}</li></ul>` : rows.length ? `<div>${inside}</div>` : `<p>${inside}</p>`);
    }
  }
  return { text: text.join('\n\n').replace(/\n\n- /g, '\n- '), html: html.join('\n').replace(/<\/ul>\n<ul>/g, '\n') };
}

function sentence(line: Line, say: Said): string {
  const places = [...line.places, ...line.sheets.flatMap((quoted) => [...quoted.rows.values()])];
  const sources = [...new Set(places.map((place) => source(place, say)))];
  return sources.length ? `${line.text} (${sources.join('; ')})` : line.text;
}

/** source names the page a citation points to: "StrlSchG.pdf, p. 77". */
export function source(place: Place, say: Said): string {
  return `${place.citation.name}, ${folios([place.citation], say)}`;
}

/** escape makes any text safe to stand in HTML. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** only keeps the sentences that a person marked; parts without one fall away. */
export function only(parts: Part[], marked: ReadonlySet<string>): Part[] {
  return parts.flatMap((part) => {
    const blocks = part.blocks.flatMap((block) => {
      const lines = block.lines.filter((line) => marked.has(line.id));
      return lines.length ? [{ ...block, lines }] : [];
    });
    return blocks.length ? [{ ...part, blocks }] : [];
  });
}
