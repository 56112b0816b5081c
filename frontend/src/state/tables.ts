import type { report } from '../backend';
import type { Block, Joint, Line } from './reading';

type Cites = { citation: Joint };

/** Quoted are rows of a table; places of its own say for a row where it stands, when several claims share the table. */
export interface Quoted<P> {
  sheet: report.Sheet;
  rows: Map<number, P>;
}

/** Tabled is a sentence with the rows of tables that it quotes. */
export type Tabled<P> = Line<P> & { sheets: Quoted<P>[] };

/** quoted are the tables that a claim quotes, before another shares them. */
export const quoted = <P>(table?: report.Tabled): Quoted<P>[] => (table?.sheets ?? []).map((sheet) => ({ sheet, rows: new Map() }));

/** met are all chips of a sentence, those of its rows last. */
export const met = <P>(one: Tabled<P>): P[] => [...one.places, ...one.sheets.flatMap((each) => [...each.rows.values()])];

/** once makes one table of the claims of a part that quote rows of the same one, each row with its own citation. */
export function once<P extends Cites>(blocks: Block<Tabled<P>>[]): Block<Tabled<P>>[] {
  const out: Block<Tabled<P>>[] = [];
  for (const block of blocks) {
    const line = block.lines[0];
    const into = line && block.lines.length === 1 && out.find((one) => one.lines.length === 1 && shared(one.lines[0]!, line))?.lines[0];
    if (into) {
      if (!into.sheets[0]!.rows.size) own(into, into, 0);
      own(into, line, into.sheets[0]!.sheet.rows.length);
    } else out.push(block);
  }
  return out;
}

function shared<P extends Cites>(one: Tabled<P>, other: Tabled<P>): boolean {
  const [a, b] = [one.sheets[0]?.sheet, other.sheets[0]?.sheet];
  if (!a || !b || one.sheets.length > 1 || other.sheets.length > 1 || a.after || b.after) return false;
  const proven = one.claim?.verdict === 'supported' && other.claim?.verdict === 'supported';
  const rowed = one.claim !== other.claim && [one, other].every((line) => line.sheets[0]!.rows.size > 0 || line.places.some((place) => place.citation.table));
  return proven && rowed && one.text === other.text && a.lead === b.lead && a.head.join('\n') === b.head.join('\n') && lead(one) === lead(other);
}

/** lead says where the words before the rows stand. */
const lead = <P extends Cites>(line: Tabled<P>) => JSON.stringify(line.places.flatMap(({ citation: { document, span, table } }) => (table ? [] : [[document, span.page, span.start, span.end]])));

/** own moves the citation of a line's rows to where they begin in the shared table, and adds the rows of another line. */
function own<P extends Cites>(into: Tabled<P>, line: Tabled<P>, at: number) {
  const quoted = into.sheets[0]!;
  const place = line.places.find((one) => one.citation.table)!;
  into.places = into.places.filter((one) => one !== place);
  if (line !== into) into.sheets = [{ sheet: { ...quoted.sheet, rows: [...quoted.sheet.rows, ...line.sheets[0]!.sheet.rows] }, rows: quoted.rows }];
  quoted.rows.set(at, place);
}
