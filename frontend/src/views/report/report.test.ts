import { describe, expect, it } from 'vitest';
import type { report } from '../../backend';
import { groups, pageOf, read, shortName } from './citations';
import { compare, diff } from './compare';
import { cited, escape } from './copy';

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
    expect(places.map((place) => `${place.id} ${place.citation.name} ${pageOf(place.citation)}`)).toEqual([
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
  ])('%s is %s', (name, short) => expect(shortName(name)).toBe(short));
});

describe('cited', () => {
  const page = (label: string) => `p. ${label}`;

  it('says after each sentence where it stands', () => {
    expect(cited(read(written).parts, page).text).toBe(
      'The limit is 20 mSv. (law/StrlSchG.pdf, p. 75) So much for that.\n\nExceptions\n- Rescue. (a.pdf, p. 1; b.pdf, p. 2)\n- Volunteers. (law/StrlSchG.pdf, p. 75)\n\nUnknown claim.',
    );
  });

  it('lets no text become markup', () => {
    const hostile = { ...written, answer: [{ sentences: [{ text: '<img src=x onerror="alert(1)">' }] }], sections: [] } as unknown as report.Report;
    expect(cited(read(hostile).parts, page).html).not.toMatch(/<img/);
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
});
