import type { cite, report } from '../backend';
import { printed } from './folio';
import { met, once, quoted, type Tabled } from './tables';

/** Line is a sentence with the claim it makes, and the places of its citations. */
export interface Line<P> {
  /** id is unique in the report: its part, block and place. */
  id: string;
  text: string;
  claim: cite.Claim | null;
  places: P[];
}

/** Block is a paragraph or a list item. */
export interface Block<L> {
  item: boolean;
  lines: L[];
  /** Whether it is the one sentence, proved, that the answer begins with in bold. */
  lead?: boolean;
}

/** Part is the answer or a section. */
export interface Part<L> {
  id: string;
  title: string;
  blocks: Block<L>[];
  /** Whether it says where documents contradict each other. */
  contrary?: boolean;
}

/** Joint is what one chip opens: a citation with all that its sentence quotes on the same page, and where a quote goes on on the next; its span is the one that says most of the sentence. */
export type Joint = cite.Citation & { also?: cite.Citation['span'][] };

/** whole makes one citation of a quote that is torn at the end of a page, called by both pages, as Whole in backend/cite does; its span is that on the first, what is on the next is marked too. */
export function whole(list: readonly cite.Citation[]): Joint[] {
  const out: Joint[] = [];
  for (const one of list) {
    const last = out.at(-1);
    if (last?.torn && one.page === last.page + 1 && one.document === last.document && one.evidence === last.evidence) {
      const quote = /\p{L}[-‐]$/u.test(last.quote) && /^\p{Ll}/u.test(one.quote) ? last.quote.slice(0, -1) + one.quote : `${last.quote} ${one.quote}`;
      out[out.length - 1] = { ...last, quote, label: `${printed(last)}–${printed(one)}`, torn: false, also: [...(last.also ?? []), one.span] };
    } else out.push(one);
  }
  return out;
}

/** together makes one place of those of a sentence that a reader cannot tell apart: those on the same page of the same source. */
export function together<P extends { citation: Joint }>(text: string, places: readonly P[]): P[] {
  const pages = new Map<string, P[]>();
  for (const one of places) {
    const page = `${one.citation.document} ${one.citation.page}`;
    pages.set(page, [...(pages.get(page) ?? []), one]);
  }
  return [...pages.values()].map((all) => (all.length > 1 ? { ...all[0]!, citation: joint(text, all.map((one) => one.citation)) } : all[0]!));
}

function joint(text: string, all: Joint[]): Joint {
  const said = new Set(terms(text));
  const shares = all.map(({ quote }) => new Set(terms(quote).filter((word) => said.has(word))).size);
  const most = all[shares.indexOf(Math.max(...shares))]!;
  const others = all.flatMap((one) => [...(one === most ? [] : [one.span]), ...(one.also ?? [])]);
  return { ...most, quote: [...new Set(all.map((one) => one.quote))].join(' […] '), also: others };
}

/** terms are the words of a text that may tell what it is about: figures, and words that are not short. */
const terms = (text: string) => (text.toLowerCase().match(/[\p{L}\p{N}]+(?:[.,]\d+)*/gu) ?? []).filter((word) => word.length > 3 || /\d|[^\x00-\u024f]/.test(word));

/** longestLead is how many characters the sentence has at most that an answer begins with in bold: more of it nobody reads. */
const longestLead = 320;

/** leads reports whether a reader may take the first sentence for the answer: as Lead in backend/report does. */
export function leads({ verdict, answer, claims }: report.Report): boolean {
  const first = answer[0]?.sentences[0];
  const claim = claims.find((one) => one.id === first?.claim);
  if (!first || !claim || (verdict !== 'answered' && verdict !== 'partly')) return false;
  const settled = claim.verdict === 'supported' && !claim.against?.length && !claim.citations.some((one) => one.table);
  return settled && [...first.text].length <= longestLead && !first.text.trimEnd().endsWith(':');
}

