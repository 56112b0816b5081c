import { describe, expect, it } from 'vitest';
import type { report } from '../../backend';
import { printed } from '../../state/folio';
import { groups, read, shortName, shortNames } from './citations';
import { said } from '../../state/said';
import { calm, compare, diff } from './compare';
import { cited, escape, only } from './copy';

const citation = (name: string, page: number, label = '') => ({ name, page, label, quote: 'q', evidence: 'E1', document: 'h', span: { page, start: 0, end: 1 } });

const written = {
  answer: [{ sentences: [{ text: 'The limit is 20 mSv.', claim: 'C1' }, { text: 'So much for that.' }] }],
  sections: [
    {
      title: 'Exceptions',
      blocks: [
        { item: true, sentences: [{ text: 'Rescue.', claim: 'C2' }] },
        { item: true, sentences: [{ text: 'Volunteers.', claim: 'C1' }] },
        { sentences: [{ text: 'Unknown claim.', claim: 'C9' }] },
      ],
    },
  ],
  claims: [
    { id: 'C1', text: '', verdict: 'supported', citations: [citation('law/StrlSchG.pdf', 77, '75')] },
    { id: 'C2', text: '', verdict: 'unproven', citations: [citation('a.pdf', 1), citation('b.pdf', 2)] },
  ],
} as unknown as report.Report;

describe('read', () => {
  it('meets citations in the order of the text, a claim made twice twice', () => {
    const { places } = read(written);
    expect(places.map((place) => `${place.id} ${place.citation.name} ${printed(place.citation)}`)).toEqual([
      'answer.0.0.0 law/StrlSchG.pdf 75', 's0.0.0.0 a.pdf 1', 's0.0.0.1 b.pdf 2', 's0.1.0.0 law/StrlSchG.pdf 75',
    ]);
  });

  it('joins items into lists', () => {
    expect(groups(read(written).parts[1]!.blocks).map((group) => [group.list, group.blocks.length])).toEqual([[true, 2], [false, 1]]);
  });
});

describe('shortName', () => {
  it.each([
    ['law/StrlSchG.pdf', 'StrlSchG'],
    ['Geräte-Handbuch der sehr langen Namen 2024.pdf', 'Geräte-Handb…Namen 2024'],
    ['辐射防护条例.pdf', '辐射防护条例'],
    ['notes.v2', 'notes.v2'],
    ['Radon in Homes: A Handbook for Owners and Builders', 'Radon in Homes'],
    ['Modellverordnung zum Schutz vor Radon in Innenräumen', 'Modellverordnung zum Schutz …'],
    ['Memo: Radon at Lindenhof', 'Memo: Radon at Lindenhof'],
    ['10-K - 02/08/2023 - 3M Company', '10-K - 02/08/2023 - 3M …'],
  ])('%s is %s', (name, short) => expect(shortName(name)).toBe(short));
});

describe('shortNames', () => {
  const named = (...list: [string, string][]) => [...shortNames(list.map(([document, name]) => ({ id: '', claim: {}, citation: { ...citation(name, 1), document } })) as never).values()];

  it('tells documents apart that would look alike', () => {
    expect(named(['1', 'law/A.pdf'], ['2', 'B.pdf'])).toEqual(['A', 'B']);
    expect(named(['1', 'Handbuch.md'], ['2', 'neu/Handbuch.md'])).toEqual(['Handbuch', 'neu/Handbuch']);
    expect(named(['1', 'A.pdf'], ['2', 'A.md'])).toEqual(['A.pdf', 'A.md']);
    expect(named(['1', 'A.pdf'], ['2', 'A.pdf'])).toEqual(['A.pdf', 'A.pdf (2)']);
  });
});

describe('tables', () => {
  const row = (id: string, name: string, verdict = 'supported') => ({
    claim: { id, text: '', verdict, citations: [citation('k.pdf', 70), { ...citation('k.pdf', 70), table: {} }] },
    block: { item: true, sentences: [{ text: 'As on the page', claim: id }] },
    tabled: { claim: id, lead: 'As follows:', sheets: [{ lead: '', head: ['', '2022'], rows: [[name, '1']], after: '', figures: true }] },
  });
  const lay = (...list: ReturnType<typeof row>[]) => {
    const report = { answer: list.map((one) => one.block), sections: null, claims: list.map((one) => one.claim) } as unknown as report.Report;
    return read(report, Object.fromEntries(list.map((one) => [one.claim.id, one.tabled])) as unknown as Record<string, report.Tabled>);
  };

  it('join rows that share a table, each with its own citation', () => {
    const { parts, places } = lay(row('C1', 'Europe'), row('C2', 'Asia'), row('C3', 'Africa'));
    expect(parts[0]!.blocks).toHaveLength(1);
    const [line] = parts[0]!.blocks[0]!.lines;
    expect(line!.sheets[0]!.sheet.rows).toEqual([['Europe', '1'], ['Asia', '1'], ['Africa', '1']]);
    expect(places.map((place) => place.claim.id)).toEqual(['C1', 'C1', 'C2', 'C3']);
  });

  it('join rows also where another sentence stands between them', () => {
    const between = { ...row('C2', 'Asia'), tabled: { claim: 'C2', lead: 'Otherwise', sheets: [] } } as unknown as ReturnType<typeof row>;
    const { parts } = lay(row('C1', 'Europe'), between, row('C3', 'Africa'));
    expect(parts[0]!.blocks.map((block) => block.lines[0]!.sheets[0]?.sheet.rows)).toEqual([[['Europe', '1'], ['Africa', '1']], undefined]);
  });

  it('leave a row alone that is in doubt', () => {
    expect(lay(row('C1', 'Europe'), row('C2', 'Asia', 'unproven')).parts[0]!.blocks).toHaveLength(2);
  });

  it('are copied as tables', () => {
    const { text, html } = cited(lay(row('C1', '<b>')).parts, said('en'));
    expect(text).toBe('- As follows: (k.pdf, p. 70)\n\t2022\n<b>\t1');
    expect(html).toContain('<td>&#60;b&#62;</td>');
  });
});

