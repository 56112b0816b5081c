import { expect, it } from 'vitest';
import { Selection } from './selection.svelte';

const list = ['a', 'b', 'c', 'd', 'e'];
const none = { shiftKey: false, ctrlKey: false, metaKey: false };
const shift = { ...none, shiftKey: true };
const ctrl = { ...none, ctrlKey: true };

it('picks one, adds one, takes one away', () => {
  const s = new Selection();
  s.pick('b', list, none);
  s.pick('d', list, ctrl);
  s.pick('b', list, ctrl);
  expect([...s.ids]).toEqual(['d']);
});
it('picks a stretch from where it began, in either direction', () => {
  const s = new Selection();
  s.pick('c', list, none);
  s.pick('e', list, shift);
  expect([...s.ids]).toEqual(['c', 'd', 'e']);
  s.pick('a', list, shift);
  expect([...s.ids]).toEqual(['a', 'b', 'c']);
});
it('a stretch without a beginning is one row', () => {
  const s = new Selection();
  s.pick('c', list, shift);
  expect([...s.ids]).toEqual(['c']);
});
it('forgets what is gone', () => {
  const s = new Selection();
  s.all(list);
  s.keep((id) => id > 'c');
  expect([...s.ids]).toEqual(['d', 'e']);
});
