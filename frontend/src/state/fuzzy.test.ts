import { expect, it } from 'vitest';
import { rank, type Command } from './palette.svelte';
import { score } from './fuzzy';

const command = (text: string): Command => ({ id: text, label: () => text, run: () => {} });

it('finds letters in order, whatever the accents', () => {
  expect(score('ubers', 'Übersicht')).toBeGreaterThan(0);
  expect(score('gtl', 'Go to the library')).toBeGreaterThan(0);
  expect(score('xyz', 'Go to the library')).toBe(0);
});
it('puts the start of a word before letters that are scattered', () => {
  const list = ['Open a large binder', 'Add files', 'Go to the library'].map(command);
  expect(rank('lib', list)[0]!.id).toBe('Go to the library');
});
it('keeps the order of equals', () => {
  expect(rank('', ['b', 'a'].map(command)).map((one) => one.id)).toEqual(['b', 'a']);
});
