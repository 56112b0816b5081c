/** Cure names what can be done about a file that could not be read, or not wholly; "" when only its reason tells. */
export type Cure = '' | 'password' | 'scans' | 'empty' | 'pages' | 'noText' | 'changed' | 'denied' | 'moved' | 'type' | 'damaged' | 'large' | 'room' | 'nothing' | 'locked' | 'unseen' | 'waiting' | 'meaning' | 'ours' | 'garbled' | 'defect' | 'noFile';

// What was added by an earlier program, and failures that are no document's, have an English sentence alone.
const signs: [RegExp, Cure][] = [
  [/encrypted in a way/i, 'locked'],
  [/needs a password|password/i, 'password'],
  [/are scans; their text is being recognised/i, 'waiting'],
  [/recognition (found nothing|failed)|could not be drawn/i, 'unseen'],
  [/no text layer|are scans|is a scan|text recognition/i, 'scans'],
  [/text layer without meaning/i, 'garbled'],
  [/defect of this program/i, 'defect'],
  [/^it is not a file/i, 'noFile'],
  [/zero bytes/i, 'empty'],
  [/has no pages/i, 'pages'],
  [/there is no text in the file/i, 'noText'],
  [/being written to/i, 'changed'],
  [/may not be read/i, 'denied'],
  [/deleted or moved|still there and that you may read|no such file|copy of the file is missing/i, 'moved'],
  [/is larger than \d+ MB/i, 'large'],
  [/has only \d+ MB left/i, 'room'],
  [/save the file as markdown|cannot be read\. the library reads|files of type/i, 'type'],
  [/nothing to read in this folder/i, 'nothing'],
  [/not yet by meaning/i, 'meaning'],
  [/belongs to a library/i, 'ours'],
  [/damaged|broken|not a pdf|invalid|malformed|too heavy|print it to a new pdf/i, 'damaged'],
];

/** Troubled is what is the matter with a file: named, and in the engine's words. */
export interface Troubled {
  reason: string;
  trouble?: string | undefined;
}

/** cureOf says what can be done: by the name of the trouble, by the engine's words where it has none. */
export function cureOf({ reason, trouble = '' }: Troubled): Cure {
  if (named.has(trouble as Cure)) return trouble as Cure;
  return signs.find(([sign]) => sign.test(reason))?.[1] ?? '';
}
const named = new Set(signs.map(([, cure]) => cure));

// The engine writes what an item lacks in the language of the question, with the item's words once more.
const notes: [RegExp, 'steer.itemNothing' | 'steer.itemEarly'][] = [
  [/^(Nothing relevant was found on|Nichts Einschlägiges gefunden zu): /, 'steer.itemNothing'],
  [/^(Not looked into, because the run was ended early|Nicht untersucht, weil der Lauf vorzeitig beendet wurde): /, 'steer.itemEarly'],
];

/** noteOf names the words of a note that says no more than that nothing was found, or looked for; null when it says more. */
export function noteOf(text: string) {
  return notes.find(([sign]) => sign.test(text))?.[1] ?? null;
}
