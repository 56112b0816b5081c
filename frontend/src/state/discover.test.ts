import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { core, desk } from '../backend';
import type { Event, Take } from '../backend/events';
import { DiscoverRun } from './discover.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const event = (kind: string, data: unknown = {}, seq = 0): Event => ({ seq, run: 'r', kind, at: '', data });
const card = (id: string, title = id) => ({ id, title, caption: '', kind: 'topic', places: [{ document: 'h', name: 'a.pdf', page: 2, quote: 'Words that are cut …', passage: 'p' }] });

/** follow starts a discovery over an engine that answers with what stands at the moment. */
async function follow(first: Partial<desk.Discovery>) {
  let now = { seq: 0, summary: '', proved: false, inquiry: 'r/research-2', cards: [], children: [], warnings: [], web: 'open', hosts: ['a.example'], run: { status: 'running', live: true }, ...first } as unknown as desk.Discovery;
  const tells = new Map<string, Take>();
  const started: core.Discover[] = [];
  const sought: string[] = [];
  const engine = {
    Discovered: async () => now,
    Trail: async () => ({ nodes: [] }),
    Report: async () => ({ claims: [] }),
    ReportTables: async () => [],
    StartDiscover: async (wish: core.Discover) => (started.push(wish), { id: 'child' }),
    FindQuote: async (_: string, page: number, quote: string) => (sought.push(quote), { page, start: 3, end: 9 }),
  };
  const told = { follow: (run: string, _: number, take: Take) => (tells.set(run, take), () => {}), watch: () => () => {} };
  const run = new DiscoverRun('r', engine as never, told as never, { connected: () => true, onConnection: () => () => {} } as never);
  const stop = run.start();
  const settle = () => vi.advanceTimersByTimeAsync(1000);
  await settle();
  const tell = (of: string) => (...batch: Event[]) => tells.get(of)!(batch);
  return { run, stop, settle, started, sought, here: tell('r'), inside: tell('r/research-2'), stand: (next: object) => (now = { ...now, ...next } as desk.Discovery) };
}

it('shows cards as they are told, each once, and in the end those of the run alone', async () => {
  const { run, here, stand, settle } = await follow({});
  expect(run.cards).toEqual([]);
  here(event('discover.headline', card('C1'), 1), event('discover.headline', card('C2'), 2), event('discover.headline', card('C1', 'Again'), 3));
  expect(run.cards.map((one) => `${one.id} ${one.title}`)).toEqual(['C2 C2', 'C1 Again']);
  // After a power cut the node begins anew.
  here(event('node.started', {}, 4), event('discover.headline', card('C1'), 5));
  expect(run.cards.map((one) => one.id)).toEqual(['C1']);
  stand({ seq: 6, proved: true, run: { status: 'finished', live: false } });
  here(event('run.finished', {}, 6));
  await settle();
  expect(run.cards, 'a run without cards has none').toEqual([]);
});

it('hears what its research does, finds and writes', async () => {
  const { run, inside } = await follow({});
  inside(event('answer.progress', { phase: 'reading', message: 'Reading two sources.' }, 1), event('answer.kept', { id: 'E1', extract: 'one' }, 2), event('answer.kept', { id: 'E2', extract: 'two' }, 3));
  inside(event('answer.searched', { query: 'radon', sent: true }, 4), event('answer.token', { text: 'The level ', reset: true }), event('answer.token', { text: 'is 300' }));
  expect(run.progress?.message).toBe('Reading two sources.');
  expect([run.glimpse?.extract, run.found, run.draft]).toEqual(['two', 2, 'The level is 300']);
  expect(run.searched).toEqual([{ query: 'radon', sent: true }]);
});

it('goes into a card in the same places, asks anew before anything leaves, and goes back to where a card led before', async () => {
  const { run, started } = await follow({ cards: [card('C1'), card('C2')] as never, children: [{ run: 'before', card: 'C2', query: '' }] });
  expect(await run.deeper(run.cards[1]!)).toBe('before');
  expect(started).toEqual([]);
  expect(await run.deeper(run.cards[0]!)).toBe('child');
  expect(started).toMatchObject([{ from: 'r', card: 'C1', source: 'card', web: 'open', hosts: ['a.example'], consented: false }]);
});

it('opens the passages of a card where their words stand, without the mark that says they are cut', async () => {
  const { run, sought } = await follow({ cards: [card('C1')] as never });
  expect(await run.cited(run.cards[0]!.places)).toMatchObject([{ document: 'h', page: 2, span: { page: 2, start: 3, end: 9 } }]);
  expect(sought).toEqual(['Words that are cut']);
});
