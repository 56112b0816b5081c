import { expect, it } from 'vitest';
import type { report } from '../backend';
import { pieces, read, together, type Joint } from './reading';

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
  const place = (document: string, page: number, quote: string) => ({ citation: { document, page, quote } as Joint });
  const chips = together('', [place('a', 29, 'one'), place('a', 29, 'two'), place('b', 29, 'three'), place('a', 30, 'four'), place('a', 29, 'one')]);
  expect(chips.map(({ citation }) => [citation.document, citation.page, citation.quote])).toEqual([
    ['a', 29, 'one […] two'],
    ['b', 29, 'three'],
    ['a', 30, 'four'],
  ]);
});

it('opens at the quote that says most of the sentence, and marks the others of the page', () => {
  const rows = ['The figures were as follows: 2023 2022', 'Pumps sold 1,824 3,252', 'Valves sold (962) (1,372)'].map((quote, n) => ({ citation: { document: 'a', page: 29, quote, span: { page: 29, start: 10 * n, end: 10 * n + 5 } } as Joint }));
  for (const [text, first] of [['In 2023 pumps sold for $1,824.', 1], ['In 2023 valves sold brought $962.', 2], ['蛋', 0]] as const) {
    const [chip] = together(text, rows);
    expect(chip!.citation.span.start, text).toBe(10 * first);
    expect(chip!.citation.also?.map((span) => span.start), text).toEqual([0, 10, 20].filter((start) => start !== 10 * first));
    expect(chip!.citation.quote.split(' […] ')).toHaveLength(3);
  }
});
