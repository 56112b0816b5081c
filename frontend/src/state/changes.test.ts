import { beforeEach, expect, it, vi } from 'vitest';
import type { Event } from '../backend/events';

const told = vi.hoisted(() => ({ batch: (_: unknown) => {}, up: (_: boolean) => {}, ends: 0 }));
vi.mock('../backend', () => ({
  stream: { watch: (take: typeof told.batch) => ((told.batch = take), () => void told.ends++) },
  onConnection: (take: typeof told.up) => ((told.up = take), () => void told.ends++),
}));
const { whenever } = await import('./changes');

const event = (kind: string) => ({ seq: 0, run: '', kind, at: '', data: {} }) as Event;
beforeEach(() => void (told.ends = 0));

it('reads anew when something of its kind happened, and when the program is back', () => {
  const read = vi.fn();
  const stop = whenever('runs.changed', read);
  told.batch([event('library.changed')]);
  told.up(false);
  expect(read).not.toHaveBeenCalled();
  told.batch([event('runs.changed'), event('runs.changed')]);
  expect(read).toHaveBeenCalledTimes(1);
  told.up(true);
  expect(read).toHaveBeenCalledTimes(2);
  stop();
  expect(told.ends).toBe(2);
});
