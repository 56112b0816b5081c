import { expect, it } from 'vitest';
import type { desk } from '../../backend';
import { phases } from './phases';
import { elapsed } from './reading';

const asked = (phase: string, seen: string[], more = {}) => ({ phase, timeline: seen.map((phase) => ({ phase, at: '2026-01-01T00:00:05Z' })), ...more }) as unknown as desk.Asked;

it('says where a run stands; looking further only once it did', () => {
  const said = (one: desk.Asked) => phases(one).map(({ name, state }) => `${name} ${state}`);
  expect(said(asked('searching', ['planning', 'searching']))).toEqual(['planning done', 'searching now', 'reading todo', 'evaluating todo', 'synthesizing todo', 'finalizing todo']);
  expect(said(asked('reading', ['planning', 'searching', 'iterating', 'reading']))).toContain('iterating done');
  expect(new Set(phases(asked('done', [])).map((one) => one.state))).toEqual(new Set(['done']));
});

it('counts the time that a run works, and none while it waits', () => {
  const at = new Date('2026-01-01T00:00:09Z').getTime();
  const run = { status: 'running', live: true, created: '2026-01-01T00:00:00Z' };
  expect(elapsed(asked('reading', ['reading'], { run, stats: { total_millis: 2000 } }), at)).toBe(6000);
  // The test of its model does not count: it was over five seconds before.
  expect(elapsed(asked('planning', [], { run: { ...run, test: { state: 'passed', at: '2026-01-01T00:00:04Z' } }, stats: { total_millis: 0 } }), at)).toBe(5000);
  expect(elapsed(asked('planning', ['planning'], { run, consent: {}, stats: { total_millis: 2000 } }), at)).toBe(2000);
});
