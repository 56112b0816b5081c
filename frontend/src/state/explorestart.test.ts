import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { desk } from '../backend';
import { ExploreStart } from './explorestart.svelte';

beforeEach(() => void vi.stubGlobal('window', globalThis));
afterEach(() => void vi.unstubAllGlobals());

it('waits, when a person is quicker, until the library was looked at', async () => {
  let answer = (_: desk.Document[]) => {};
  const asked: string[] = [];
  const engine = {
    Documents: () => new Promise<desk.Document[]>((resolve) => (answer = resolve)),
    AttachedContext: async () => [],
    StartExplore: async ({ question }: { question: string }) => (asked.push(question), { id: 'run' }),
  };
  const start = new ExploreStart(engine as never);
  const stop = start.start();
  start.question = 'What does radon do?';
  const [first, second] = [start.send(), start.send()];
  expect(asked).toEqual([]);
  answer([{ name: 'a.pdf', passages: 3 } as desk.Document]);
  expect(await Promise.all([first, second])).toEqual(['run', null]);
  expect(asked, 'pressed twice, asked once').toEqual(['What does radon do?']);
  stop();
});
