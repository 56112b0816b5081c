import { expect, it } from 'vitest';
import type { report } from '../backend';
import { pieces, quoted, read, together } from './reading';

const citation = (document: string) => ({ document, quote: 'words', page: 1 });
const answer = {
  answer: [{ sentences: [{ text: 'One.', claim: 'C1' }] }, { item: true, sentences: [{ text: 'Two.', claim: 'C2' }] }, { item: true, sentences: [{ text: 'Three.' }] }],
  sections: [{ title: 'More', blocks: [{ sentences: [{ text: 'Four.', claim: 'C1' }] }] }, { title: 'Empty', blocks: [] }],
  claims: [
    { id: 'C1', citations: [citation('a'), citation('b')] },
    { id: 'C2', citations: [citation('b')] },
  ],
  sources: [
    { number: 1, document: 'a' },
    { number: 2, document: 'b' },
  ],
} as unknown as report.Report;

it('lays an answer out with the number of each source, in the order of reading', () => {
  const { parts, places } = read(answer);
  expect(parts.map((part) => [part.title, part.groups.map((group) => [group.list, group.blocks.length])])).toEqual([
    ['', [[false, 1], [true, 2]]],
    ['More', [[false, 1]]],
  ]);
  expect(places.map((place) => place.number)).toEqual([1, 2, 2, 1, 2]);
  expect(new Set(places.map((place) => place.id)).size).toBe(places.length);
});

it('tells marks of a source from citations', () => {
  expect(pieces('Most mines [2]. See [3, 4].').filter((one) => one.foreign).map((one) => one.text)).toEqual(['[2]', '[3, 4]']);
  expect(pieces('Plain [sic].')).toEqual([{ text: 'Plain [sic].', foreign: false }]);
});

it('gathers the citations of a sentence that stand on one page of a source, and what they quote', () => {
  const place = (document: string, page: number, quote: string) => ({ citation: { document, page, quote } });
  const groups = together([place('a', 29, 'one'), place('a', 29, 'two'), place('b', 29, 'three'), place('a', 30, 'four'), place('a', 29, 'one')]);
  expect(groups.map((group) => [group[0]!.citation.document, group[0]!.citation.page, quoted(group)])).toEqual([
    ['a', 29, 'one […] two'],
    ['b', 29, 'three'],
    ['a', 30, 'four'],
  ]);
});