/** led sets the leading sentence of an answer apart from what follows it. */
function led<L>([first, ...rest]: Block<L>[]): Block<L>[] {
  const [lead, ...lines] = first!.lines;
  return [{ item: false, lines: [lead!], lead: true }, ...(lines.length ? [{ item: first!.item, lines }] : []), ...rest];
}

/** lay takes a report apart for reading, the answer first, then the sections; line makes what is shown of a sentence. */
export function lay<L>(report: report.Report, line: (id: string, sentence: report.Sentence, claim: cite.Claim | null) => L): Part<L>[] {
  const claims = new Map(report.claims.map((claim) => [claim.id, claim]));
  const part = (id: string, title: string, blocks: report.Block[] | null): Part<L> => ({
    id,
    title,
    blocks: (blocks ?? []).map((block, b) => ({ item: block.item ?? false, lines: block.sentences.map((one, s) => line(`${id}.${b}.${s}`, one, claims.get(one.claim ?? '') ?? null)) })),
  });
  const answer = part('answer', '', report.answer);
  if (leads(report)) answer.blocks = led(answer.blocks);
  return [answer, ...(report.sections ?? []).map((section, n) => ({ ...part(`s${n}`, section.title, section.blocks), contrary: section.contrary }))];
}

/** groups joins the items that follow one another into lists. */
export function groups<L>(blocks: Block<L>[]): { list: boolean; blocks: Block<L>[] }[] {
  const out: { list: boolean; blocks: Block<L>[] }[] = [];
  for (const block of blocks) {
    const last = out.at(-1);
    if (last?.list && block.item) last.blocks.push(block);
    else out.push({ list: block.item, blocks: [block] });
  }
  return out;
}

/** Place is what one chip of an answer opens, under the number of its source. */
export interface Place {
  id: string;
  number: number;
  citation: Joint;
}

/** read lays an answer out: its parts, and every chip in the order in which the eye meets it. tables are the claims that quote rows of a table, by ID. */
export function read(answer: report.Report, tables: Record<string, report.Tabled> = {}) {
  const numbers = new Map((answer.sources ?? []).map((source) => [source.document, source.number]));
  const laid = lay(answer, (id, { text }, claim): Tabled<Place> => ({
    id,
    text: tables[claim?.id ?? '']?.lead ?? text,
    claim,
    places: whole(claim?.citations ?? []).map((citation, n) => ({ id: `${id}.${n}`, number: numbers.get(citation.document) ?? 0, citation })),
    sheets: quoted(tables[claim?.id ?? '']),
  }));
  const chips = (line: Tabled<Place>) => ({ ...line, places: together(line.claim?.text || line.text, line.places) });
  const parts = laid.map((part) => ({ ...part, blocks: once(part.blocks).map((block) => ({ ...block, lines: block.lines.map(chips) })) }));
  return {
    parts: parts.filter((one) => one.blocks.length).map(({ title, blocks }) => ({ title, groups: groups(blocks) })),
    places: parts.flatMap((one) => one.blocks.flatMap((block) => block.lines.flatMap(met))),
  };
}

/** parted takes the heading, or the beginning of it, off a quote that it was put in front of: it is set above it, small. */
export function parted(text: string, section = ''): [string, string] {
  const whole = section.trim();
  if (whole && (text === whole || text.startsWith(`${whole}: `))) return [whole, text.slice(whole.length + 2)];
  const at = `${text} `.indexOf(': ');
  const head = text.slice(0, Math.max(at, 0));
  const begun = head.replace(/[ …]+$/, '');
  return begun && whole.startsWith(begun) && (head.endsWith('…') || /^([ :]|$)/.test(whole.slice(begun.length))) ? [head, text.slice(at + 2)] : ['', text];
}

/** pieces parts a text from marks that look like citations and are its source's own. */
export const pieces = (text: string) => text.split(/(\[\d+(?:\s?[,–-]\s?\d+)*\])/).map((piece, i) => ({ text: piece, foreign: i % 2 === 1 }));
