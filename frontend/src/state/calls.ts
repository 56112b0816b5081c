import type { budget } from '../backend';
import { t } from './words.svelte';

type Answered = Pick<budget.Spend, 'calls' | 'replayed'>;

/** earlier reports whether all that a model was to say is taken from earlier calls. */
export const earlier = ({ calls, replayed }: Answered) => replayed > 0 && replayed >= calls;

/** callsOf says how often a model was asked, and how much of that is taken from earlier calls; n is their number so far, where more is known of it than was read. */
export const callsOf = (spend: Answered, n = spend.calls) =>
  earlier(spend) && n <= spend.calls ? `${t('run.calls', { n })}. ${t('ask.earlier')}` : t('run.calls', { n }) + (spend.replayed ? `, ${t('ask.earlierSome', { n: spend.replayed })}` : '');
