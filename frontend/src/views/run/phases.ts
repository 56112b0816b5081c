import type { desk, Event } from '../../backend';
import { upTo, type Phase } from '../../state/phases';
import { t } from '../../state/words.svelte';
import { working } from './hole';

export const names = ['query_analysis', 'research_planning', 'deep_context_extraction', 'synthesis_quality_assurance', 'source_attribution'] as const;
type Name = (typeof names)[number];

/** doing is the step that a run began last, "" before the first. */
export const doing = (events: readonly Event[]): string => events.findLast((event) => event.kind === 'node.started')?.data?.node ?? '';

/** doingNow is the step that a run is at. One that asks nothing back plans in its first call; else that call serves to ask, and the plan comes after. */
export const doingNow = (run: { asking: { step: string } | null; events: readonly Event[] }, snapshot: desk.Snapshot): string =>
  (snapshot.state.settings.unattended && run.asking?.step) || doing(run.events);

/**
 * phases says how far a run is on its way from the question to the proven report; the label says it with its counts. A run is read as it stood after its last step:
 * one that has begun to plan is planning, and a draft that is being checked is being proven.
 */
export function phases(snapshot: desk.Snapshot, checking = false, step = ''): (Phase<Name> & { label: string })[] {
  const { run, state } = snapshot;
  const finished = run.status === 'finished' || state.phase === 'done';
  const plans = state.phase === 'query_analysis' && (step === 'plan' || step === 'approve');
  const phase = plans ? 'research_planning' : checking && state.phase === 'synthesis_quality_assurance' ? 'source_attribution' : state.phase;
  const at = finished ? names.length : Math.max(0, names.indexOf(phase as Name));
  return upTo(names, at).map((phase) => ({ ...phase, label: label(phase, snapshot) }));
}

function label({ name, state: stands }: Phase<Name>, { state }: desk.Snapshot): string {
  const plan = state.plan.filter((item) => !item.dropped);
  const worked = plan.filter((item) => item.worked).length;
  switch (name) {
    case 'query_analysis':
      return t(stands === 'done' ? 'run.understood' : 'run.understanding');
    case 'research_planning':
      return stands === 'done' ? t('run.planned', { n: plan.length }) : t('run.planning');
    case 'deep_context_extraction':
      if (stands === 'done') return t('run.read', { n: worked });
      if (stands === 'now' && working(state).length > 1) return t('run.readingAll', { n: working(state).length });
      return stands === 'now' && plan.length ? t('run.reading', { at: Math.min(plan.length, worked + 1), n: plan.length }) : t('run.readingSoon');
    case 'synthesis_quality_assurance':
      return t(stands === 'done' ? 'run.written' : 'run.writing');
    default:
      return t(stands === 'done' ? 'run.proved' : 'run.proving');
  }
}
