import { describe, expect, it } from 'vitest';
import type { desk } from '../../backend';
import { kept, knownTo, leadsTo, parentOf, stateOf, tree, visible } from './hole';

const card = (id: string, via = '') => ({ id, via, name: 'Law.pdf', page: 7, score: 0.9 });
const held = (id: string, query: number, via = '') => ({ id, item: 1, query, via, score: 0.9, passage: `p${id}`, quotes: [] });

/** A run that found E1 by a query, followed "§ 5" from it to E2, and from there back to E1. */
const snapshot = {
  evidence: [card('E1'), card('E2', 'E1'), card('E3')],
  state: {
    plan: [
      { id: 1, task: 'limits', context: '', completed: true, worked: true },
      { id: 2, task: 'exceptions', context: '', completed: false },
    ],
    current: 2,
    queries: [{ item: 1, query: 'limit', hits: ['pE1', 'px'] }, { item: 1, query: 'dose', hits: ['pE3'] }],
    evidence: [held('E1', 0), held('E2', 0, 'E1'), held('E3', 1)],
    followed: [
      { item: 1, from: 'E1', kind: 'section', text: '§ 5', target: '§ 5', found: true, kept: ['E2'] },
      { item: 1, from: 'E2', kind: 'section', text: '§ 4', target: '§ 4', found: true, kept: ['E1'] },
    ],
    open: [{ from: 'E1', kind: 'external', text: 'ICRP 103', reason: 'not in the library' }],
    stopped: ['E3'],
  },
  unread: [],
} as unknown as desk.Snapshot;

describe('tree', () => {
  const nodes = tree(snapshot);

  it('leads from items over queries and evidence to where references go', () => {
    expect(visible(nodes, new Set()).map((node) => `${'-'.repeat(node.level)}${node.id}`)).toEqual([
      'i1', '-q0', '--E1', '---E1>0', '----E2', '-----E2>0', '---E1?0', '-q1', '--E3', 'i2',
    ]);
  });

  it('draws every piece of evidence once, although references lead in a circle', () => {
    expect(visible(nodes, new Set()).filter((node) => node.id === 'E1')).toHaveLength(1);
    expect(kept(nodes[0]!)).toBe(3);
  });

  it('says where the person stopped and why a reference was left', () => {
    const rows = visible(nodes, new Set());
    expect(rows.find((node) => node.id === 'E3')?.wish).toBe('stopped');
    expect(rows.find((node) => node.id === 'E1?0')?.reference?.reason).toBe('not in the library');
  });

  it('puts what the last look at everything found below that look', () => {
    const last = structuredClone(snapshot);
    last.evidence.push(card('E4') as never);
    last.state.queries.push({ item: 0, query: 'all', hits: ['pE4'] });
    last.state.evidence.push(held('E4', 2) as never);
    expect(visible(tree(last), new Set()).slice(-3).map((node) => `${'-'.repeat(node.level)}${node.id}`)).toEqual(['i2', 'q2', '-E4']);
  });

  it('says what a query found that was kept before', () => {
    const again = structuredClone(snapshot);
    again.state.queries.push({ item: 2, query: 'limit again', hits: ['pE1', 'pE3', 'px'] });
    expect(tree(again).map(knownTo)).toEqual([0, 2]);
    again.state.queries.unshift({ item: 2, query: 'asked first', hits: ['pE1', 'pE3'] });
    again.state.evidence.forEach((one) => (one.query += 1));
    expect(visible(tree(again), new Set()).find((node) => node.id === 'q0')?.known).toBe(0);
  });

  it('marks what was ordered at once, and how far it came', () => {
    const marks = (change: (wished: typeof snapshot) => void) => {
      const wished = structuredClone(snapshot);
      change(wished);
      return visible(tree(wished), new Set()).flatMap((node) => (node.wish ? [`${node.id} ${node.wish}`] : []));
    };
    const dug = { id: 3, task: 'limits (E1)', context: '', dig: 'E1', completed: false };
    const order = (kind: string, evidence: string) => ({ kind, spot: { evidence } }) as never;
    expect(marks((run) => run.unread.push(order('dig', 'E3')))).toEqual(['E3 dig']);
    expect(marks((run) => run.unread.push(order('dig', 'E1'), order('stop_here', 'E1')))).toEqual(['E1 stopped', 'E3 stopped']);
    expect(marks((run) => run.state.plan.push(dug))).toEqual(['E1 dig', 'E3 stopped']);
    expect(marks((run) => run.state.plan.push({ ...dug, id: 2 }))).toContain('E1 digging');
    expect(marks((run) => run.state.plan.push({ ...dug, worked: true }))).toContain('E1 dug');
    expect(marks((run) => run.state.plan.push({ ...dug, dropped: true }))).toEqual(['E3 stopped']);
  });

  it('strikes an item that the run has yet to hear is dropped', () => {
    const dropped = structuredClone(snapshot);
    dropped.state.current = 0;
    dropped.unread.push({ kind: 'stop_here', spot: { item: 2 } } as never);
    expect(tree(dropped).map((node) => node.state)).toEqual(['done', 'dropped']);
  });

  it('folds away what is below a closed node', () => {
    expect(visible(nodes, new Set(['E1', 'q1'])).map((node) => node.id)).toEqual(['i1', 'q0', 'E1', 'q1', 'i2']);
  });

  it('knows the way up', () => {
    expect(parentOf(nodes, 'E2')?.id).toBe('E1>0');
    expect(parentOf(nodes, 'i2')).toBeNull();
    expect(parentOf(nodes, 'nowhere')).toBeUndefined();
  });
});

describe('leadsTo', () => {
  it.each([
    ['Sections 6.1', 'Sections 6.1 (Section 6.1)', ''],
    ['§ 5', '§ 5', ''],
    ['this Act', 'this Act (Radiation Protection Act)', 'Radiation Protection Act'],
    ['Article 6', 'Article 6 (Section 2)', 'Section 2'],
    ['Anlage 4 Tabelle 1', 'Anlage 4 Tabelle 1 (Anlage 4)', ''],
    ['RFC 9000', '', ''],
  ])('beside “%s”, “%s” says “%s”', (text, target, said) => expect(leadsTo({ text, target })).toBe(said));
});

describe('stateOf', () => {
  it.each([
    [{ id: 1, completed: true }, 0, 'done'],
    [{ id: 1, completed: false }, 1, 'working'],
    [{ id: 1, completed: false, worked: true }, 0, 'lacking'],
    [{ id: 1, completed: false, dropped: true, worked: true }, 0, 'dropped'],
    [{ id: 1, completed: false }, 2, 'todo'],
  ])('%o while %d is worked on is %s', (item, current, state) => {
    expect(stateOf({ task: "", context: "", ...item }, [current])).toBe(state);
  });
});
