import type { desk } from '../backend';
import { cureOf } from './cure';
import { called } from './naming';

type Document = desk.Document;

/** Column is what the library's table can be sorted by. */
export type Column = 'title' | 'pages' | 'status' | 'language' | 'refs' | 'cited' | 'added';
export interface Order {
  by: Column;
  down: boolean;
}

/** Standing is how a document stands: what a person has to know first. */
export type Standing = 'failed' | 'reading' | 'partly' | 'searchable' | 'ready';

/** standing says how a document stands. */
export function standing(one: Pick<Document, 'state' | 'unreadable'>): Standing {
  if (one.state === 'failed') return 'failed';
  if (one.state === 'queued' || one.state === 'extracting') return 'reading';
  if (one.unreadable > 0) return 'partly';
  return one.state === 'searchable' ? 'searchable' : 'ready';
}

/** recognising says whether the text of a document's scanned pages is being recognised: until that is done, no page is without text for good. */
export function recognising(one: Pick<Document, 'state' | 'unreadable' | 'reason' | 'trouble'>, adding: desk.Adding | null): boolean {
  if (!adding?.busy || !['partly', 'reading'].includes(standing(one))) return false;
  const cure = cureOf(one);
  return cure === 'waiting' || (adding.progress.phase === 'recognising' && cure !== 'unseen');
}

/** troubled says whether a person may want to do something about a document. */
export const troubled = (one: Document) => one.gone || ['failed', 'partly'].includes(standing(one));

export { bare, called } from './naming';

/** Fold is a collection with how many documents it has. */
export interface Fold {
  name: string;
  count: number;
}

/** folds lists the collections by name; documents of none are not among them. */
export function folds(documents: readonly Document[]): Fold[] {
  const counts = new Map<string, number>();
  for (const { collection } of documents) if (collection) counts.set(collection, (counts.get(collection) ?? 0) + 1);
  const names = new Intl.Collator(undefined, { numeric: true });
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => names.compare(a.name, b.name));
}

/** fitting keeps the documents in which every word of the query occurs; words gives what else a document answers to, such as its state. */
export function fitting(documents: readonly Document[], query: string, words: (one: Document) => string): readonly Document[] {
  const asked = plain(query).split(/\s+/).filter(Boolean);
  if (!asked.length) return documents;
  return documents.filter((one) => {
    const text = plain(`${one.title} ${one.name} ${one.author} ${one.collection} ${words(one)}`);
    return asked.every((word) => text.includes(word));
  });
}

// "ü" is found by "u" and by itself, capitals by small letters.
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const ranks: Record<Standing, number> = { failed: 0, partly: 1, reading: 2, searchable: 3, ready: 4 };
const orders = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** ordered returns the documents in an order; what is equal stays by title. */
export function ordered(documents: readonly Document[], { by, down }: Order): Document[] {
  const compare: Record<Column, (a: Document, b: Document) => number> = {
    title: () => 0,
    pages: (a, b) => a.pages - b.pages,
    status: (a, b) => ranks[standing(a)] - ranks[standing(b)],
    language: (a, b) => orders.compare(a.language, b.language),
    refs: (a, b) => a.refs_out + a.refs_in - (b.refs_out + b.refs_in),
    cited: (a, b) => a.cited - b.cited,
    added: (a, b) => (a.added_at < b.added_at ? -1 : a.added_at > b.added_at ? 1 : 0),
  };
  const sign = down ? -1 : 1;
  const named = documents.map((one) => ({ one, name: called(one) }));
  named.sort((a, b) => sign * (by === 'title' ? orders.compare(a.name, b.name) : compare[by](a.one, b.one)) || orders.compare(a.name, b.name));
  return named.map(({ one }) => one);
}
