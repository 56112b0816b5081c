import type { desk } from '../../backend';
import { upTo, type Phase } from '../../state/phases';

/** names are the phases of a run that answers, in the order in which they come. */
const names = ['planning', 'searching', 'reading', 'evaluating', 'iterating', 'synthesizing', 'finalizing'] as const;
type Name = (typeof names)[number];

/** nowLine says what a run does at the moment, in the language of the interface: in the engine's words where it speaks the same. */
export function nowLine(asked: Pick<desk.Asked, 'language' | 'timeline'>, language: string, word: (name: Name) => string): string {
  const last = asked.timeline.at(-1);
  if (!last) return '';
  if (asked.language === language && last.message) return last.message;
  return names.some((name) => name === last.phase) ? word(last.phase as Name) : '';
}

/** phases says where a run stands; that it looked further is only said once it did. */
export function phases(asked: desk.Asked): Phase<Name>[] {
  const at = asked.phase === 'done' ? names.length : names.indexOf(asked.phase as Name);
  const seen = new Set(asked.timeline.map((one) => one.phase));
  return upTo(names, at)
    .filter(({ name }) => name !== 'iterating' || seen.has(name) || asked.phase === name)
    .map((phase) => (phase.name === 'iterating' && phase.state === 'todo' ? { ...phase, state: 'done' } : phase));
}
