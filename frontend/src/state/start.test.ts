import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { core, desk } from '../backend';
import { Start } from './start.svelte';
import { words } from './words.svelte';

const example = (language: string, n: number) => ({ question: `${language} ${n}`, language });
const offering = (examples: core.Example[]) => new Start({ Examples: async () => examples } as never);

beforeEach(() => void (words.chosen = 'de'));
afterEach(() => void (words.chosen = ''));

it('offers examples in the language of the interface, a few, until something is asked', async () => {
  const start = offering([1, 2, 3, 4, 5].flatMap((n) => [example('en', n), example('de', n)]));
  await start.suggest();
  expect(start.offers).toEqual(['de 1', 'de 2', 'de 3', 'de 4']);
  words.chosen = 'en';
  expect(start.offers).toEqual(['en 1', 'en 2', 'en 3', 'en 4']);
  start.question = 'Why?';
  expect(start.offers).toEqual([]);
});

it('offers examples in the language of the documents where there are none in that of the interface', async () => {
  const start = offering([example('en', 1)]);
  await start.suggest();
  expect(start.offers).toEqual(['en 1']);
});

it('offers nothing for what is not chosen any more, nor where the engine fails', async () => {
  let answer = (_: core.Example[]) => {};
  const start = new Start({ Examples: () => new Promise<core.Example[]>((resolve) => (answer = resolve)) } as never);
  const looked = start.suggest();
  start.documents = ['b.pdf'];
  answer([example('de', 1)]);
  await looked;
  expect(start.offers).toEqual([]);
  const broken = new Start({ Examples: () => Promise.reject(new Error('gone')) } as never);
  await broken.suggest();
  expect(broken.offers).toEqual([]);
});

it('waits, when a person is quicker, until the library was looked at, and asks as was chosen', async () => {
  vi.stubGlobal('window', globalThis);
  let answer = (_: desk.Document[]) => {};
  const asked: string[] = [];
  const ask = (how: string) => async (wish: { question: string }) => (asked.push(`${how} ${wish.question}`), { id: how });
  const engine = {
    Documents: () => new Promise<desk.Document[]>((resolve) => (answer = resolve)),
    Examples: async () => [],
    AttachedContext: async () => [],
    StartAsk: ask('ask'),
    StartResearch: ask('research'),
    StartExplore: ask('explore'),
  };
  for (const [kind, place, how] of [['quick', 'ask', 'ask'], ['report', 'run', 'research'], ['deep', 'explore', 'explore']] as const) {
    const start = new Start(engine as never);
    const stop = start.start();
    start.question = 'What does radon do?';
    start.kind = kind;
    const [first, second] = [start.send(), start.send()];
    expect(asked).toEqual([]);
    answer([{ name: 'a.pdf', passages: 3 } as desk.Document]);
    expect(await Promise.all([first, second])).toEqual([{ place, id: how }, null]);
    expect(asked.splice(0), 'pressed twice, asked once').toEqual([`${how} What does radon do?`]);
    stop();
  }
  vi.unstubAllGlobals();
});
