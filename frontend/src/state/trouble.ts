import type { Fault } from '../backend/fault';
import { cureOf } from './cure';
import { t, words, type Key } from './words.svelte';

const kinds: Record<string, Key> = {
  internal: 'trouble.internal',
  usage: 'trouble.usage',
  not_found: 'trouble.notFound',
  locked: 'trouble.locked',
  unreadable: 'trouble.unreadable',
  password: 'trouble.password',
  unavailable: 'trouble.unavailable',
  storage: 'trouble.storage',
  cancelled: 'trouble.cancelled',
  denied: 'trouble.denied',
};

/** told says a failure in the person's language: what happened, and what to do. The engine's own words are English; in another language they stand second. */
export function told(fault: Pick<Fault, 'message' | 'kind' | 'hint' | 'reason' | 'here'>): { text: string; hint: string } {
  if (fault.reason === 'finished') return { text: t('trouble.finished'), hint: t('trouble.finishedHint') };
  if (words.language === 'en' || fault.here || !kinds[fault.kind]) return { text: fault.message, hint: fault.hint };
  const cure = cureOf({ reason: `${fault.message} ${fault.hint}` });
  const said = [fault.message, fault.hint].filter(Boolean).join('. ');
  return { text: t(kinds[fault.kind]!), hint: [cure && t(`cure.${cure}`), said && t('trouble.says', { text: said })].filter(Boolean).join(' ') };
}
