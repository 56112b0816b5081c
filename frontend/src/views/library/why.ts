import { cureOf } from '../../state/cure';
import { t } from '../../state/words.svelte';

/** why says why a file could not be read and what to do, in the person's language where it is known. */
export function why(reason: string): string {
  const cure = cureOf(reason);
  switch (cure) {
    case '':
      return reason.replaceAll('`', '');
    case 'password':
      return t('library.curePassword');
    case 'locked':
      return t('library.cureLocked');
    case 'scans':
      return t('library.cureScans');
    case 'unseen':
      return t('library.cureUnseen');
    case 'empty':
      return t('library.cureEmpty');
    case 'pages':
      return t('library.curePages');
    case 'noText':
      return t('library.cureNoText');
    case 'changed':
      return t('library.cureChanged');
    case 'denied':
      return t('library.cureDenied');
    case 'moved':
      return t('library.cureMoved');
    case 'type':
      return t('library.cureType');
    case 'damaged':
      return t('library.cureDamaged');
    case 'nothing':
      return t('library.cureNothing');
    case 'waiting':
      return t('library.cureWaiting');
    case 'meaning':
      return t('library.cureMeaning');
  }
}
