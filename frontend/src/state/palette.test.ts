import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { palette, pause, type Command } from './palette.svelte';

const command = (id: string, label = id): Command => ({ id, label: () => label, run: () => {} });
const shown = () => palette.matches.map((one) => one.id);
let stops: (() => void)[] = [];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  stops.forEach((stop) => stop());
  stops = [];
  vi.useRealTimers();
});

it('searches passages once, when the typing pauses, and shows them below the commands', async () => {
  const asked: string[] = [];
  stops = [palette.add([command('add', 'Add files')]), palette.read(async (query) => (asked.push(query), [command(`passage ${query}`)]))];
  palette.show();
  for (const query of ['a', 'ad', 'add']) {
    void palette.search(query);
    await vi.advanceTimersByTimeAsync(pause - 50);
  }
  expect(asked).toEqual([]);
  expect(shown()).toEqual(['add']);
  expect(palette.searching).toBe(true);
  await vi.advanceTimersByTimeAsync(50);
  expect(asked).toEqual(['add']);
  expect(shown()).toEqual(['add', 'passage add']);
  expect(palette.searching).toBe(false);
});

it('drops the answer to an older query, and clears with the field', async () => {
  const answers: ((list: Command[]) => void)[] = [];
  stops = [palette.read(() => new Promise((done) => answers.push(done)))];
  palette.show();
  void palette.search('older');
  await vi.advanceTimersByTimeAsync(pause);
  void palette.search('newer');
  await vi.advanceTimersByTimeAsync(pause);
  answers[1]!([command('newer')]);
  answers[0]!([command('older')]);
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toEqual(['newer']);
  void palette.search('');
  expect(shown()).toEqual([]);
});

it('goes on without passages when the library cannot be searched', async () => {
  stops = [palette.add([command('add', 'Add files')]), palette.read(() => Promise.reject(new Error('broken')))];
  palette.show();
  void palette.search('add');
  await vi.advanceTimersByTimeAsync(pause);
  expect(shown()).toEqual(['add']);
  expect(palette.searching).toBe(false);
});
