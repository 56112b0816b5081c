import { describe, expect, it } from 'vitest';
import { fill } from './fill';
import { areas } from './index';
import type { Word } from './area';

const forms = (word: Word) => (typeof word === 'string' ? [word] : [word.one, word.other]);
const holes = (word: Word) => [...new Set(forms(word).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();

describe.each(Object.entries(areas))('words of %s', (_, { en, de }) => {
  const english = en as Record<string, Word>;
  const german = de as Record<string, Word>;

  it('stand in both languages', () => {
    expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
    for (const word of [...Object.values(english), ...Object.values(german)]) {
      for (const text of forms(word)) expect(text.trim()).not.toBe('');
    }
  });
  it('leave the same places to fill', () => {
    for (const key of Object.keys(english)) expect([key, holes(german[key]!)]).toEqual([key, holes(english[key]!)]);
  });
  it('choose a plural by {n}', () => {
    for (const word of Object.values(english)) if (typeof word !== 'string') expect(holes(word)).toContain('{n}');
  });
  it('do not shout', () => {
    for (const word of [...Object.values(english), ...Object.values(german)]) expect(forms(word).join(' ')).not.toContain('!');
  });
});

describe('fill', () => {
  it('writes numbers as the language does', () => {
    expect(fill('{done}/{total}', { done: 412, total: 1204 }, 'en')).toBe('412/1,204');
    expect(fill('{done}/{total}', { done: 412, total: 1204 }, 'de')).toBe('412/1.204');
  });
  it('chooses the plural', () => {
    const word = { one: '{n} page', other: '{n} pages' };
    expect([0, 1, 2].map((n) => fill(word, { n }, 'en'))).toEqual(['0 pages', '1 page', '2 pages']);
  });
  it('leaves what nobody filled', () => {
    expect(fill('{a} {b}', { a: 'x' }, 'en')).toBe('x {b}');
  });
});
