import { expect, it, vi } from 'vitest';
const world = vi.hoisted(() => ({ connected: true }));
vi.mock('./backend', () => ({ connected: () => world.connected }));
import { Screens } from './screens.svelte';

const places = ['library', 'start', 'explore', 'ask', 'discover', 'run', 'report', 'history', 'settings', 'doc'] as const;
/** fetches pretends the code of every place; what is in missing is not there to be fetched. */
function fetches(missing = new Set<string>()) {
  const calls: string[] = [];
  const one = (place: string) => () => (calls.push(place), missing.has(place) ? Promise.reject(new Error('no such file')) : Promise.resolve({ default: (() => place) as never }));
  return { calls, of: Object.fromEntries(places.map((place) => [place, one(place)])) as unknown as ConstructorParameters<typeof Screens>[0] };
}

it('fetches a screen once, and then has it at once', async () => {
  const { calls, of } = fetches();
  const screens = new Screens(of);
  expect(screens.of('report')).toBeUndefined();
  await screens.bring('report');
  expect(screens.of('report')).toBeTypeOf('function');
  expect(screens.bring('report')).toBeNull();
  await screens.rest();
  expect(calls).toEqual(['report', ...places.filter((place) => place !== 'report')]);
});

it('brings a screen that was missing when it is tried again, else reads the page anew', async () => {
  const missing = new Set(['history']);
  const screens = new Screens(fetches(missing).of);
  await screens.rest();
  expect(screens.of('history')).toBeUndefined();
  expect(screens.of('settings')).toBeTypeOf('function');
  const reload = vi.fn();
  await screens.again('history', reload);
  expect(reload).toHaveBeenCalledOnce();
  missing.clear();
  await screens.again('history', reload);
  expect(reload).toHaveBeenCalledOnce();
  expect(screens.of('history')).toBeTypeOf('function');
});

it('fetches nothing while the engine is out of reach', async () => {
  const { calls, of } = fetches();
  const screens = new Screens(of);
  world.connected = false;
  await screens.bring('report');
  world.connected = true;
  expect(calls).toEqual([]);
  await screens.bring('report');
  expect(calls).toEqual(['report']);
});
