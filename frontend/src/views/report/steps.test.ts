import { expect, it } from 'vitest';
import type { desk } from '../../backend';
import { steps } from './steps';

const points = (...nodes: string[]) => nodes.map((node, seq): desk.Checkpoint => ({ seq, node, phase: '', at: '' }));
const told = (...nodes: string[]) => steps(points(...nodes)).map(({ seq, label, round }) => [seq, label.replace('report.step', ''), round]);

it('counts the steps of one name, where there are several', () => {
  expect(told('clarify', 'analyse', 'clarify', 'plan', 'reflect', 'reflect', 'draft', 'reflect', 'draft')).toEqual([
    [0, 'Clarify', 1],
    [1, 'Analyse', undefined],
    [2, 'Clarify', 2],
    [3, 'Plan', undefined],
    [5, 'Read', 1],
    [6, 'Draft', 1],
    [7, 'Read', 2],
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
