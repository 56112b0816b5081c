/** Place is a screen of the application. */
export type Place = 'library' | 'start' | 'explore' | 'ask' | 'discover' | 'run' | 'report' | 'history' | 'settings' | 'doc';

/** Route is a place, the run, report or document it shows, and what the address adds to it (?claim=c3). */
export interface Route {
  place: Place;
  id: string;
  query: Record<string, string>;
}

const words: Record<string, Place> = {
  library: 'library',
  new: 'start',
  explore: 'explore',
  ask: 'ask',
  discover: 'discover',
  run: 'run',
  report: 'report',
  history: 'history',
  settings: 'settings',
  doc: 'doc',
};
const needsId = new Set<Place>(['run', 'report', 'doc']);
const takesId = new Set<Place>([...needsId, 'ask', 'explore', 'discover']);

/** parse reads a hash like "#/report/r1?claim=c3"; what it does not know leads to a new question. */
export function parse(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#/, '').split('?', 2);
  const [word = '', ...rest] = path.replace(/^\//, '').split('/');
  const place = Object.hasOwn(words, word) ? words[word]! : 'start';
  const id = decode(rest.join('/'));
  if (needsId.has(place) && id === '') return { place: 'start', id: '', query: {} };
  const query = Object.fromEntries(new URLSearchParams(search));
  if (place === 'explore' && id === '') return { place: 'start', id, query: { kind: 'deep', ...query } };
  return { place, id: takesId.has(place) ? id : '', query };
}

/** href writes the address of a place; parse reads it back. */
export function href(place: Place, id = '', query: Record<string, string> = {}): string {
  const word = Object.keys(words).find((key) => words[key] === place)!;
  const search = new URLSearchParams(query).toString();
  return `#/${word}${id ? `/${encodeURIComponent(id)}` : ''}${search ? `?${search}` : ''}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
