import { backend, type desk } from '../backend';
import { excerpt } from './excerpt';
import { folio } from './folio';
import { score } from './fuzzy';
import type { Command } from './palette.svelte';
import { share } from './naming';
import { answers, discovers, explores, placeOf } from './past';
import { router } from './router.svelte';
import { bare, called } from './shelf';
import { t } from './words.svelte';

const most = 8;
const fresh = 10_000;

/** Kept asks for a list at most every ten seconds: the palette asks with every letter. */
class Kept<T> {
  private list: Promise<T[]> | null = null;
  private at = 0;
  constructor(private ask: () => Promise<T[]>) {}

  get(): Promise<T[]> {
    if (!this.list || Date.now() - this.at > fresh) {
      this.at = Date.now();
      this.list = this.ask();
      this.list.catch(() => (this.list = null));
    }
    return this.list;
  }
}

const documents = new Kept<desk.Document>(async () => {
  const all = await backend.Documents();
  share(all);
  return all;
});
const runs = new Kept<desk.Run>(() => backend.Runs());

/** lookUp finds documents by title or name, and runs by their question, for the palette. */
export async function lookUp(query: string): Promise<Command[]> {
  const [shelf, past] = await Promise.all([documents.get(), runs.get()]);
  return [
    ...best(query, past, (run) => run.title).map((run) => ({
      id: `run ${run.id}`,
      label: () => run.title,
      hint: () => t(answers(run) ? 'ask.openTalk' : discovers(run) ? 'discover.openCards' : run.status === 'finished' ? 'history.openReport' : explores(run) ? 'explore.openTree' : 'history.openRun'),
      run: () => router.go(placeOf(run), run.id),
    })),
    ...best(query, shelf.filter((one) => one.pages > 0), (one) => `${called(one)} ${one.name}`).map((one) => ({
      id: `document ${one.hash}`,
      label: () => called(one),
      hint: () => one.name,
      run: () => router.go('doc', one.hash),
    })),
  ];
}

/** lookInside finds passages of the library by words and meaning, for the palette; each opens where it stands. */
export async function lookInside(query: string): Promise<Command[]> {
  const hits = await backend.Search(query, [], [], most);
  return hits.map((hit) => ({
    id: `passage ${hit.hash} ${hit.passage}`,
    label: () => [bare(hit.document), folio({ page: hit.page, label: hit.page_label }), hit.section].filter(Boolean).join(' · '),
    excerpt: excerpt(hit.text, hit.words),
    run: () => router.go('doc', hit.hash, { page: String(hit.page), span: `${hit.span.start}-${hit.span.end}` }),
  }));
}

// Letters strewn over a long title say nothing: what is typed stands there as it is.
const whole = 200;

/** best keeps what fits a query best. */
function best<T>(query: string, list: readonly T[], text: (one: T) => string): T[] {
  return list
    .map((one) => ({ one, points: score(query, text(one)) }))
    .filter(({ points }) => points > whole)
    .sort((a, b) => b.points - a.points)
    .slice(0, most)
    .map(({ one }) => one);
}
