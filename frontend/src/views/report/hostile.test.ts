import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import type { report } from '../../backend';
import { read, shortNames } from './citations';
import Contents from './Contents.svelte';
import Open from './Open.svelte';
import { said } from '../../state/said';
import Sentences from './Sentences.svelte';
import Silent from './Silent.svelte';

const hostile = `<script>alert(1)</script><img src=x onerror="alert(2)">[go](javascript:alert(3))"><svg onload=alert(4)>`;
const say = said('en');
const span = { page: 1, start: 0, end: 9 };
const citation = { name: hostile, page: 1, label: hostile, quote: hostile, evidence: 'E1', document: 'h', span };
const written = {
  answer: [{ sentences: [{ text: hostile, claim: 'C1' }, { text: hostile, claim: 'C2' }] }],
  sections: [{ title: hostile, blocks: [] }],
  claims: [
    { id: 'C1', text: hostile, verdict: 'unproven', doubts: [hostile], citations: [citation] },
    { id: 'C2', text: hostile, verdict: 'supported', citations: [{ ...citation, table: {} }] },
  ],
} as unknown as report.Report;
const tables = { C2: { claim: 'C2', lead: hostile, sheets: [{ lead: hostile, head: [hostile, hostile], rows: [[hostile, hostile]], after: hostile, figures: false }] } };

/** elements are the names of all elements in a page. */
const elements = (html: string) => new Set([...html.replace(/"[^"]*"/g, '""').matchAll(/<([a-z][a-z0-9]*)/gi)].map((match) => match[1]!.toLowerCase()));

describe('hostile words of a document', () => {
  const { parts, places } = read(written, tables);
  const shown: [string, string][] = [
    ['sentences', render(Sentences, { props: { lines: parts[0]!.blocks[0]!.lines, evidence: new Map(), claims: new Map(), names: shortNames(places), current: '', chips: new Map(), say, onopen: () => {} } }).body],
    ['contents', render(Contents, { props: { entries: [{ id: hostile, title: hostile }], current: hostile, ongo: () => {} } }).body],
    ['open references', render(Open, { props: { open: [{ text: hostile, from: hostile, page: 1, reason: hostile, count: 2 }], say } }).body],
    ['silence', render(Silent, { props: { silent: [hostile, hostile], coverage: { sweeps: [{ kind: hostile, sought: hostile, passages: 1 }], unread: [{ name: hostile, pages: [1] }] } as unknown as report.Coverage, cited: 0, say } }).body],
  ];

  it.each(shown)('stay words in %s', (_, html) => {
    expect(html).toContain('&lt;script>alert(1)');
    for (const name of ['script', 'img', 'a']) expect(elements(html)).not.toContain(name);
    expect(html.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\son\w+=/);
  });

  it('would be found if they did not', () => expect(elements(`<p>${hostile}</p>`)).toContain('script'));
});
