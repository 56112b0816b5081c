import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ago, bytes, duration, left } from './time';
import { words } from './words.svelte';

afterEach(() => void (words.chosen = ''));

describe('in English', () => {
  beforeEach(() => void (words.chosen = 'en'));
  it.each([
    [-5, '0 sec'],
    [8_400, '8 sec'],
    [59_700, '1 min'],
    [125_000, '2 min'],
    [4_800_000, '1 hr 20 min'],
    [7_200_000, '2 hr'],
  ])('%d ms', (ms, text) => expect(duration(ms)).toBe(text));
  it('says what is left', () => expect(left(120_000)).toBe('2 min left'));
  it('says how long ago', () => {
    const now = Date.parse('2024-05-10T12:00:00Z');
    expect(ago('2024-05-10T10:00:00Z', now)).toBe('2 hours ago');
    expect(ago('2024-05-09T11:00:00Z', now)).toBe('yesterday');
    expect(ago('2024-03-01T12:00:00Z', now)).toBe('Mar 1, 2024');
  });
  it('writes sizes', () => expect([bytes(1), bytes(6_400_000), bytes(41_000_000)]).toEqual(['1 byte', '6.4 MB', '41 MB']));
});

it('in German', () => {
  words.chosen = 'de';
  expect(left(120_000)).toBe('noch 2 Min.');
  expect(bytes(6_400_000)).toBe('6,4 MB');
});
