import { area } from './area';

/** Words of the folders that are watched. */
export const watch = area({
  hint: ['What comes into these folders is added by itself. Files that disappear from them stay in the library.',
    'Was in diese Ordner kommt, wird von selbst hinzugefügt. Was aus ihnen verschwindet, bleibt in der Bibliothek.'],
  add: ['Watch a folder', 'Ordner überwachen'],
  none: ['No folder is watched', 'Kein Ordner wird überwacht'],
  noneHint: ['Choose a folder, and what you put there is added by itself.',
    'Wählen Sie einen Ordner, und was Sie dort ablegen, wird von selbst hinzugefügt.'],
  remove: ['Stop watching {folder}', '{folder} nicht mehr überwachen'],
  removed: ['No longer watched. Its documents stay.', 'Wird nicht mehr überwacht. Die Dokumente bleiben.'],
  events: ['Lately', 'Zuletzt'],
  quiet: ['Nothing happened since the program started.', 'Seit dem Start des Programms ist nichts geschehen.'],
  scanned: [{ one: 'Looked through: one file', other: 'Looked through: {n} files' },
    { one: 'Durchgesehen: eine Datei', other: 'Durchgesehen: {n} Dateien' }],
  added: ['Added {name}', '{name} hinzugefügt'],
  replaced: ['New version of {name}', 'Neue Fassung von {name}'],
  failed: ['Could not add {name}: {reason}', '{name} konnte nicht hinzugefügt werden: {reason}'],
  gone: ['{name} is no longer there. The document stays.', '{name} ist nicht mehr dort. Das Dokument bleibt.'],
  back: ['{name} is there again', '{name} ist wieder da'],
  unreadable: ['Cannot look into {name}: {reason}', '{name} lässt sich nicht öffnen: {reason}'],
});
