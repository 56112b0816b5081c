import { expect, it } from 'vitest';
import type { cite } from '../backend';
import { citing } from './proof.svelte';

const found = { document: 'd', name: 'a.pdf', page: 3, label: 'iii', extract: 'what it says', locator: { span: { page: 3, start: 0, end: 40 } } };

it('cites a finding by the first of its quotes with the others marked, and by all of it where none is told', () => {
  const span = { page: 3, start: 5, end: 9 };
  expect(citing({ ...found, quotes: [{ text: 'says', span }, { text: 'it', span: found.locator.span }] } as unknown as cite.Evidence)).toEqual({ document: 'd', name: 'a.pdf', page: 3, label: 'iii', quote: 'says', span, also: [found.locator.span] });
  for (const quotes of [[], undefined]) expect(citing({ ...found, quotes } as unknown as cite.Evidence)).toMatchObject({ quote: 'what it says', span: found.locator.span });
});
