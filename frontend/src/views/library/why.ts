import { cureOf, type Troubled } from '../../state/cure';
import { t, words } from '../../state/words.svelte';

/** why says why a file could not be read and what to do, in the person's language: never in the engine's where that is another. */
export function why(one: Troubled): string {
  const cure = cureOf(one);
  if (!cure) return words.language === 'en' || !one.reason ? one.reason.replaceAll('`', '') : t('cure.other');
  return [t(`cure.${cure}`), /version added before stays/i.test(one.reason) ? t('cure.older') : ''].filter(Boolean).join(' ');
}
