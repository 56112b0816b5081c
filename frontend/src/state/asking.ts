import type { Event } from '../backend';
import { duration, ticking, number } from './time';
import { t, type Key } from './words.svelte';

/** Asking is how far a call of a model has come; times are in nanoseconds. */
export interface Asking {
  step: string;
  model: string;
  stage: 'waiting' | 'loading' | 'absent' | 'reading' | 'writing' | 'done';
  holder?: string;
  /** It is one of several calls that do the same thing. */
  part?: number;
  parts?: number;
  call: number;
  calls?: number;
  elapsed: number;
  prompt_tokens: number;
  reply_tokens: number;
  rate?: number;
  left?: number;
  /** It is `long` because of this call, which most such runs do not have or which reads much more than theirs. */
  unusual?: boolean;
  /** The run takes longer than was told before. */
  long?: boolean;
  /** The call is given up after that time if no answer comes. */
  gives_up?: number;
  /** Calls of the run so far, this one included as soon as the model is at it, and their tokens. */
  made: number;
  tokens: number;
  time: number;
}

/** toldOf is the call that a batch of events tells of last, be it over or not: of a run or a part of it; undefined when nothing is told. */
export const toldOf = (run: string, batch: readonly Event[]): Asking | undefined =>
  batch.findLast((event) => event.kind === 'step.asking' && (event.run === run || event.run.startsWith(`${run}/`)))?.data;

/** heardOf is the call that a batch of events tells of last; null once it is over, undefined when nothing is told. */
export function heardOf(run: string, batch: readonly Event[]): Asking | null | undefined {
  const last = toldOf(run, batch);
  return last?.stage === 'done' ? null : last;
}

const waits: Partial<Record<string, Key>> = {
  research: 'asking.waits_research',
  answer: 'asking.waits_answer',
  explore: 'asking.waits_explore',
  discover: 'asking.waits_discover',
  related: 'asking.waits_related',
};
const doing: Partial<Record<string, Key>> = {
  analyse: 'asking.analyse',
  clarify: 'asking.clarify',
  plan: 'asking.plan',
  queries: 'asking.queries',
  seek: 'asking.seek',
  judge: 'asking.judge',
  weigh: 'asking.weigh',
  settle: 'asking.settle',
  sift: 'asking.sift',
  sufficiency_node: 'asking.sufficiency_node',
  draft: 'asking.draft_step',
  report: 'asking.report',
  respond: 'asking.respond',
  check: 'asking.check',
  repair: 'asking.repair',
  context_preprocess_per_file: 'asking.context_preprocess_per_file',
  context_preprocess_aggregate: 'asking.context_preprocess_aggregate',
  context_split: 'asking.context_split',
  decompose: 'asking.decompose',
  look: 'asking.look',
  discover: 'asking.discover',
  discover_found: 'asking.discover_found',
  related: 'asking.related',
};
const unusual: Partial<Record<string, Key>> = { draft: 'asking.muchToTell', report: 'asking.muchToTell', respond: 'asking.muchToTell', weigh: 'asking.moreToRead', settle: 'asking.moreToRead', sift: 'asking.moreToRead', queries: 'asking.stillOpen', decompose: 'asking.stillOpen', check: 'asking.moreToCheck', repair: 'asking.moreToCheck' };
const of = (table: Partial<Record<string, Key>>, key: string) => (Object.hasOwn(table, key) ? table[key] : undefined);

/** callLine says what a call is for, or what it waits for. */
export function callLine(a: Asking): string {
  if (a.stage === 'waiting') return t(of(waits, a.holder ?? '') ?? 'asking.waits');
  if (a.stage === 'loading') return t('asking.loading', { model: a.model });
  if (a.stage === 'absent') return t('asking.absent');
  const step = t(of(doing, a.step) ?? 'asking.thinks');
  const does = a.parts ? t('asking.part', { doing: step, part: a.part ?? 0, parts: a.parts }) : step;
  return a.calls && a.calls >= a.call ? t('asking.lineOf', { model: a.model, doing: does, call: a.call, calls: a.calls }) : t('asking.line', { model: a.model, doing: does, call: a.call });
}

/** callLeft says how long its run still takes, "" when nobody knows. */
export function callLeft(a: Asking | null): string {
  if (!a) return '';
  const left = a.left ? t('ui.left', { time: duration(a.left / 1e6) }) : '';
  const why = a.long ? t((a.unusual && of(unusual, a.step)) || 'ui.longer') : '';
  return [why, left].filter(Boolean).join(', ');
}

/** callPace says how a call gets on: its clock, what is read, what is written and how fast. */
export function callPace(a: Asking): string {
  const parts = [ticking(a.elapsed / 1e6)];
  if (a.stage === 'reading') parts.push(t('asking.reads', { n: number(a.prompt_tokens) }));
  if (a.stage === 'writing' && a.rate) parts.push(t('asking.writes', { n: number(a.reply_tokens), rate: number(a.rate, 1) }));
  if (a.gives_up) parts.push(t('asking.silent', { time: ticking(a.gives_up / 1e6) }));
  return parts.join(' · ');
}
