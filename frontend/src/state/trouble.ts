import type { Fault } from '../backend/fault';
import { cureOf, type Cure, type Troubled } from './cure';
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

/** What the engine names, and is said here in words of our own. */
const reasons = ['finished', 'empty', 'unread', 'not_yet', 'blank', 'vague', 'long', 'pasted', 'greeting'] as const;
const isReason = (name = ''): name is (typeof reasons)[number] => (reasons as readonly string[]).includes(name);

/** told says a failure in the person's language: what happened, and what to do. The engine's own words are English; in another language they stand second. */
export function told(fault: Pick<Fault, 'message' | 'kind' | 'hint'> & { reason?: string; here?: boolean }): { text: string; hint: string } {
  if (isReason(fault.reason)) return { text: t(`trouble.${fault.reason}`), hint: t(`trouble.${fault.reason}Hint`) };
  if (words.language === 'en' || fault.here || !kinds[fault.kind]) return { text: fault.message, hint: fault.hint };
  const cure = cureOf({ reason: `${fault.message} ${fault.hint}` });
  const said = [fault.message, fault.hint].filter(Boolean).join('. ');
  return { text: t(kinds[fault.kind]!), hint: [cure && t(`cure.${cure}`), said && t('trouble.says', { text: said })].filter(Boolean).join(' ') };
}

// An attached file is the person's again only by attaching it: reading or adding it once more, as of a document, helps nothing.
const attached: Partial<Record<Cure, Key>> = {
  password: 'cure.attachedPassword',
  scans: 'cure.attachedScans',
  garbled: 'cure.attachedGarbled',
  locked: 'cure.attachedLocked',
  moved: 'cure.attachedMoved',
  damaged: 'cure.attachedDamaged',
};

/** unread says why an attached file could not be read and what to do, in the person's language; "" for one with nothing the matter. */
export function unread({ error = '', trouble }: { error?: string | undefined; trouble?: Troubled['trouble'] }): string {
  if (!error) return '';
  const cure = cureOf({ reason: error, trouble });
  if (!cure) return words.language === 'en' ? error : t('cure.attachedOther');
  return t(attached[cure] ?? `cure.${cure}`);
}
