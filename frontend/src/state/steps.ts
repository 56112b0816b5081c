import type { desk, Event } from '../backend';
import type { Key } from './words.svelte';

/** Step is a position in a run that a person may want to begin from, in their words, with what there was by then. */
export interface Step {
  seq: number;
  at: string;
  /** phase is the stop of the timeline that it belongs to. */
  phase: Key;
  label: Key;
  /** round counts rounds of questions, and drafts; unset where there is only one round. */
  round?: number;
  /** after is the draft whose gaps it works on; 0 before the first. */
  after: number;
  planned: number;
  /** edited is set for a plan that the person changed before approving it. */
  edited: boolean;
  kept: number;
  score: number;
}

/** Past is what tells how far a run was at a time. */
export interface Past {
  events: readonly Pick<Event, 'kind' | 'at' | 'data'>[];
  /** What there is by now: passages kept, and the scores of all drafts. */
  kept: number;
  scores: readonly number[];
}

const understand: Key = 'run.understanding';
const plan: Key = 'run.planning';
const read: Key = 'run.readingSoon';
const write: Key = 'run.writing';
const known: Record<string, { phase: Key; label: Key }> = {
  analyse: { phase: understand, label: 'report.stepAnalyse' },
  clarify: { phase: understand, label: 'report.stepClarify' },
  plan: { phase: plan, label: 'report.stepPlan' },
  approve: { phase: plan, label: 'report.stepApprove' },
  reflect: { phase: read, label: 'report.stepRead' },
  sweep: { phase: read, label: 'report.stepSwept' },
  summarise: { phase: write, label: 'report.stepSummarised' },
  rank: { phase: write, label: 'report.stepRanked' },
  draft: { phase: write, label: 'report.stepDraft' },
};

/** steps names the checkpoints that mean something to a person; of several of one kind in a row the last counts. */
export function steps(list: readonly desk.Checkpoint[], past: Past = { events: [], kept: 0, scores: [] }): Step[] {
  const events = past.events.map((event) => ({ ...event, at: Date.parse(event.at) }));
  // A round in which nothing was asked is none.
  const rounds = events.filter((event) => event.kind === 'question.answered' && event.data?.kind === 'clarify');
  const asks = (point: desk.Checkpoint, before: number) => !events.length || rounds.some((event) => event.at > before && event.at <= Date.parse(point.at));
  let clarified = -Infinity;
  const points = list.flatMap((point) => {
    if (!known[point.node]) return [];
    if (point.node === 'clarify') {
      if (!asks(point, clarified)) return [];
      clarified = Date.parse(point.at);
    }
    return [{ ...point, ...known[point.node]! }];
  });
  const kept = points.filter((one, n) => one.label !== points[n + 1]?.label || one.node === 'draft');
  const asked = kept.filter((one) => one.node === 'clarify');
  return kept.map((one): Step => {
    // What a fork began with is not in its events: counted is what came later, and taken off.
    const at = Date.parse(one.at);
    const later = (kind: string) => events.filter((event) => event.kind === kind && event.at > at).length;
    const planned = events.findLast((event) => event.kind === 'research.planned' && event.at <= at)?.data?.length ?? 0;
    const drafts = past.scores.length - later('research.scored');
    const round = one.node === 'draft' ? drafts || kept.filter((other) => other.node === 'draft').indexOf(one) + 1 : asked.length > 1 ? asked.indexOf(one) + 1 : 0;
    return {
      seq: one.seq,
      at: one.at,
      phase: one.phase,
      label: one.label,
      ...(round > 0 && { round }),
      after: one.phase === read || one.phase === write ? drafts : 0,
      planned: one.phase === plan ? planned : 0,
      edited: one.node === 'plan' && later('research.planned') > 0 && kept.some((other) => other.node === 'approve' && other.seq > one.seq),
      kept: one.phase === read || one.phase === write ? past.kept - later('research.kept') : 0,
      score: one.node === 'draft' ? (past.scores[drafts - 1] ?? 0) : 0,
    };
  });
}

/** stepAt is the step that a run stood at by one of its checkpoints; null when that means nothing to a person. */
export function stepAt(list: readonly desk.Checkpoint[], seq: number): Pick<Step, 'label' | 'round'> | null {
  return steps(list).findLast((step) => step.seq <= seq) ?? null;
}
