import { t, type Fill, type Key } from './words.svelte';

/** Folio is a page: what is printed on it, if the file says so, and its place in the file. */
export interface Folio {
  page: number;
  label?: string | undefined;
}
type Say = (key: Key, values?: Fill) => string;

/** printed is how a page is cited: by what is printed on it, by its place where nothing is. */
export const printed = (one: Folio): string => one.label || String(one.page);

/** folio names a page where there is little room: "p. 2049". */
export const folio = (one: Folio, say: Say = t): string => numbered(ordered([one]), say);

/** folios names pages in full: "pp. 2049–2051 (PDF pp. 14–16)", the place in the file only where it is another number. */
export function folios(list: readonly Folio[], say: Say = t): string {
  const pages = ordered(list);
  const [front, others] = [true, false].map((plain) => pages.filter((one) => (printed(one) === String(one.page)) === plain)) as [Folio[], Folio[]];
  if (front.length && others.length) return `${folios(others, say)}, ${places(front.map((one) => one.page), say)}`; // its number may be printed on another page, too
  const cited = numbered(pages, say);
  return pages.some((one) => printed(one) !== String(one.page)) ? `${cited} (${places(pages.map((one) => one.page), say)})` : cited;
}

/** places names pages by their place in the file, where what is printed on them is not known: "PDF pp. 14–16". */
export const places = (pages: readonly number[], say: Say = t): string => say('ui.inPdf', { pages: numbered(ordered(pages.map((page) => ({ page }))), say) });

const numbered = (pages: Folio[], say: Say) => (pages.length ? say(pages.length > 1 ? 'ui.pages' : 'ui.page', { page: ranges(pages) }) : '');

function ordered(list: readonly Folio[]): Folio[] {
  const known = new Map(list.filter((one) => one.page > 0).flatMap(each).map((one) => [one.page, one]));
  return [...known.values()].sort((a, b) => a.page - b.page);
}

/** each returns the two pages that a quote over both is called by, "24–25", else the page alone. */
function each(one: Folio): Folio[] {
  const [from, to] = /^(\d+)–(\d+)$/.exec(one.label ?? '')?.slice(1) ?? [];
  return from && Number(to) === Number(from) + 1 ? [{ page: one.page, label: from }, { page: one.page + 1, label: to }] : [one];
}

function ranges(pages: Folio[]): string {
  const runs: [Folio, Folio][] = [];
  for (const one of pages) {
    const last = runs.at(-1);
    if (last && follows(last[1], one)) last[1] = one;
    else runs.push([one, one]);
  }
  return runs.map(([from, to]) => (from === to ? printed(from) : `${printed(from)}–${printed(to)}`)).join(', ');
}

/** follows says whether b is the next page after a, in the file and in print. */
function follows(a: Folio, b: Folio): boolean {
  const [m, n] = [a, b].map((one) => (/^\d+$/.test(printed(one)) ? Number(printed(one)) : NaN)) as [number, number];
  return b.page === a.page + 1 && (Number.isNaN(m) ? Number.isNaN(n) : n === m + 1);
}
