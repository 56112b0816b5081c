import { area } from './area';

/** Words that building blocks and formats share. */
export const ui = area({
  en: {
    close: 'Close',
    cancel: 'Cancel',
    retry: 'Try again',
    remove: 'Remove',
    save: 'Save',
    more: 'More',
    loading: 'Loading',
    search: 'Search',
    clear: 'Clear',
    proven: 'proven',
    contradicted: 'contradicted',
    unproven: 'unproven',
    left: '{time} left',
    safe: 'What is safe',
    todo: 'What to do',
  },
  de: {
    close: 'Schließen',
    cancel: 'Abbrechen',
    retry: 'Erneut versuchen',
    remove: 'Entfernen',
    save: 'Speichern',
    more: 'Mehr',
    loading: 'Lädt',
    search: 'Suchen',
    clear: 'Leeren',
    proven: 'belegt',
    contradicted: 'widersprochen',
    unproven: 'unbelegt',
    left: 'noch {time}',
    safe: 'Was erhalten bleibt',
    todo: 'Was zu tun ist',
  },
});
