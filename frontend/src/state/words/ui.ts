import { area } from './area';

/** Words that building blocks and formats share. */
export const ui = area({
  close: ['Close', 'Schließen'],
  cancel: ['Cancel', 'Abbrechen'],
  retry: ['Try again', 'Erneut versuchen'],
  more: ['More', 'Mehr'],
  loading: ['Loading', 'Lädt'],
  proven: ['proven', 'belegt'],
  contradicted: ['contradicted', 'widersprochen'],
  unproven: ['unproven', 'unbelegt'],
  shortened: ['shortened', 'gekürzt'],
  page: ['p. {page}', 'S. {page}'],
  pages: ['pp. {page}', 'S. {page}'],
  inPdf: ['PDF {pages}', 'PDF-{pages}'],
  left: ['{time} left', 'noch {time}'],
  longer: ['longer than expected', 'länger als erwartet'],
  safe: ['What is safe', 'Was erhalten bleibt'],
  todo: ['What to do', 'Was zu tun ist'],
});
