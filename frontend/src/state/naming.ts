import { createSubscriber } from 'svelte/reactivity';
import type { report } from '../backend';

const ending = /\.(pdf|md|markdown|txt|html?)$/i;

// The titles of the library's documents by the names of their files, and who is told when they change.
let titles: ReadonlyMap<string, string> = new Map();
let changed = () => {};
const subscribe = createSubscriber((update) => {
  changed = update;
});

/** bare is a source's name as it is shown everywhere: the title of a document of the library where it tells, else its file's name without the ending. A web address stays as it is. */
export function bare(name: string): string {
  subscribe();
  return titles.get(name) ?? stemmed(name);
}

const stemmed = (name: string) => (name.includes('://') ? name : name.replace(ending, ''));

/** shortName is a document's name as a chip shows it: without folder and ending, cut in the middle when long; a long title without its subtitle, cut at the end of a word; where the title had to be told by its file, that. */
export function shortName(name: string, most = 24): string {
  const file = files.get(name);
  if (file) return shortName(file, most);
  const short = ending.test(name) ? stemmed(name.replace(/^.*[\\/]/, '')) : name;
  const signs = [...short];
  if (signs.length <= most) return short;
  if (short === name) {
    const head = /^(.{8,}?)(?:: | [–—-] )/.exec(short)?.[1] ?? '';
    const title = /\p{L}{4}/u.test(head) ? head : short;
    if ([...title].length <= most + 4) return title;
    const words = /^.{8,}(?=[ ,;])/su.exec([...title].slice(0, most + 4).join(''))?.[0];
    if (words) return `${words.replace(/[ ,;]+$/, '')} …`;
  }
  const half = Math.floor((most - 1) / 2);
  return `${signs.slice(0, most - 1 - half).join('').trimEnd()}…${signs.slice(-half).join('').trimStart()}`;
}

// What programs write where a title belongs: their own name, the name of the file they had open, a form's number.
const empty = [
  /^(untitled|unbenannt|unknown|unbekannt|no title|ohne titel|title|titel|document|dokument|scan|scanned document|print|blank|report|form)[\s_-]*\d*$/i,
  /^(microsoft|ms) (word|excel|powerpoint|office)\b/i,
  /^(adobe )?(acrobat( distiller)?|indesign|illustrator|pagemaker)$|^(workiva|wdesk|latex|pdflatex|about:blank|print preview|powerpoint presentation|powerpoint-präsentation)$/i,
  /\.(docx?|dotx?|rtf|odt|indd|qxd|fm|tex|dvi|e?ps|pdf|xlsx?|pptx?|html?|txt|md|wpd|pub)$/i,
  /^(form )?\d+[\s-]?\p{L}{1,3}(\/a)?$/iu,
  /^(file|https?):|^[a-z]:\\/i,
];

/** telling says whether a file's title tells what it is. */
export function telling(title: string): boolean {
  const text = title.trim();
  return /\p{L}{3}|\p{Lo}/u.test(text) && !empty.some((sign) => sign.test(text));
}

type Named = { title: string; name: string };

const alike = (title: string) => title.trim().toLowerCase();

// Titles that several documents of the library have.
let shared: ReadonlySet<string> = new Set();

/** share takes in the documents of the library: a title that several of them have tells none of them apart. */
export function share(documents: readonly Named[]): void {
  const given = documents.map((one) => alike(one.title));
  const met = new Set<string>();
  shared = new Set(given.filter((title) => met.has(title) || !met.add(title)));
  titles = new Map(documents.map((one) => [one.name, called(one)]));
  changed();
}

/** called is what a document is called: its title where that tells what it is and no other document has it, else its file's name. */
export const called = (one: Named) => (telling(one.title) && !shared.has(alike(one.title)) ? one.title.trim() : stemmed(one.name));

// The files by the titles that had to be told by them: "ANNUAL REPORT (GS_2016)".
const files = new Map<string, string>();

/** titled calls the documents of a report by their titles, wherever it names them. */
export function titled(made: report.Report): report.Report {
  for (const [file, title] of Object.entries(made.titles ?? {})) if (title?.trim().endsWith(` (${stemmed(file)})`)) files.set(title.trim(), file);
  const name = (file: string) => (telling(made.titles?.[file] ?? '') ? made.titles![file]!.trim() : file);
  const unread = (list?: report.Unread[]) => list?.map((one) => ({ ...one, name: name(one.name) }));
  return {
    ...made,
    claims: made.claims.map((claim) => ({ ...claim, citations: claim.citations.map((one) => ({ ...one, name: name(one.name) })) })),
    evidence: made.evidence?.map((one) => ({ ...one, name: name(one.name) })),
    open: made.open?.map((one) => ({ ...one, from: name(one.from) })),
    sources: made.sources?.map((one) => ({ ...one, name: name(one.name) })),
    coverage: { ...made.coverage, unread: unread(made.coverage.unread), recognised: unread(made.coverage.recognised) },
  } as report.Report;
}
