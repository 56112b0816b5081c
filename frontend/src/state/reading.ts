import type { cite, report } from '../backend';

/** Place is one citation where it stands in the answer, under the number of its source. */
export interface Place {
  id: string;
  number: number;
  citation: cite.Citation;
  source: report.Source | null;
}

/** Line is a sentence of the answer with what it rests on. */
export interface Line {
  id: string;
  text: string;
  claim: cite.Claim | null;
  places: Place[];
}

/** Part is a list of paragraphs, or of items, under a title or none. */
export interface Part {
  title: string;
  groups: { list: boolean; blocks: Line[][] }[];
}

/** read lays an answer out for reading: its parts, and every citation in the order in which the eye meets it. */
export function read(answer: report.Report): { parts: Part[]; places: Place[] } {
  const claims = new Map(answer.claims.map((claim) => [claim.id, claim]));
  const sources = new Map((answer.sources ?? []).map((source) => [source.document, source]));
  const places: Place[] = [];
  const line = (id: string, sentence: report.Sentence): Line => {
    const claim = claims.get(sentence.claim ?? '') ?? null;
    const cited = (claim?.citations ?? []).map((citation, n): Place => {
      const source = sources.get(citation.document) ?? null;
      return { id: `${id}.${n}`, number: source?.number ?? 0, citation, source };
    });
    places.push(...cited);
    return { id, text: sentence.text, claim, places: cited };
  };
  const part = (id: string, title: string, blocks: report.Block[] | null): Part => {
    const groups: Part['groups'] = [];
    (blocks ?? []).forEach((block, b) => {
      const lines = block.sentences.map((sentence, s) => line(`${id}.${b}.${s}`, sentence));
      const last = groups.at(-1);
      if (last?.list && block.item) last.blocks.push(lines);
      else groups.push({ list: block.item ?? false, blocks: [lines] });
    });
    return { title, groups };
  };
  const parts = [part('a', '', answer.answer), ...(answer.sections ?? []).map((section, n) => part(`s${n}`, section.title, section.blocks))];
  return { parts: parts.filter((one) => one.groups.length), places };
}

/** pieces parts a text from marks that look like citations and are its source's own. */
export const pieces = (text: string) => text.split(/(\[\d+(?:\s?[,–-]\s?\d+)*\])/).map((piece, i) => ({ text: piece, foreign: i % 2 === 1 }));
