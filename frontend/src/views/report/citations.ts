import type { cite, report } from '../../backend';
import { bare, shortName } from '../../state/naming';
import { groups, lay, together, whole, type Block as Laying, type Joint, type Part as Laid } from '../../state/reading';
import { met, once, quoted, type Tabled } from '../../state/tables';

export { groups, shortName };

/** Place is what one chip of the report opens: a claim may be made in several places and rest on several pages. */
export interface Place {
  /** id is unique in the report: the sentence's place and the citation's number in its claim. */
  id: string;
  claim: cite.Claim;
  citation: Joint;
}

/** Line is a sentence with the rows of tables that it quotes. */
export type Line = Tabled<Place>;
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
      places: whole(claim?.citations ?? []).map((citation, n) => ({ id: `${id}.${n}`, claim: claim!, citation })),
      sheets: quoted(table),
    };
  });
  const parts = laid.map((part) => ({ ...part, blocks: once(part.blocks).map(chips) }));
  return { parts, places: parts.flatMap((one) => one.blocks.flatMap((block) => block.lines.flatMap(met))) };
}

const chips = (block: Block): Block => ({ ...block, lines: block.lines.map((line) => ({ ...line, places: together(line.claim?.text || line.text, line.places) })) });

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
