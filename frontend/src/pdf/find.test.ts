import { expect, test } from 'vitest';
import { Needle } from './find';

const found = (query: string, text: string) => new Needle(query).in(text).map((match) => text.slice(match.start, match.end));

test('case, accents and ligatures do not matter, and what is marked is the original', () => {
  expect(found('grosse', 'Die GRÖSSE und die große Größe')).toEqual(['GRÖSSE', 'große', 'Größe']);
  expect(found('GRÖSSE', 'große')).toEqual(['große']);
  expect(found('efficient', 'an eﬃcient way')).toEqual(['eﬃcient']);
  expect(found('resume', 'a r\u00e9sum\u00e9, a re\u0301sume\u0301')).toEqual(['r\u00e9sum\u00e9', 're\u0301sume\u0301']);
});

test('a phrase is found across lines and divided words', () => {
  expect(found('dose limit', 'the dose\n   limit is')).toEqual(['dose\n   limit']);
  expect(found('strahlenschutz', 'Strahlen-\nschutz und Strahlen\u00adschutz')).toEqual(['Strahlen-\nschutz', 'Strahlen\u00adschutz']);
  expect(found('ein- und ausfuhr', 'Ein-\nund Ausfuhr, Ein- und Ausfuhr').length).toBe(1); // a hyphen before a line break reads as a division
});

test('quotes and dashes are found as they are typed', () => {
  expect(found(`"don't" - no`, 'he said “don’t” – no')).toEqual(['“don’t” – no']);
});

test('matches do not overlap, nothing is found for nothing', () => {
  expect(found('aa', 'aaaaa')).toEqual(['aa', 'aa']);
  expect(found('  ', 'text')).toEqual([]);
  expect(found('x', '')).toEqual([]);
  expect(found('🙂', 'a 🙂 b')).toEqual(['🙂']);
});
