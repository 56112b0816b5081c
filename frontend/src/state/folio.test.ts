import { expect, it } from 'vitest';
import { folio, folios, places } from './folio';
import { say, type Fill, type Key } from './words.svelte';

const german = (key: Key, values?: Fill) => say('de', key, values);
const english = (key: Key, values?: Fill) => say('en', key, values);

// The same cases as Go's TestPages_AreNamedOneWay.
it('calls a page what is printed on it, and says its place in the file where that is another', () => {
  const cases: [[number, string][], string, string][] = [
    [[], '', ''],
    [[[0, 'x']], '', ''],
    [[[7, '']], 'p. 7', 'S. 7'],
    [[[7, '7']], 'p. 7', 'S. 7'],
    [[[2, '2'], [8, '1'], [9, '2']], 'pp. 1–2 (PDF pp. 8–9), PDF p. 2', 'S. 1–2 (PDF-S. 8–9), PDF-S. 2'],
    [[[14, '2049']], 'p. 2049 (PDF p. 14)', 'S. 2049 (PDF-S. 14)'],
    [[[16, '2051'], [14, '2049'], [15, '2050'], [14, '2049'], [20, '2055']], 'pp. 2049–2051, 2055 (PDF pp. 14–16, 20)', 'S. 2049–2051, 2055 (PDF-S. 14–16, 20)'],
    [[[3, 'iii'], [4, 'iv'], [5, '1'], [6, '2'], [7, '9']], 'pp. iii–iv, 1–2, 9 (PDF pp. 3–7)', 'S. iii–iv, 1–2, 9 (PDF-S. 3–7)'],
  ];
  for (const [pages, en, de] of cases) {
    const list = pages.map(([page, label]) => ({ page, label }));
    expect([folios(list, english), folios(list, german)]).toEqual([en, de]);
  }
  expect(folio({ page: 14, label: '2049' }, german)).toBe('S. 2049');
  expect(folio({ page: 14 }, english)).toBe('p. 14');
  expect(folio({ page: 0 }, english)).toBe('');
  expect(places([9, 7, 8, 12], german)).toBe('PDF-S. 7–9, 12');
});
