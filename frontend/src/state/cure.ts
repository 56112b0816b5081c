/** Cure names what can be done about a file that could not be read, or not wholly; "" when only its reason tells. */
export type Cure = '' | 'password' | 'scans' | 'empty' | 'pages' | 'noText' | 'changed' | 'denied' | 'moved' | 'type' | 'damaged' | 'nothing' | 'locked' | 'unseen' | 'waiting' | 'meaning' | 'ours' | 'garbled' | 'defect' | 'noFile';

// The engine says reasons in English sentences. What is known is said in the person's language, the rest as it comes.
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
  [/save the file as markdown|cannot be read\. the library reads|files of type/i, 'type'],
  [/nothing to read in this folder/i, 'nothing'],
  [/not yet by meaning/i, 'meaning'],
  [/belongs to a library/i, 'ours'],
  [/damaged|broken|not a pdf|invalid|malformed|too heavy|print it to a new pdf/i, 'damaged'],
];

/** cureOf says what can be done about a reason. */
export function cureOf(reason: string): Cure {
  return signs.find(([sign]) => sign.test(reason))?.[1] ?? '';
}

// The engine writes what an item lacks in the language of the question, with the item's words once more.
const notes: [RegExp, 'steer.itemNothing' | 'steer.itemEarly'][] = [
  [/^(Nothing relevant was found on|Nichts Einschlägiges gefunden zu): /, 'steer.itemNothing'],
  [/^(Not looked into, because the run was ended early|Nicht untersucht, weil der Lauf vorzeitig beendet wurde): /, 'steer.itemEarly'],
];

/** noteOf names the words of a note that says no more than that nothing was found, or looked for; null when it says more. */
export function noteOf(text: string) {
  return notes.find(([sign]) => sign.test(text))?.[1] ?? null;
}
