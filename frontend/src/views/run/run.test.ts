import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { desk } from '../../backend';
import { words } from '../../state/words.svelte';
import { entry, fresh, moved, open, pending, reworded, sent } from './draft';
import { now } from './now';
import { phases } from './phases';

const event = (kind: string, data: any = {}, seq = 1) => ({ seq, run: 'r', kind, at: '', data });
const item = (id: number, more = {}) => ({ id, task: `task ${id}`, context: '', completed: false, ...more });

function snapshot(status: string, phase: string, more: Record<string, unknown> = {}): desk.Snapshot {
  return {
    run: { status, live: status === 'running' },
    state: { phase, plan: [item(1, { worked: true, completed: true }), item(2), item(3), item(4, { dropped: true, worked: true })], current: 2, finish: '', ...more },
    evidence: [],
  } as unknown as desk.Snapshot;
}

afterEach(() => void (words.chosen = ''));

describe('now', () => {
  beforeEach(() => void (words.chosen = 'en'));
  const events = [event('research.item', item(2), 1), event('node.started', { node: 'follow' }, 2)];
  it('says what it does and why', () => {
    expect(now(snapshot('running', 'deep_context_extraction'), events)).toBe('Following references, because what was kept on “task 2” points to other places.');
  });
  it('names no single item where it works for several', () => {
    expect(now(snapshot('running', 'deep_context_extraction', { together: [3] }), events)).toBe('Following references, because what was kept for 2 items points to other places.');
  });
  it('says what it waits for before anything else', () => {
    expect(now({ ...snapshot('waiting', 'query_analysis'), clarify: { question: 'q' } } as desk.Snapshot, events)).toContain('Waiting for you');
    expect(now(snapshot('paused', 'deep_context_extraction'), events)).toContain('Paused');
  });
  it('knows a run that nobody executes', () => {
    const left = snapshot('running', 'deep_context_extraction');
    left.run.live = false;
    expect(now(left, events)).toContain('Interrupted');
  });
  it('says that it writes early', () => {
    expect(now(snapshot('running', 'synthesis_quality_assurance', { finish: 'person' }), [event('node.started', { node: 'draft' })])).toMatch(/^Writing early.*Writing the report/);
  });
});

describe('phases', () => {
  beforeEach(() => void (words.chosen = 'en'));
  const shown = (one: desk.Snapshot) => phases(one).map((phase) => `${phase.state} ${phase.label}`);
  it('counts items while it reads, without those dropped', () => {
    expect(shown(snapshot('running', 'deep_context_extraction'))).toEqual(['done Understood', 'done Planned, 3 items', 'now Reading, 2 of 3', 'todo Writing', 'todo Proving']);
  });
  it('says so where it reads for all items at once', () => {
    expect(shown(snapshot('running', 'deep_context_extraction', { current: 2, together: [3] }))).toContain('now Reading for 2 items');
  });
  it('is proving while a draft is checked', () => {
    const one = snapshot('running', 'synthesis_quality_assurance');
    expect(shown(one).slice(3)).toEqual(['now Writing', 'todo Proving']);
    expect(phases(one, true).slice(3).map((phase) => `${phase.state} ${phase.label}`)).toEqual(['done Written', 'now Proving']);
    expect(phases(snapshot('running', 'deep_context_extraction'), true)[2]!.state).toBe('now');
  });
  it('is done with all when it is finished', () => {
    expect(phases(snapshot('finished', 'done')).every((phase) => phase.state === 'done')).toBe(true);
  });
});

describe('the plan while it is edited', () => {
  const list = [item(1), item(2), item(3)].map(entry);
  const keys = (entries: { key: string }[]) => entries.map((one) => one.key).join(' ');
  it('moves a line and stays inside the list', () => {
    expect([keys(moved(list, 0, 1)), keys(moved(list, 2, 0)), keys(moved(list, 1, 99)), keys(moved(list, 0, -1)), keys(moved(list, 7, 0))]).toEqual(['i2 i1 i3', 'i3 i1 i2', 'i1 i3 i2', 'i1 i2 i3', 'i1 i2 i3']);
  });
  it('looks for a reworded line by its new words', () => {
    expect(reworded(list, 'i2', 'new')[1]).toEqual({ key: 'i2', id: 2, task: 'new', context: 'new' });
    expect(reworded(list, 'i2', 'task 2')[1]!.context).toBe('');
  });
  it('sends new lines without an id and no empty ones', () => {
    expect(sent([...list.slice(0, 1), fresh('  more ', 'n1'), fresh(' ', 'n2')])).toEqual([{ id: 1, task: 'task 1', context: '' }, { id: 0, task: 'more', context: 'more' }]);
  });
  it('lets only what was not begun be changed', () => {
    expect([item(1), item(2), item(3, { worked: true }), item(4, { dropped: true })].map((one) => open(one, [2]))).toEqual([true, false, false, false]);
  });
});

it('shows a plan at rest as it will be once the run has read what it was told', () => {
  const unread = (kind: string, more: object) => ({ kind, items: [], task: '', spot: {}, ...more }) as never;
  const list = [entry({ id: 1, task: 'one', context: '' }), entry({ id: 2, task: 'two', context: '' })];
  const shown = pending(list, [
    unread('add', { task: 'lost' }),
    unread('plan', { items: [{ id: 2, task: 'two', context: '' }, { id: 0, task: 'new', context: '' }] }),
    unread('dig', { spot: { evidence: 'E1' } }),
    unread('add', { task: 'last' }),
  ]);
  expect(shown.map((one) => `${one.id} ${one.task}`)).toEqual(['2 two', '0 new', '0 last']);
  expect(new Set(shown.map((one) => one.key)).size).toBe(3);
});
