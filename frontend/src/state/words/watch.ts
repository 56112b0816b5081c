import { area } from './area';

/** Words of the folders that are watched. */
export const watch = area({
  en: {
    hint: 'What comes into these folders is added by itself. Files that disappear from them stay in the library.',
    add: 'Watch a folder',
    none: 'No folder is watched',
    noneHint: 'Choose a folder, and what you put there is added by itself.',
    remove: 'Stop watching {folder}',
    removed: 'No longer watched. Its documents stay.',
    events: 'Lately',
    quiet: 'Nothing happened since the program started.',
    scanned: { one: 'Looked through: one file', other: 'Looked through: {n} files' },
    added: 'Added {name}',
    replaced: 'New version of {name}',
    failed: 'Could not add {name}: {reason}',
    gone: '{name} is no longer there. The document stays.',
    back: '{name} is there again',
    unreadable: 'Cannot look into {name}: {reason}',
  },
  de: {
    hint: 'Was in diese Ordner kommt, wird von selbst hinzugefügt. Was aus ihnen verschwindet, bleibt in der Bibliothek.',
    add: 'Ordner überwachen',
    none: 'Kein Ordner wird überwacht',
    noneHint: 'Wählen Sie einen Ordner, und was Sie dort ablegen, wird von selbst hinzugefügt.',
    remove: '{folder} nicht mehr überwachen',
    removed: 'Wird nicht mehr überwacht. Die Dokumente bleiben.',
    events: 'Zuletzt',
    quiet: 'Seit dem Start des Programms ist nichts geschehen.',
    scanned: { one: 'Durchgesehen: eine Datei', other: 'Durchgesehen: {n} Dateien' },
    added: '{name} hinzugefügt',
    replaced: 'Neue Fassung von {name}',
    failed: '{name} konnte nicht hinzugefügt werden: {reason}',
    gone: '{name} ist nicht mehr dort. Das Dokument bleibt.',
    back: '{name} ist wieder da',
    unreadable: '{name} lässt sich nicht öffnen: {reason}',
  },
});
