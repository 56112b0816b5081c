import type { desk } from '../../backend';
import type { Key } from '../../state/words.svelte';

/** Step is a position in a run that a person may want to begin from, in their words. */
export interface Step {
  seq: number;
  at: string;
  label: Key;
  /** round counts the steps of one name, where there are several. */
  round?: number;
}

const labels: Record<string, Key> = {
  analyse: 'report.stepAnalyse',
  clarify: 'report.stepClarify',
  plan: 'report.stepPlan',
  approve: 'report.stepApprove',
  reflect: 'report.stepRead',
  sweep: 'report.stepSwept',
  summarise: 'report.stepSummarised',
  rank: 'report.stepRanked',
  draft: 'report.stepDraft',
};

/** steps names the checkpoints that mean something to a person; of several of one kind in a row the last counts. */
export function steps(list: desk.Checkpoint[]): Step[] {
  const known = list.flatMap((point) => (labels[point.node] ? [{ seq: point.seq, at: point.at, label: labels[point.node]! }] : []));
  const kept = known.filter((step, n) => step.label !== known[n + 1]?.label || step.label === 'report.stepDraft');
  return kept.map((step, n) => {
    const alike = (one: Step) => one.label === step.label;
    return kept.filter(alike).length > 1 ? { ...step, round: kept.slice(0, n + 1).filter(alike).length } : step;
  });
}
