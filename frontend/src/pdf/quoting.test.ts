import { expect, test } from 'vitest';
import { cited, tidy } from './quoting';

test('a selection becomes one readable text', () => {
  expect(tidy('Strahlen-\nschutz  ist\r\nwichtig.\n\n\nNeuer Absatz\u0000')).toBe('Strahlenschutz ist wichtig.\n\nNeuer Absatz');
  expect(tidy('Vitamin B-\n12')).toBe('Vitamin B- 12');
});

test('a copy says where it is from', () => {
  expect(cited('a\nb', 'StrlSchG.pdf, p. 77')).toBe('“a b” (StrlSchG.pdf, p. 77)');
  expect(cited('a', 'S. 3', ['„', '“'])).toBe('„a“ (S. 3)');
});