describe('cited', () => {
  const say = said('en');

  it('says after each sentence where it stands', () => {
    expect(cited(read(written).parts, say).text).toBe(
      'The limit is 20 mSv. (law/StrlSchG.pdf, p. 75 (PDF p. 77)) So much for that.\n\nExceptions\n- Rescue. (a.pdf, p. 1; b.pdf, p. 2)\n- Volunteers. (law/StrlSchG.pdf, p. 75 (PDF p. 77))\n\nUnknown claim.',
    );
  });

  it('copies only what was marked', () => {
    expect(only(read(written).parts, new Set(['s0.1.0'])).map((part) => [part.title, part.blocks.length])).toEqual([['Exceptions', 1]]);
  });

  it('lets no text become markup', () => {
    const hostile = { ...written, answer: [{ sentences: [{ text: '<img src=x onerror="alert(1)">' }] }], sections: [] } as unknown as report.Report;
    expect(cited(read(hostile).parts, say).html).not.toMatch(/<img/);
    expect(escape(`<a href='x'>&"`)).toBe('&#60;a href=&#39;x&#39;&#62;&#38;&#34;');
  });
});

describe('compare', () => {
  it('keeps what both say and tells what came and went', () => {
    expect(diff(['a', 'b', 'c'], ['a', 'x', 'c', 'd'])).toEqual([
      { kind: 'same', text: 'a' }, { kind: 'gone', text: 'b' }, { kind: 'new', text: 'x' }, { kind: 'same', text: 'c' }, { kind: 'new', text: 'd' },
    ]);
  });

  it('sets parts side by side by their titles, also those that only one version has', () => {
    const { parts } = read(written);
    const other = [parts[0]!, { ...parts[1]!, title: 'Duties' }];
    expect(compare(parts, other).map((part) => [part.title, part.changes.map((change) => change.kind)])).toEqual([
      ['', ['same', 'same']], ['Duties', ['new', 'new', 'new']], ['Exceptions', ['gone', 'gone', 'gone']],
    ]);
  });

  const said = (...texts: string[]) => [{ id: 'answer', title: '', blocks: [{ item: false, lines: texts.map((text, n) => ({ id: `${n}`, text, claim: null, places: [], sheets: [] })) }] }];

  it('marks of a reworded sentence the words that changed, and no more', () => {
    const [part] = compare(said('The limit is 20 mSv a year.', 'It binds.'), said('The limit is 50 mSv a year.', 'It binds.', 'A new sentence came.'));
    expect(part!.changes.map((change) => change.kind)).toEqual(['reworded', 'same', 'new']);
    expect(part!.changes[0]!.pieces).toEqual([
      { kind: 'same', text: 'The limit is' },
      { kind: 'gone', text: '20' },
      { kind: 'new', text: '50' },
      { kind: 'same', text: 'mSv a year.' },
    ]);
  });

  it('marks nothing of a sentence that only stands elsewhere', () => {
    const [part] = compare(said('One is said first.', 'The limit holds.'), said('The limit holds.', 'One is said first.'));
    expect(part!.changes.map((change) => [change.kind, change.text])).toEqual([['same', 'The limit holds.'], ['same', 'One is said first.']]);
  });

  it('takes sentences that share few words for two', () => {
    const [part] = compare(said('The limit is 20 mSv.'), said('Nobody may be exposed without need.'));
    expect(part!.changes.map((change) => change.kind).sort()).toEqual(['gone', 'new']);
  });

  it('shows beside a change what stands next to it, and counts the rest', () => {
    const [part] = compare(said('a', 'b', 'c', 'd'), said('a', 'b', 'c', 'd', 'e'));
    expect(calm(part!.changes)).toEqual([{ kind: 'skipped', n: 3 }, { kind: 'same', text: 'd' }, { kind: 'new', text: 'e' }]);
  });
});
