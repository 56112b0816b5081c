import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { desk } from '../backend';
import type { Event, Take } from '../backend/events';
import { ExploreRun } from './explore.svelte';
import { settings } from './settings.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const event = (seq: number, kind: string, data: object = {}): Event => ({ seq, run: 'r', kind, at: '', data });
const asked = (id: string, status = 'open', kept = 0) => ({ id, parent: id.slice(0, id.lastIndexOf('.')), status, kept, question: id, queries: 0 }) as desk.ExploredNode;
const thought = (seq: number, node = '') => ({ seq, at: '', kind: 'explore.searched', node, text: `thought ${seq}` });

/** follow starts an exploration over an engine that answers with what stands in `explored` at the moment. */
async function follow(first: Partial<desk.Explored> = {}, fails = 0) {
  let explored = { seq: 5, run: { status: 'running', live: true }, tree: [asked('1')], thoughts: [thought(5)], summary: { ui_debug: false }, ...first } as desk.Explored;
  const calls: string[] = [];
  let tell: Take = () => {};
  let from = -1;
  let watch: Take = () => {};
  let line: (up: boolean) => void = () => {};
  const engine = {
    Explored: async () => {
      calls.push('Explored');
      if (fails-- > 0) throw new Error('{"message":"gone","kind":"unavailable"}');
      return explored;
    },
    ExploredNodeDetail: async (_: string, node: string) => (calls.push(`detail ${node}`), { node: asked(node), slice: { node_id: node, selected_items: [] } }),
    StopBranch: async () => {
      throw new Error('{"message":"it is over","kind":"usage"}');
    },
  };
  const told = { follow: (_: string, seq: number, take: Take) => ((from = seq), (tell = take), () => {}), watch: (take: Take) => ((watch = take), () => {}) };
  const run = new ExploreRun('r', engine as never, told as never, { connected: () => true, onConnection: (hear: (up: boolean) => void) => ((line = hear), () => {}) } as never);
  const stop = run.start();
  const settle = () => vi.advanceTimersByTimeAsync(1200);
  await settle();
  return { run, calls, stop, settle, from: () => from, tell: (...batch: Event[]) => tell(batch), changed: () => watch([event(0, 'runs.changed')]), back: () => line(true), stand: (next: Partial<desk.Explored>) => (explored = { ...explored, ...next }) };
}

it('takes up what was said before and adds what is said from there on, in order, each once', async () => {
  const { run, tell, from, stand, settle } = await follow();
  expect([from(), run.thoughts.map((one) => one.text)]).toEqual([5, ['thought 5']]);
  stand({ seq: 8, tree: [asked('1', 'decomposed'), asked('1.1')] });
  tell(event(6, 'explore.judged', { node_id: '1', text: 'judged' }), event(7, 'node.finished', { text: 'no thought' }), event(8, 'context_for_node_ready', { node_id: '1.1', text: 'ready' }));
  await settle();
  expect(run.thoughts.map((one) => [one.node, one.text])).toEqual([['', 'thought 5'], ['1', 'judged'], ['1.1', 'ready']]);
  expect(run.tree.map((node) => node.id)).toEqual(['1', '1.1']);
});

it('says once what happened while the first tree was read', async () => {
  const { run, tell } = await follow({ seq: 5, thoughts: [thought(5), thought(6)] });
  tell(event(6, 'explore.searched', { text: 'thought 6' }), event(7, 'explore.searched', { text: 'thought 7' }));
  expect(run.stream.map((one) => one.seq)).toEqual([5, 6, 7]);
});

it('shows which page of a file is being read, one line for all of them, until something lasting is said', async () => {
  const { run, tell, stand, settle } = await follow();
  const lines = () => run.stream.map((one) => one.text);
  const at = (second: number, event: Event): Event => ({ ...event, at: `2026-01-02T03:04:${second}Z` });
  const leafing = (page: number) => at(page, event(0, 'explore.leafing', { file: 'a.pdf', page, pages: 60, text: `page ${page}` }));
  tell(leafing(13), leafing(17));
  expect(lines()).toEqual(['thought 5', 'page 17']);
  tell(leafing(22));
  expect(lines()).toEqual(['thought 5', 'page 22']);
  tell(at(31, event(6, 'context_binding_parsing_file_completed', { text: 'read' })), leafing(30));
  expect(lines()).toEqual(['thought 5', 'read']);
  tell(event(7, 'node.finished'), leafing(40));
  expect(lines()).toEqual(['thought 5', 'read', 'page 40']);
  stand({ seq: 8, run: { status: 'paused', live: false } as desk.Run });
  tell(event(8, 'run.paused'));
  await settle();
  expect(lines()).toEqual(['thought 5', 'read']);
});

it('reads the tree once for all that happens in a while, and not at all for what it has', async () => {
  const { calls, tell, stand, settle } = await follow();
  const before = calls.length;
  tell(event(4, 'explore.searched', { text: 'old' }));
  await settle();
  expect(calls.length).toBe(before);
  stand({ seq: 20 });
  for (let seq = 10; seq <= 20; seq++) tell(event(seq, 'node.finished'));
  await settle();
  expect(calls.slice(before)).toEqual(['Explored']);
});

