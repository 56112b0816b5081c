import type { ExploreRun } from '../../state/explore.svelte';
import { says } from '../../state/exploring';
import { t } from '../../state/words.svelte';

/** reporting: the report is being written, or is. */
export const reporting = (run: ExploreRun) => run.thoughts.findLast((one) => one.kind === says.ready || one.kind === says.attached)?.kind === says.attached;

/** now says in one sentence what an exploration is doing: its last thought, or why there is none. */
export function now(run: ExploreRun): string {
  if (run.interrupted) return t('explore.nowInterrupted');
  if (run.finished) return t('explore.nowFinished');
  if (run.consent) return t('explore.nowConsent');
  if (run.status === 'paused') return t('explore.nowPaused');
  if (run.status === 'cancelled') return t('explore.nowCancelled');
  if (run.status === 'failed') return t('explore.nowFailed');
  if (reporting(run)) return t('explore.nowReport');
  return run.stream.at(-1)?.text ?? t(run.status === 'queued' ? 'explore.nowQueued' : 'explore.nowBegins');
}
