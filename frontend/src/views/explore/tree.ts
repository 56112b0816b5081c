import type { desk } from '../../backend';
import type { Key } from '../../state/words.svelte';
import type { Branch } from './tidy';

/** Standing is how a question stands, as the map shows it by shape, colour and word. */
export type Standing = 'open' | 'left' | 'working' | 'answered' | 'gaps' | 'split' | 'merged' | 'stopped';

const standings: Record<string, Standing> = { open: 'open', searched: 'working', judged: 'working', sufficient: 'answered', gaps: 'gaps', decomposed: 'split', merged: 'merged', stopped: 'stopped', unsearched: 'left' };

/** standing says how a question stands; in a run that is over, what was not begun was not reached. */
export function standing(node: Pick<desk.ExploredNode, 'status'> & Partial<Pick<desk.ExploredNode, 'answered'>>, over = false): Standing {
  if (node.answered) return 'answered';
  const how = standings[node.status] ?? 'open';
  return over && (how === 'open' || how === 'working') ? 'left' : how;
}

export const words: Record<Standing, Key> = {
  open: 'node.stateOpen',
  left: 'node.stateLeft',
  working: 'node.stateWorking',
  answered: 'node.stateAnswered',
  gaps: 'node.stateGaps',
  split: 'node.stateSplit',
  merged: 'node.stateMerged',
  stopped: 'node.stateStopped',
};

/** Twig is a question with all that are below it. */
export interface Twig extends Branch {
  node: desk.ExploredNode;
  children: Twig[];
}

/** grow makes the tree of its questions, which stand behind their parents; one whose parent is gone is left out. */
export function grow(nodes: readonly desk.ExploredNode[]): Twig[] {
  const twigs = new Map<string, Twig>();
  const roots: Twig[] = [];
  for (const node of nodes) {
    const twig: Twig = { id: node.id, node, children: [] };
    if (!node.parent) roots.push(twig);
    else if (twigs.has(node.parent)) twigs.get(node.parent)!.children.push(twig);
    else continue;
    twigs.set(node.id, twig);
  }
  return roots;
}

/** pruned leaves out what lies below closed questions. */
export const pruned = (twigs: readonly Twig[], closed: ReadonlySet<string>): Twig[] => twigs.map((twig) => ({ ...twig, children: closed.has(twig.id) ? [] : pruned(twig.children, closed) }));

/** Row is a question as the keyboard walks them, from above to below. */
export interface Row {
  twig: Twig;
  level: number;
  size: number;
  place: number;
}

/** rows lists questions in reading order, each with its place among its sisters. */
export function rows(twigs: readonly Twig[], level = 1): Row[] {
  return twigs.flatMap((twig, i) => [{ twig, level, size: twigs.length, place: i + 1 }, ...rows(twig.children, level + 1)]);
}

/** below counts the questions under each. */
export function below(twigs: readonly Twig[]): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (twig: Twig): number => {
    const n = twig.children.reduce((sum, child) => sum + 1 + count(child), 0);
    counts.set(twig.id, n);
    return n;
  };
  twigs.forEach(count);
  return counts;
}

/** dead says whether a question cannot be dug at: the engine refuses it. */
export const dead = (node: Pick<desk.ExploredNode, 'status'>) => node.status === 'merged' || node.status === 'stopped';

/** asked writes a question as one: the engine keeps clauses of a question as they stood in it. */
export function asked(question: string): string {
  const text = question.trim();
  return text && text[0]!.toLocaleUpperCase() + text.slice(1) + (/[?.!…:]$/.test(text) ? '' : '?');
}
