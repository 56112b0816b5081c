import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Glide, type Stand } from './glide.svelte';

let steps: ((now: number) => void)[] = [];
beforeEach(() => {
  steps = [];
  vi.stubGlobal('requestAnimationFrame', (step: (now: number) => void) => steps.push(step));
  vi.stubGlobal('cancelAnimationFrame', () => (steps = []));
});
afterEach(() => void vi.unstubAllGlobals());

const parentOf = (id: string) => id.slice(0, id.lastIndexOf('.'));
const stand = (places: Record<string, [number, number]>, rows: number, pitch = 72): Stand => ({ places: new Map(Object.entries(places).map(([id, [column, row]]) => [id, { column, row }])), rows, pitch });
const at = (glide: Glide, id: string) => glide.at.places.get(id)!;

/** after lets so many milliseconds pass since the way was begun. */
const after = (ms: number) => steps.pop()!(performance.now() + ms);

it('lets a new question grow out of its parent, and ends where everything belongs', () => {
  const glide = new Glide(() => false, () => {});
  glide.to(stand({ '1': [0, 0] }, 1), 72, parentOf);
  const goal = stand({ '1': [0, 1], '1.1': [1, 0], '1.2': [1, 2] }, 3, 60);
  glide.to(goal, 72, parentOf);
  expect([at(glide, '1.1'), glide.at.pitch]).toEqual([{ column: 0, row: 0 }, 72]);
  after(40);
  expect(at(glide, '1.2').row).toBeGreaterThan(0);
  expect(at(glide, '1.2').row).toBeLessThan(2);
  expect(glide.at.pitch).toBeLessThan(72);
  after(10_000);
  expect(glide.at).toBe(goal);
  expect(steps).toEqual([]);
});

it('moves nothing for who wants no motion, nor at the first sight, nor when nothing changed', () => {
  const told: Stand[] = [];
  const glide = new Glide(() => true, (_, now) => told.push(now));
  const goal = stand({ '1': [0, 0.5], '1.1': [1, 0] }, 2);
  glide.to(stand({ '1': [0, 0] }, 1), 72, parentOf);
  glide.to(goal, 72, parentOf);
  const eager = new Glide(() => false, () => {});
  eager.to(goal, 72, parentOf);
  eager.to({ ...goal }, 72, parentOf);
  expect([glide.at, steps.length, told.length]).toEqual([goal, 0, 2]);
});
