import { expect, it } from 'vitest';
import type { desk } from '../backend';
import { stepAt, steps } from './steps';

const at = (minute: number) => `2026-01-01T10:${String(minute).padStart(2, '0')}:00Z`;
const points = (...nodes: string[]) => nodes.map((node, seq): desk.Checkpoint => ({ seq, node, phase: '', at: at(seq) }));
const told = (...nodes: string[]) => steps(points(...nodes)).map(({ seq, label, round }) => [seq, label.replace('report.step', ''), round]);

it('counts rounds of questions, and drafts', () => {
  expect(told('clarify', 'analyse', 'clarify', 'plan', 'reflect', 'reflect', 'draft', 'reflect', 'draft')).toEqual([
    [0, 'Clarify', 1],
    [1, 'Analyse', undefined],
    [2, 'Clarify', 2],
    [3, 'Plan', undefined],
    [5, 'Read', undefined],
    [6, 'Draft', 1],
    [7, 'Read', undefined],
    [8, 'Draft', 2],
  ]);
});
it('keeps every draft and of other steps in a row the last; what means nothing to a person is left out', () => {
  expect(told('search', 'reflect', 'follow', 'reflect', 'draft', 'draft')).toEqual([
    [3, 'Read', undefined],
    [4, 'Draft', 1],
    [5, 'Draft', 2],
  ]);
});

const event = (kind: string, minute: number, data: unknown = {}) => ({ kind, at: at(minute), data });
const nodes = ['plan', 'reflect', 'draft', 'reflect', 'draft'];

it('says what there was by each step', () => {
  const events = [event('research.planned', 0, [1, 2, 3]), event('research.kept', 1), event('research.kept', 1), event('research.scored', 2), event('research.kept', 3), event('research.scored', 4)];
  const list = steps(points(...nodes), { events, kept: 3, scores: [210, 340] });
  expect(list.map(({ phase, planned, kept, after, score }) => [phase.replace('run.', ''), planned, kept, after, score])).toEqual([
    ['planning', 3, 0, 0, 0],
    ['readingSoon', 0, 2, 0, 0],
    ['writing', 0, 2, 1, 210],
    ['readingSoon', 0, 3, 1, 0],
    ['writing', 0, 3, 2, 340],
  ]);
});
it('counts rounds that asked something, and the plan as it was approved', () => {
  const events = [event('question.answered', 0, { kind: 'clarify' }), event('research.planned', 3, [1, 2, 3]), event('question.answered', 4, { kind: 'approve_plan' }), event('research.planned', 4, [1, 2, 3, 4])];
  const list = steps(points('clarify', 'analyse', 'clarify', 'plan', 'approve'), { events, kept: 0, scores: [] });
  expect(list.map(({ label, round, planned, edited }) => [label.replace('report.step', ''), round, planned, edited])).toEqual([
    ['Clarify', undefined, 0, false],
    ['Analyse', undefined, 0, false],
    ['Plan', undefined, 3, true],
    ['Approve', undefined, 4, false],
  ]);
});
it('counts in a fork what it began with', () => {
  const list = steps(points('reflect', 'draft'), { events: [event('research.scored', 1)], kept: 5, scores: [210, 340] });
  expect(list.map(({ kept, after, round, score }) => [kept, after, round, score])).toEqual([
    [5, 1, undefined, 0],
    [5, 2, 2, 340],
  ]);
});

it('names the step a fork began at', () => {
  const list = points('analyse', 'plan', 'approve', 'search', 'draft', 'reflect', 'draft', 'attribute');
  const named = [0, 2, 3, 7].map((seq) => stepAt(list, seq));
  expect(named.map((step) => step && [step.label, step.round])).toEqual([
    ['report.stepAnalyse', undefined],
    ['report.stepApprove', undefined],
    ['report.stepApprove', undefined],
    ['report.stepDraft', 2],
  ]);
  expect(stepAt(points('search'), 0)).toBeNull();
});
