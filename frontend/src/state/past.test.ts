import { expect, it } from 'vitest';
import type { desk } from '../backend';
import { changed, groupOf, lined, marked, placeOf, resumable, runStanding } from './past';

const run = (id: string, more: Partial<desk.Run> = {}) => ({ id, status: 'finished', live: false, ...more }) as desk.Run;

it('tells an interrupted run from one at work', () => {
  expect(runStanding(run('a', { status: 'running', live: true }))).toBe('running');
  expect(runStanding(run('a', { status: 'running' }))).toBe('interrupted');
  expect(resumable(run('a', { status: 'running' }))).toBe(true);
  expect(resumable(run('a', { status: 'running', live: true }))).toBe(false);
  expect([groupOf(run('a')), groupOf(run('a', { status: 'failed' })), groupOf(run('a', { status: 'waiting' }))]).toEqual(['finished', 'stopped', 'open']);
});
it('puts follow-ups under what they follow, however deep, the oldest first', () => {
  const runs = [run('e', { forked_from: 'b' }), run('d', { meta: { follows: 'b' } }), run('c'), run('b', { meta: { follows: 'a' } }), run('a')];
  expect(lined(runs).map(({ run, depth, kind }) => `${run.id}${depth}${kind}`)).toEqual(['c0', 'a0', 'b1follow', 'd2follow', 'e2fork']);
});
it('keeps a follow-up whose parent is not in the list', () => {
  expect(lined([run('b', { meta: { follows: 'gone' } })]).map(({ run, depth }) => `${run.id}${depth}`)).toEqual(['b0']);
});
it('says what two plans do not share, but for what a run did by itself', () => {
  const plan = (...tasks: string[]) => tasks.map((task) => ({ task }));
  expect(changed(plan('a', 'b'), [...plan('b', 'c'), { task: 'd', gap: true }, { task: 'b (E1)', dig: 'E1' }, { task: 'e', dropped: true }])).toEqual({ added: ['c'], left: ['a'] });
  expect(changed(plan('a'), plan('a'))).toEqual({ added: [], left: [] });
  // What a run split off by itself was nobody's plan; a plan that is not made yet lacks nothing.
  expect(changed([{ task: 'a', subtasks: ['c'] }, ...plan('b', 'c')], plan('a'))).toEqual({ added: [], left: ['b'] });
  expect(changed(plan('a'), [])).toEqual({ added: [], left: [] });
});
it('marks words without regard to accents and capitals', () => {
  expect(marked('Für Einsatzkräfte gilt', 'KRAFTE fur')).toEqual([
    { text: 'Für', marked: true },
    { text: ' Einsatz', marked: false },
    { text: 'kräfte', marked: true },
    { text: ' gilt', marked: false },
  ]);
  expect(marked('nothing', '')).toEqual([{ text: 'nothing', marked: false }]);
});

it('shows an answer in its conversation, and a further question under the one that began it', () => {
  const answer = (id: string, more = {}) => run(id, { flow: 'answer', ...more });
  expect([placeOf(answer('a')), placeOf(answer('a', { status: 'running' })), placeOf(run('b')), placeOf(run('b', { status: 'waiting' }))]).toEqual(['ask', 'ask', 'report', 'run']);
  const runs = [answer('c', { meta: { ask: { conversation: 'a' } } }), answer('b', { meta: { ask: { conversation: 'a' } } }), answer('a', { meta: { ask: {} } })];
  expect(lined(runs).map(({ run, depth }) => `${run.id}${depth}`)).toEqual(['a0', 'b1', 'c1']);
});

it('shows a discovery by its cards, below the one that it goes on from', () => {
  const later = run('b', { flow: 'discover', status: 'finished', meta: { discover: { from: 'a' } } });
  const first = run('a', { flow: 'discover', status: 'finished' });
  expect([placeOf(first), placeOf({ ...first, status: 'paused' })]).toEqual(['discover', 'discover']);
  expect(lined([later, first]).map((line) => `${line.run.id}${line.depth}`)).toEqual(['a0', 'b1']);
});
