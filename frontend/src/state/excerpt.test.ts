import { expect, it } from 'vitest';
import { excerpt } from './excerpt';

const marked = (text: string, words: string[], most?: number) => excerpt(text, words, most).map(({ text, hit }) => (hit ? `[${text}]` : text)).join('');

it('marks the words that were searched for, whatever their ending, accents and capitals', () => {
  expect(marked('Der Grenzwert für die Überwachung; Grenzwerte gelten.', ['grenzwert', 'uberwachung'])).toBe('Der [Grenzwert] für die [Überwachung]; [Grenzwerte] gelten.');
  expect(marked('A limit and a limousine', ['limits'])).toBe('A [limit] and a limousine');
});
it('marks no short word inside another one', () => expect(marked('an island is a land', ['is'])).toBe('an island [is] a land'));
it('cuts at words, around the first one that was sought', () => {
  const long = `${'before '.repeat(60)}radon ${'after '.repeat(60)}`;
  const shown = marked(long, ['radon'], 90);
  expect(shown).toMatch(/^… before .*\[radon\] after .* …$/);
  expect(shown.length).toBeLessThan(100);
});
it('shows the beginning of what was found by meaning alone', () => expect(marked('It was   found\nby meaning', [])).toBe('It was found by meaning'));
