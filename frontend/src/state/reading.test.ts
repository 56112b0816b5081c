import { expect, it } from 'vitest';
import type { report } from '../backend';
import { folio, folios } from './folio';
import { parted, pieces, read, together, whole, type Joint } from './reading';

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

it('shows a quote over two pages as one, called by both', () => {
  const half = (page: number, quote: string, torn = false, label = '') => ({ document: 'a', evidence: 'E1', page, label, quote, torn, span: { page, start: 0, end: 5 } }) as Joint;
  const [one, ...more] = whole([half(24, 'Wer den Verstoß anzuzei-', true, '14'), half(25, 'gen hat, tut das.', false, '15'), half(25, 'Another.')]);
  expect([one!.quote, one!.page, folio(one!), folios([one!]), more.length]).toEqual(['Wer den Verstoß anzuzeigen hat, tut das.', 24, 'pp. 14–15', 'pp. 14–15 (PDF pp. 24–25)', 1]);
  expect(one!.also?.map((span) => span.page)).toEqual([25]); // both halves are marked
  expect(whole([half(24, 'One', true), half(25, 'two.')]).map((x) => [x.quote, folios([x])])).toEqual([['One two.', 'pp. 24–25']]);
  expect(whole([half(24, 'One', true), half(26, 'two.')])).toHaveLength(2);
  const chips = together('Another', whole([half(24, 'One', true), half(25, 'two.'), half(24, 'Another.')]).map((citation) => ({ citation })));
  expect(chips.map(({ citation }) => [citation.quote, citation.also?.map((span) => span.page)])).toEqual([['One two. […] Another.', [24, 25]]]);
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

it('sets a heading apart that a quote stands behind, also the beginning of a long one', () => {
  const section = 'Section 5 Duties of keepers: and of their deputies';
  expect(parted(`${section}: The lamp is lit.`, section)).toEqual([section, 'The lamp is lit.']);
  for (const begun of ['Section 5', 'Section 5 Duties of keep…', 'Section 5 Duties of…']) expect(parted(`${begun}: The lamp is lit.`, section)).toEqual([begun, 'The lamp is lit.']);
  for (const other of ['Section 5 Duties of keep', 'Section 6…', '…']) expect(parted(`${other}: The lamp is lit.`, section)).toEqual(['', `${other}: The lamp is lit.`]);
});

it('shows rows that several sentences quote of one table once, each with the number of its source', () => {
  const span = { page: 1, start: 0, end: 9 };
  const claim = (id: string) => ({ id, verdict: 'supported', text: '', citations: [{ ...citation('a'), span, table: {} }] });
  const tabled = (name: string) => ({ lead: 'As follows:', sheets: [{ lead: '', head: ['', '2022'], rows: [[name, '1']], after: '', figures: true }] });
  const block = (id: string) => ({ item: true, sentences: [{ text: 'Words.', claim: id }] });
  const asked = { answer: [block('C1'), block('C2')], sections: [], claims: [claim('C1'), claim('C2')], sources: [{ number: 7, document: 'a' }] } as unknown as report.Report;
  const { parts, places } = read(asked, { C1: tabled('Europe'), C2: tabled('Asia') } as unknown as Record<string, report.Tabled>);
  const lines = parts[0]!.groups.flatMap((group) => group.blocks.flatMap((one) => one.lines));
  expect(lines.map((line) => [line.text, line.sheets[0]!.sheet.rows])).toEqual([['As follows:', [['Europe', '1'], ['Asia', '1']]]]);
  expect(places.map((place) => place.number)).toEqual([7, 7]);
});
