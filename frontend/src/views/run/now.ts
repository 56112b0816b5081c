import type { Event, desk } from '../../backend';
import { brief } from '../../state/narration';
import { t, type Key } from '../../state/words.svelte';
import { working } from './hole';

const doing: Record<string, Key> = {
  analyse: 'run.nowAnalyse',
  clarify: 'run.nowClarify',
  plan: 'run.nowMakePlan',
  approve: 'run.nowPlan',
  next: 'run.nowNext',
  search: 'run.nowSearch',
  consent: 'run.nowConsent',
  browse: 'run.nowBrowse',
  fetch: 'run.nowFetch',
  read: 'run.nowRead',
  follow: 'run.nowFollow',
  reflect: 'run.nowReflect',
  sweep: 'run.nowSweep',
  summarise: 'run.nowSummarise',
  rank: 'run.nowRank',
  draft: 'run.nowDraft',
  attribute: 'run.nowAttribute',
};

// A model reads for several items at once.
const together: Record<string, Key> = { search: 'run.nowSearchAll', read: 'run.nowReadAll', follow: 'run.nowFollowAll', reflect: 'run.nowReflectAll' };

/** now says in one sentence what a run is doing and why. */
export function now(snapshot: desk.Snapshot, events: Event[]): string {
  const { run, state } = snapshot;
  if (run.status === 'running' && !run.live) return t('run.nowInterrupted');
  if (run.status === 'finished') return t('run.nowFinished', { n: snapshot.evidence.length });
  if (run.status === 'paused') return t('run.nowPaused');
  if (run.status === 'cancelled') return t('run.nowCancelled');
  if (run.status === 'failed') return t('run.nowFailed');
  if (snapshot.clarify) return t('run.nowAsks');
  if (snapshot.approve) return t('run.nowPlan');
  if (snapshot.consent) return t('run.nowConsent');
  const node: string = events.findLast((event) => event.kind === 'node.started')?.data?.node ?? '';
  if (!node) return t(run.status === 'queued' ? 'run.nowQueued' : 'run.nowOther');
  const begun = events.findLast((event) => event.kind === 'research.item')?.data?.task;
  const task = brief(begun ?? state.plan.find((item) => item.id === state.current)?.task, 56);
  const n = working(state).length;
  const line = t((n > 1 && together[node]) || (doing[node] ?? 'run.nowOther'), { task, n });
  return state.finish && node !== 'attribute' ? `${t('run.nowEarly')} ${line}` : line;
}
