import type { desk, research } from '../backend';
import type { Place } from './route';

/** Standing is how a run stands, as the history says it: its status, or interrupted when the program ended in the middle of it. */
export type RunStanding = 'queued' | 'running' | 'waiting' | 'paused' | 'finished' | 'cancelled' | 'failed' | 'interrupted';

export function runStanding(run: Pick<desk.Run, 'status' | 'live'>): RunStanding {
  return run.status === 'running' && !run.live ? 'interrupted' : (run.status as RunStanding);
}

/** answers says whether a run answered a question of a conversation, and wrote no report of its own accord. */
export const answers = (run: Pick<desk.Run, 'flow'>) => run.flow === 'answer';

/** explores says whether a run grew a tree of questions. */
export const explores = (run: Pick<desk.Run, 'flow'>) => run.flow === 'explore';

/** discovers says whether a run made cards of a query. */
export const discovers = (run: Pick<desk.Run, 'flow'>) => run.flow === 'discover';

/** workOf is the screen that shows how a run works: its conversation, its tree, its cards, or its plan and passages. */
export const workOf = (run: Pick<desk.Run, 'flow'>): Place => (answers(run) ? 'ask' : explores(run) ? 'explore' : discovers(run) ? 'discover' : 'run');

/** placeOf is the screen that shows a run: its conversation, its cards, its report, or how it works. */
export function placeOf(run: Pick<desk.Run, 'flow' | 'status'>): Place {
  return run.status === 'finished' && !answers(run) && !discovers(run) ? 'report' : workOf(run);
}

/** Group is which runs the history shows. */
export type Group = 'all' | 'open' | 'finished' | 'stopped';

/** groupOf puts a run into the group that a person looks for it in: what may go on, what has its report, what came to an end without. */
export function groupOf(run: Pick<desk.Run, 'status' | 'live'>): Exclude<Group, 'all'> {
  const how = runStanding(run);
  if (how === 'finished') return 'finished';
  return how === 'cancelled' || how === 'failed' ? 'stopped' : 'open';
}

/** resumable says whether a run can go on from where it is. */
export const resumable = (run: Pick<desk.Run, 'status' | 'live'>) => !run.live && ['paused', 'interrupted', 'failed', 'cancelled', 'queued'].includes(runStanding(run));

/** Line is a run in the list, with how deep it stands under the run that it follows. */
export interface Line {
  run: desk.Run;
  depth: number;
  /** Why it stands under another. */
  kind: '' | 'follow' | 'fork';
}

/** parentOf is the run that one follows, was forked from, or is part of. */
export function parentOf(run: desk.Run): { id: string; kind: 'follow' | 'fork' } | null {
  if (run.forked_from) return { id: run.forked_from, kind: 'fork' };
  const meta = run.meta as { follows?: string; ask?: { conversation?: string }; discover?: { from?: string } } | undefined;
  const id = meta?.follows || meta?.ask?.conversation || meta?.discover?.from || run.parent;
  return id ? { id, kind: 'follow' } : null;
}

/** lined puts follow-ups under the runs that they follow, oldest first; runs without a parent in the list keep their order. */
export function lined(runs: readonly desk.Run[]): Line[] {
  const there = new Set(runs.map((run) => run.id));
  const children = new Map<string, desk.Run[]>();
  const roots: desk.Run[] = [];
  for (const run of runs) {
    const parent = parentOf(run);
    if (parent && there.has(parent.id) && parent.id !== run.id) children.set(parent.id, [run, ...(children.get(parent.id) ?? [])]);
    else roots.push(run);
  }
  const lines: Line[] = [];
  const add = (run: desk.Run, depth: number) => {
    lines.push({ run, depth, kind: parentOf(run)?.kind ?? '' });
    for (const child of children.get(run.id) ?? []) add(child, depth + 1);
  };
  for (const root of roots) add(root, 0);
  return lines;
}

type Planned = Pick<research.Item, 'task' | 'dropped' | 'gap' | 'dig' | 'subtasks' | 'own'>;

/** changed names the tasks that only the newer of two plans has, and those that only the older has; what a run added by itself or dug for does not count, nor a plan that is not made yet. */
export function changed(older: readonly Planned[], newer: readonly Planned[]): { added: string[]; left: string[] } {
  const only = (plan: readonly Planned[], other: readonly Planned[]) => {
    const known = new Set(other.filter((item) => !item.dropped).map((item) => item.task));
    const split = new Set(plan.flatMap((item) => item.subtasks ?? []));
    return plan.filter((item) => !item.dropped && !item.gap && !item.dig && !known.has(item.task) && (item.own || !split.has(item.task))).map((item) => item.task);
  };
  return newer.length ? { added: only(newer, older), left: only(older, newer) } : { added: [], left: [] };
}

/** Piece is part of an extract; a marked one is a word that was looked for. */
export interface Piece {
  text: string;
  marked: boolean;
}

/** marked finds the words of a query in a text, without regard to accents and capitals. */
export function marked(text: string, query: string): Piece[] {
  const asked = query.split(/\s+/).map((word) => plain(word).join('')).filter(Boolean);
  const signs = plain(text);
  const flat = signs.join('');
  // Each sign of the flat text comes from one of the original's.
  const from = signs.flatMap((sign, i) => Array.from({ length: sign.length }, () => i));
  const hit = new Array<boolean>(signs.length).fill(false);
  for (const word of asked) {
    for (let at = flat.indexOf(word); at >= 0; at = flat.indexOf(word, at + word.length)) {
      for (let i = at; i < at + word.length; i++) hit[from[i]!] = true;
    }
  }
  const pieces: Piece[] = [];
  [...text].forEach((sign, i) => {
    const last = pieces.at(-1);
    if (last && last.marked === hit[i]) last.text += sign;
    else pieces.push({ text: sign, marked: hit[i] ?? false });
  });
  return pieces;
}

const plain = (text: string) => [...text].map((sign) => sign.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
