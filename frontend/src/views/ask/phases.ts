import type { desk } from '../../backend';

/** names are the phases of a run that answers, in the order in which they come. */
const names = ['planning', 'searching', 'reading', 'evaluating', 'iterating', 'synthesizing', 'finalizing'] as const;

export interface Phase {
  name: (typeof names)[number];
  state: 'done' | 'now' | 'todo';
}

/** nowLine says what a run does at the moment, in the language of the interface: in the engine's words where it speaks the same. */
export function nowLine(asked: Pick<desk.Asked, 'language' | 'timeline'>, language: string, word: (name: Phase['name']) => string): string {
  const last = asked.timeline.at(-1);
  if (!last) return '';
  if (asked.language === language && last.message) return last.message;
  return names.some((name) => name === last.phase) ? word(last.phase as Phase['name']) : '';
}

/** phases says where a run stands; that it looked further is only said once it did. */
export function phases(asked: desk.Asked): Phase[] {
  const at = asked.phase === 'done' ? names.length : names.indexOf(asked.phase as Phase['name']);
  const seen = new Set(asked.timeline.map((one) => one.phase));
  return names
    .map((name, i): Phase => ({ name, state: i < at ? 'done' : i === at ? 'now' : 'todo' }))
    .filter(({ name }) => name !== 'iterating' || seen.has(name) || asked.phase === name)
    .map((phase) => (phase.name === 'iterating' && phase.state === 'todo' ? { ...phase, state: 'done' } : phase));
}
