import { expect, test } from 'vitest';
import { segments } from './segments';

test('overlapping stretches are cut into runs that join to the text', () => {
  const text = 'Die Grenze beträgt 20 mSv.';
  const cut = segments(text, [
    { start: 4, end: 18, value: 'quote' },
    { start: 11, end: 99, value: 'hit' },
  ]);
  expect(cut.map((one) => one.text).join('')).toBe(text);
  expect(cut.map((one) => [one.text, one.on])).toEqual([
    ['Die ', []],
    ['Grenze ', ['quote']],
    ['beträgt', ['quote', 'hit']],
    [' 20 mSv.', ['hit']],
  ]);
});

test('a text without stretches is one run; an empty text none', () => {
  expect(segments('a', [])).toEqual([{ text: 'a', start: 0, on: [] }]);
  expect(segments('', [{ start: 0, end: 3, value: 1 }])).toEqual([]);
});
