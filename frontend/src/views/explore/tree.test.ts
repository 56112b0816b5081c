import { describe, expect, it } from 'vitest';
import type { desk } from '../../backend';
import { asked, below, grow, pruned, rows, standing } from './tree';

const node = (id: string, status = 'open') => ({ id, parent: id.slice(0, id.lastIndexOf('.')), status }) as desk.ExploredNode;
const tree = grow(['1', '1.1', '1.2', '1.1.1', '1.1.q1', '2.1'].map((id) => node(id)));
const ids = (list: ReturnType<typeof rows>) => list.map(({ twig, level, place, size }) => `${twig.id} ${level} ${place}/${size}`);

describe('the tree of questions', () => {
  it('is read from above to below, each with its level and its place among its sisters', () => {
    expect(ids(rows(tree))).toEqual(['1 1 1/1', '1.1 2 1/2', '1.1.1 3 1/2', '1.1.q1 3 2/2', '1.2 2 2/2']);
  });
  it('hides what is below a folded question and still counts it', () => {
    expect(ids(rows(pruned(tree, new Set(['1.1']))))).toEqual(['1 1 1/1', '1.1 2 1/2', '1.2 2 2/2']);
    expect([...below(tree)].map(([id, n]) => `${id}:${n}`).sort()).toEqual(['1.1.1:0', '1.1.q1:0', '1.1:2', '1.2:0', '1:4']);
  });
  it('writes a clause as the question it is, and leaves a question alone', () => {
    expect(['who pays for it', 'Who pays?', 'Rules and exceptions.', 'überall …', ''].map(asked)).toEqual(['Who pays for it?', 'Who pays?', 'Rules and exceptions.', 'Überall …', '']);
  });
  it('tells what is to come from what a run that is over never reached', () => {
    expect(['open', 'searched', 'judged', 'sufficient', 'gaps', 'decomposed', 'merged', 'stopped', 'unsearched', 'new'].map((status) => standing({ status }))).toEqual(['open', 'working', 'working', 'answered', 'gaps', 'split', 'merged', 'stopped', 'left', 'open']);
    expect(standing({ status: 'decomposed', answered: true })).toEqual('answered');
    expect(['open', 'searched', 'sufficient'].map((status) => standing({ status }, true))).toEqual(['left', 'left', 'answered']);
  });
});
