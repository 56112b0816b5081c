import { area } from './area';

/** Words of failures, by their kind; the engine's own words stand below them where they are in another language. */
export const trouble = area({
  en: {
    finished: 'Too late: this run is finished.',
    finishedHint: 'Begin anew from one of its steps, or ask further about its report.',
    internal: 'The program made a mistake.',
    usage: 'That is not possible as it was asked for.',
    notFound: 'That is not here, or not here any more.',
    locked: 'Something else is using it right now.',
    unreadable: 'The file cannot be read.',
    password: 'The file needs a password.',
    unavailable: 'A program that is needed for this does not answer.',
    storage: 'It could not be saved. Is there space on the disk?',
    cancelled: 'It was stopped.',
    denied: 'Your settings do not allow this.',
    says: 'The program says: {text}',
  },
  de: {
    finished: 'Zu spät: Dieser Lauf ist fertig.',
    finishedHint: 'Beginnen Sie ab einem seiner Schritte neu, oder fragen Sie zu seinem Bericht weiter.',
    internal: 'Dem Programm ist ein Fehler unterlaufen.',
    usage: 'So, wie es verlangt wurde, geht das nicht.',
    notFound: 'Das gibt es hier nicht oder nicht mehr.',
    locked: 'Etwas anderes benutzt es gerade.',
    unreadable: 'Die Datei lässt sich nicht lesen.',
    password: 'Die Datei braucht ein Passwort.',
    unavailable: 'Ein Programm, das dafür gebraucht wird, antwortet nicht.',
    storage: 'Es ließ sich nicht speichern. Ist noch Platz auf dem Datenträger?',
    cancelled: 'Es wurde angehalten.',
    denied: 'Ihre Einstellungen erlauben das nicht.',
    says: 'Das Programm meldet: {text}',
  },
});
