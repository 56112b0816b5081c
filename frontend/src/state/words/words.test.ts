import { describe, expect, it } from 'vitest';
import { fill } from './fill';
import { areas } from './index';
import type { Both, Word } from './area';

const forms = (word: Word) => (typeof word === 'string' ? [word] : [word.one, word.other]);
const holes = (word: Word) => [...new Set(forms(word).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();

describe.each(Object.entries(areas))('words of %s', (_, words) => {
  const all = Object.entries<Both>(words);

  it('stand in both languages', () => {
    for (const [, both] of all) for (const text of both.flatMap(forms)) expect(text.trim()).not.toBe('');
  });
  it('leave the same places to fill', () => {
    for (const [key, [english, german]] of all) expect([key, holes(german)]).toEqual([key, holes(english)]);
  });
  it('choose a plural by {n}', () => {
    for (const [, [english]] of all) if (typeof english !== 'string') expect(holes(english)).toContain('{n}');
  });
  it('do not shout', () => {
    for (const [, both] of all) expect(both.flatMap(forms).join(' ')).not.toContain('!');
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
