import { cureOf } from '../../state/cure';
import { t } from '../../state/words.svelte';

/** why says why a file could not be read and what to do, in the person's language where it is known. */
export function why(reason: string): string {
  const cure = cureOf(reason);
  return cure ? t(`cure.${cure}`) : reason.replaceAll('`', '');
}
