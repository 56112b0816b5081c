import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { grace, Guard } from './guard.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('takes a key only a moment after a step appeared', () => {
  const guard = new Guard();
  guard.begin();
  vi.advanceTimersByTime(grace - 1);
  expect(guard.open).toBe(false);
  vi.advanceTimersByTime(1);
  expect(guard.open).toBe(true);
});

it('takes it at once from who has changed something there', () => {
  const guard = new Guard();
  guard.begin();
  guard.seen();
  expect(guard.open).toBe(true);
});

it('waits anew for the next step', () => {
  const guard = new Guard();
  const leave = guard.begin();
  vi.advanceTimersByTime(grace - 1);
  leave();
  guard.begin();
  vi.advanceTimersByTime(1);
  expect(guard.open).toBe(false);
  vi.advanceTimersByTime(grace);
  expect(guard.open).toBe(true);
});
