import type { cite, report } from '../../backend';
import { bare, shortName } from '../../state/naming';
import { groups, lay, together, type Block as Laying, type Joint, type Line as Sentence, type Part as Laid } from '../../state/reading';

export { groups, shortName };

/** Place is what one chip of the report opens: a claim may be made in several places and rest on several pages. */
export interface Place {
  /** id is unique in the report: the sentence's place and the citation's number in its claim. */
  id: string;
  claim: cite.Claim;
  citation: Joint;
}

/** Quoted are rows of a table; places of its own say for a row where it stands, when several claims share the table. */
export interface Quoted {
  sheet: report.Sheet;
  rows: Map<number, Place>;
}

/** Line is a sentence with the rows of tables that it quotes. */
export type Line = Sentence<Place> & { sheets: Quoted[] };
export type Part = Laid<Line>;
type Block = Laying<Line>;

/** read lays a report out for reading: its parts in order, and every chip in the order in which the eye meets it. */
export function read(report: report.Report, tables: Record<string, report.Tabled> = {}): { parts: Part[]; places: Place[] } {
  const laid = lay(report, (id, sentence, claim): Line => {
    const table = claim ? tables[claim.id] : undefined;
    return {
      id,
      text: table ? table.lead : sentence.text,
      claim,
      places: (claim?.citations ?? []).map((citation, n) => ({ id: `${id}.${n}`, claim: claim!, citation })),
      sheets: (table?.sheets ?? []).map((sheet) => ({ sheet, rows: new Map() })),
    };
  });
  const parts = laid.map((part) => ({ ...part, blocks: tabled(part.blocks).map(chips) }));
  const met = (one: Line) => [...one.places, ...one.sheets.flatMap((quoted) => [...quoted.rows.values()])];
  return { parts, places: parts.flatMap((one) => one.blocks.flatMap((block) => block.lines.flatMap(met))) };
}

const chips = (block: Block): Block => ({ ...block, lines: block.lines.map((line) => ({ ...line, places: together(line.claim?.text || line.text, line.places) })) });

/** tabled makes one table of claims that follow one another and quote rows of the same one, each row with its own citation. */
function tabled(blocks: Block[]): Block[] {
  const out: Block[] = [];
  for (const block of blocks) {
    const into = out.at(-1)?.lines[0];
    const line = block.lines[0];
    if (into && line && out.at(-1)!.lines.length === 1 && block.lines.length === 1 && shared(into, line)) {
      if (!into.sheets[0]!.rows.size) own(into, into, 0);
      own(into, line, into.sheets[0]!.sheet.rows.length);
    } else out.push(block);
  }
  return out;
}

function shared(one: Line, other: Line): boolean {
  const [a, b] = [one.sheets[0]?.sheet, other.sheets[0]?.sheet];
  if (!a || !b || one.sheets.length > 1 || other.sheets.length > 1 || a.after || b.after) return false;
  const proven = one.claim?.verdict === 'supported' && other.claim?.verdict === 'supported';
  const rowed = one.claim !== other.claim && [one, other].every((line) => line.sheets[0]!.rows.size > 0 || line.places.some((place) => place.citation.table));
  return proven && rowed && one.text === other.text && a.lead === b.lead && a.head.join('\n') === b.head.join('\n') && lead(one) === lead(other);
}

/** lead says where the words before the rows stand. */
const lead = (line: Line) => JSON.stringify(line.places.flatMap(({ citation: { document, span, table } }) => (table ? [] : [[document, span.page, span.start, span.end]])));

/** own moves the citation of a line's rows to where they begin in the shared table, and adds the rows of another line. */
function own(into: Line, line: Line, at: number) {
  const quoted = into.sheets[0]!;
  const place = line.places.find((one) => one.citation.table)!;
  into.places = into.places.filter((one) => one !== place);
  if (line !== into) into.sheets = [{ sheet: { ...quoted.sheet, rows: [...quoted.sheet.rows, ...line.sheets[0]!.sheet.rows] }, rows: quoted.rows }];
  quoted.rows.set(at, place);
}

/** shortNames gives every document the name its chips show; two that would look alike get their folder, else a sign of their own. */
export function shortNames(places: Place[]): Map<string, string> {
  const names = new Map(places.map((place) => [place.citation.document, place.citation.name]));
  const alike = (write: (name: string) => string, name: string) => [...names.values()].filter((one) => write(one) === write(name)).length > 1;
  const seen = new Map<string, number>();
  return new Map(
    [...names].map(([document, name]) => {
      const short = !alike(shortName, name) ? shortName(name) : !alike(bare, name) ? bare(name) : name;
      const nth = (seen.get(short) ?? 0) + 1;
      seen.set(short, nth);
      return [document, nth > 1 ? `${short} (${nth})` : short];
    }),
  );
}
