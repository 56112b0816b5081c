import { area } from './area';

/** Words of failures, by their kind; the engine's own words stand below them where they are in another language. */
export const trouble = area({
  finished: ['Too late: this run is finished.', 'Zu spät: Dieser Lauf ist fertig.'],
  finishedHint: ['Begin anew from one of its steps, or ask further about its report.',
    'Beginnen Sie ab einem seiner Schritte neu, oder fragen Sie zu seinem Bericht weiter.'],
  internal: ['The program made a mistake.', 'Dem Programm ist ein Fehler unterlaufen.'],
  usage: ['That is not possible as it was asked for.', 'So, wie es verlangt wurde, geht das nicht.'],
  notFound: ['That is not here, or not here any more.', 'Das gibt es hier nicht oder nicht mehr.'],
  locked: ['Something else is using it right now.', 'Etwas anderes benutzt es gerade.'],
  unreadable: ['The file cannot be read.', 'Die Datei lässt sich nicht lesen.'],
  password: ['The file needs a password.', 'Die Datei braucht ein Passwort.'],
  unavailable: ['A program that is needed for this does not answer.', 'Ein Programm, das dafür gebraucht wird, antwortet nicht.'],
  storage: ['It could not be saved. Is there space on the disk?', 'Es ließ sich nicht speichern. Ist noch Platz auf dem Datenträger?'],
  cancelled: ['It was stopped.', 'Es wurde angehalten.'],
  denied: ['Your settings do not allow this.', 'Ihre Einstellungen erlauben das nicht.'],
  says: ['The program says: {text}', 'Das Programm meldet: {text}'],
});
