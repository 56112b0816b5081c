import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { desk } from '../backend';
import { DiscoverStart } from './discoverstart.svelte';
import { Draft, named, oneOf, text, oneWord } from './draft.svelte';
import { remembered } from './remembered.svelte';

const doc = (name: string, collection = '', passages = 3) => ({ name, collection, passages }) as desk.Document;

beforeEach(() => vi.stubGlobal('window', { setTimeout: () => 0 }));
afterEach(() => void vi.unstubAllGlobals());

/** Query is the least of a draft. */
class Query extends Draft {
  question = '';
  depth = 1;
  get ready() {
    return this.question !== '';
  }
  protected key = 'query.draft';
  protected sense = { question: text, depth: oneOf([1, 2]) };
  send = (run: () => Promise<string>) => this.submit(run);
  wish = () => this.where;
}

it('takes up of what was begun what still makes sense', () => {
  remembered.set('query.draft', { question: 'Why?', depth: 7, documents: ['a.pdf'], collections: 'law' });
  const query = new Query({ Documents: async () => [] } as never);
  query.start()();
  expect([query.question, query.depth, query.documents, query.collections]).toEqual(['Why?', 1, ['a.pdf'], []]);
});

it('keeps what is begun, or the choices alone, and never the web', () => {
  const query = new Query();
  Object.assign(query, { question: 'Why?', depth: 2, web: 'open', documents: ['a.pdf'] });
  query.keep();
  expect(remembered.get('query.draft', {})).toEqual({ question: 'Why?', depth: 2, documents: ['a.pdf'], collections: [] });
  query.keep(['depth']);
  expect(remembered.get('query.draft', {})).toEqual({ depth: 2 });
});

it('leaves what goes on from a discovery to that discovery', async () => {
  remembered.set('discover.draft', { query: 'Radon' });
  const [fresh, further] = [new DiscoverStart('', { Documents: async () => [] } as never), new DiscoverStart('r', { Documents: async () => [] } as never)];
  vi.spyOn((await import('./machine.svelte')).machine, 'think').mockResolvedValue();
  [fresh, further].forEach((one) => one.start()());
  expect([fresh.query, further.query]).toEqual(['Radon', '']);
  further.query = 'Thoron';
  further.keep();
  expect(remembered.get('discover.draft', {})).toEqual({ query: 'Radon' });
});

it('looks in what was chosen as long as it is there and can be searched', async () => {
  const query = new Query({ Documents: async () => [doc('a.pdf', 'law'), doc('b.pdf'), doc('scan.pdf', 'old', 0)] } as never);
  expect(query.searchable).toEqual([]);
  [query.documents, query.collections] = [['b.pdf', 'gone.pdf', 'scan.pdf'], ['law', 'old']];
  await query.look();
  expect(query.chosen.map((one) => one.name)).toEqual(['a.pdf', 'b.pdf']);
  expect(query.wish()).toEqual({ web: '', hosts: [], consented: false, collections: ['law'], documents: ['b.pdf'] });
  query.collections = query.documents = [];
  expect(query.chosen, 'everything').toHaveLength(2);
});

it('tells why the library could not be read until it could', async () => {
  let broken = true;
  const query = new Query({ Documents: async () => (broken ? Promise.reject(new Error('no disk')) : []) } as never);
  await query.look();
  expect(query.fault?.message).toContain('no disk');
  broken = false;
  await query.look();
  expect([query.fault, query.library]).toEqual([null, []]);
});

it('is sent once it is ready; what is refused stays', async () => {
  const query = new Query();
  const run = vi.fn(async () => (expect(query.sending).toBe(true), 'r1'));
  expect(await query.send(run)).toBeNull();
  expect(run).not.toHaveBeenCalled();
  query.question = 'Why?';
  expect(await query.send(run)).toBe('r1');
  expect(await query.send(() => Promise.reject(new Error('refused')))).toBeNull();
  expect([query.sending, query.question]).toEqual([false, 'Why?']);
});

it.each([
  ['', { engine: '', model: '' }],
  ['extractive', { engine: 'extractive', model: '' }],
  ['ollama:qwen3:4b', { engine: 'ollama', model: 'qwen3:4b' }],
])('tells engine and model of "%s"', (choice, wanted) => expect(named(choice)).toEqual(wanted));

it('tells a single word from a question, and from one without blanks', () => {
  expect(['radon', ' Freigrenzen '].map(oneWord)).toEqual([true, true]);
  expect(['What is radon', 'Radon?', '', '住宅中氡的参考水平是多少', '住宅の基準値は'].map(oneWord)).toEqual([false, false, false, false, false]);
});
