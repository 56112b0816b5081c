import { cureOf } from '../../state/cure';
import { t, words } from '../../state/words.svelte';

/** why says why a file could not be read and what to do, in the person's language; what is not known is told as the program says it. */
export function why(reason: string): string {
  const cure = cureOf(reason);
  const plain = reason.replaceAll('`', '');
  if (!cure) return words.language === 'en' || !plain ? plain : t('trouble.says', { text: plain });
  return [t(`cure.${cure}`), /version added before stays/i.test(reason) ? t('cure.older') : ''].filter(Boolean).join(' ');
}
