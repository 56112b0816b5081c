import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Late, within } from './patience';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<string>(() => {});

test('what takes too long is given up, once', async () => {
  const late = vi.fn();
  const given = expect(within(3, never, late, () => true)).rejects.toBeInstanceOf(Late);
  await vi.advanceTimersByTimeAsync(2900);
  expect(late).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  await given;
  expect(late).toHaveBeenCalledTimes(1);
});

test('time in which nobody looks does not count', async () => {
  const late = vi.fn();
  let seen = false;
  const given = expect(within(3, never, late, () => seen)).rejects.toBeInstanceOf(Late);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(late).not.toHaveBeenCalled();
  seen = true;
  await vi.advanceTimersByTimeAsync(3000);
  await given;
});

test('work that ends in time is passed on, and no clock runs on', async () => {
  const late = vi.fn();
  expect(await within(3, Promise.resolve('done'), late, () => true)).toBe('done');
  await expect(within(3, Promise.reject(new Error('broken')), late, () => true)).rejects.toThrow('broken');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(late).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