it('begins to follow once the engine answers again', async () => {
  const { run, changed, settle, from } = await follow({}, 1);
  expect([run.fault?.kind, from()]).toEqual(['unavailable', -1]);
  changed();
  await settle();
  expect([run.fault, from(), run.thoughts.length]).toEqual([null, 5, 1]);
});

it('reads what happened while the connection was gone', async () => {
  const { run, back, stand, settle } = await follow();
  stand({ run: { status: 'paused', live: false } as desk.Run });
  back();
  await settle();
  expect([run.stopped, run.working]).toEqual([true, false]);
});

it('reads a chosen question again when it changed, and leaves out what was asked anew', async () => {
  const { run, calls, tell, stand, settle } = await follow({ tree: [asked('1', 'decomposed'), asked('1.1'), asked('1.2', 'dropped')] });
  expect(run.tree.map((node) => node.id)).toEqual(['1', '1.1']);
  run.choose('1.1');
  await settle();
  expect(run.detail?.node.id).toBe('1.1');
  const before = calls.length;
  stand({ seq: 6, tree: [asked('1', 'decomposed'), asked('1.1', 'sufficient', 3)] });
  tell(event(6, 'explore.judged', { node_id: '1.1', text: 'yes' }));
  await settle();
  expect(calls.slice(before)).toEqual(['Explored', 'detail 1.1']);
});

it('has the context of the question entered last only while it is asked for', async () => {
  const off = await follow({ thoughts: [{ ...thought(5, '1'), kind: 'context_for_node_ready' }] });
  expect([off.run.debug, off.run.slice, off.calls.filter((call) => call.startsWith('detail'))]).toEqual([false, null, []]);
  const on = await follow({ summary: { ui_debug: true } as never, thoughts: [{ ...thought(5, '1'), kind: 'context_for_node_ready' }] });
  expect(on.run.slice?.node_id).toBe('1');
  on.tell(event(6, 'context_for_node_ready', { node_id: '1.2', text: 'ready', context_slice: { node_id: '1.2', mode: 'split_from_parent', selected_items: [] } }));
  expect(on.run.slice?.node_id).toBe('1.2');
  on.tell(event(7, 'report_context_attached', { items: 12, files: 2, text: 'attached' }));
  expect(on.run.items).toBe(12);
});

it('counts a run that waits for consent as none that rests, and one that nobody executes as interrupted', async () => {
  const waits = await follow({ run: { status: 'waiting', live: false } as desk.Run, consent: { question: 'q' } as desk.Consent });
  expect([waits.run.stopped, waits.run.consent?.question]).toEqual([false, 'q']);
  const cut = await follow({ run: { status: 'running', live: false } as desk.Run });
  expect([cut.run.interrupted, cut.run.stopped]).toEqual([true, true]);
});

it('says whether a wish was taken', async () => {
  const { run } = await follow();
  expect(await run.stop('1')).toBe(false);
  expect(run.sending).toBe(false);
});

it('the digest shows what a question was given though the settings come after the tree', async () => {
  let come = () => {};
  const late = new Promise<void>((done) => (come = done));
  const load = vi.spyOn(settings, 'load').mockImplementation(async () => {
    await late;
    settings.list = [{ name: 'UI_DEBUG', value: 'true' }] as never;
  });
  const { run, settle } = await follow({ thoughts: [{ ...thought(5, '1'), kind: 'context_for_node_ready' }] });
  expect(run.slice).toBeNull();
  come();
  await settle();
  await run.enter(); // its pane opens now
  expect(run.slice?.node_id).toBe('1');
  settings.list = null;
  load.mockRestore();
});

it('counts the searches and passages of a question whose search goes on, until it is read with them', async () => {
  const { run, tell, stand, settle } = await follow({ summary: { queries: 0, passages: 0 } as desk.Explored['summary'] });
  tell(event(0, 'explore.reading', { question: '1', queries: 8, passages: 17 }));
  expect(run.found).toEqual({ queries: 8, passages: 17 });
  stand({ seq: 6, tree: [asked('1', 'searched', 7)], summary: { queries: 8, passages: 19 } as desk.Explored['summary'] });
  tell(event(6, 'explore.searched', { node_id: '1', text: 'searched' }));
  await settle();
  expect(run.found).toEqual({ queries: 8, passages: 19 });
});

it('shows what is written of the report, also to who looks on late', async () => {
  const early = await follow({ draft: '' });
  early.tell(event(0, 'step.words', { step: 'report', text: 'One. ', reset: true }), event(0, 'step.words', { step: 'report', text: 'Two.' }));
  expect(early.run.paragraphs).toEqual(['One. Two.']);
  const late = await follow({ draft: 'One. ' });
  late.tell(event(0, 'step.words', { step: 'report', text: 'Two.' }));
  expect(late.run.paragraphs).toEqual(['One. ']);
  late.stand({ draft: 'One. Two.' });
  await late.settle();
  expect(late.run.paragraphs).toEqual(['One. Two.']);
});
