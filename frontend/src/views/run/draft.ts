import type { desk, research } from '../../backend';

/** Entry is a line of the plan while it is edited. key stays while it is moved; id 0 is a line that the engine does not know yet. */
export interface Entry {
  key: string;
  id: number;
  task: string;
  context: string;
}

export const entry = ({ id, task, context }: Pick<research.Item, 'id' | 'task' | 'context'>): Entry => ({ key: `i${id}`, id, task, context });

/** fresh is a new line; its task says what to look for too. */
export const fresh = (task: string, key: string): Entry => ({ key, id: 0, task: task.trim(), context: task.trim() });

/** moved puts the line at one place to another. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const goal = Math.max(0, Math.min(list.length - 1, to));
  if (from === goal || from < 0 || from >= list.length) return [...list];
  const rest = list.filter((_, i) => i !== from);
  return [...rest.slice(0, goal), list[from]!, ...rest.slice(goal)];
}

/** reworded changes the task of a line; a changed task is looked for by its own words. */
export function reworded(list: readonly Entry[], key: string, task: string): Entry[] {
  return list.map((one) => (one.key === key && one.task !== task ? { ...one, task, context: task } : one));
}

/** sent is what the engine gets: no empty lines. */
export const sent = (list: readonly Entry[]): research.PlanEntry[] =>
  list.filter((one) => one.task.trim()).map(({ id, task, context }) => ({ id, task: task.trim(), context: context.trim() }));

/** open says whether a line of a plan at work may still be changed. */
export const open = (item: research.Item, current: readonly number[]) => !item.worked && !item.completed && !item.dropped && !current.includes(item.id);

/** pending is the list as it will be once the run has read what it was told: an edited list takes its place, an added item comes last. */
export function pending(list: readonly Entry[], unread: readonly desk.Unread[]): Entry[] {
  return unread.reduce<Entry[]>((lines, one, n) => {
    if (one.kind === 'plan') return one.items.map((item, i) => (item.id ? entry(item) : fresh(item.task, `u${n}-${i}`)));
    return one.kind === 'add' ? [...lines, fresh(one.task, `u${n}`)] : lines;
  }, [...list]);
}
