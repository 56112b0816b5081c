import type { cite, report } from '../../backend';

/** Place is one citation where it stands in the report: a claim may be made in several places and rest on several passages. */
export interface Place {
  /** id is unique in the report: the sentence's place and the citation's number in its claim. */
  id: string;
  claim: cite.Claim;
  citation: cite.Citation;
}

/** Line is a sentence with what it rests on. */
export interface Line {
  id: string;
  text: string;
  claim: cite.Claim | null;
  places: Place[];
}

/** Block is a paragraph or a list item. */
export interface Block {
  item: boolean;
  lines: Line[];
}

/** Part is the answer or a section. */
export interface Part {
  id: string;
  title: string;
  blocks: Block[];
}

/** read lays a report out for reading: its parts in order, and every citation in the order in which the eye meets it. */
export function read(report: report.Report): { parts: Part[]; places: Place[] } {
  const claims = new Map(report.claims.map((claim) => [claim.id, claim]));
  const places: Place[] = [];
  const part = (id: string, title: string, blocks: report.Block[]): Part => ({
    id,
    title,
    blocks: blocks.map((block, b) => ({
      item: block.item ?? false,
      lines: block.sentences.map((sentence, s) => {
        const claim = claims.get(sentence.claim ?? '') ?? null;
        const line = `${id}.${b}.${s}`;
        const own = (claim?.citations ?? []).map((citation, n) => ({ id: `${line}.${n}`, claim: claim!, citation }));
        places.push(...own);
        return { id: line, text: sentence.text, claim, places: own };
      }),
    })),
  });
  const parts = [part('answer', '', report.answer), ...report.sections.map((section, n) => part(`s${n}`, section.title, section.blocks))];
  return { parts, places };
}

/** groups joins the items that follow one another into lists. */
export function groups(blocks: Block[]): { list: boolean; blocks: Block[] }[] {
  const out: { list: boolean; blocks: Block[] }[] = [];
  for (const block of blocks) {
    const last = out.at(-1);
    if (last && last.list && block.item) last.blocks.push(block);
    else out.push({ list: block.item, blocks: [block] });
  }
  return out;
}

/** shortName is a document's name as a chip shows it: without folder and ending, cut in the middle when long. */
export function shortName(name: string, most = 24): string {
  const bare = name.replace(/^.*[\\/]/, '').replace(/\.(pdf|md|txt|html?)$/i, '');
  const signs = [...bare];
  if (signs.length <= most) return bare;
  const half = Math.floor((most - 1) / 2);
  return `${signs.slice(0, most - 1 - half).join('').trimEnd()}…${signs.slice(-half).join('').trimStart()}`;
}

/** pageOf is the page as it is printed, else its number. */
export const pageOf = (citation: cite.Citation) => citation.label || String(citation.page);
