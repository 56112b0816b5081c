import { expect, it } from 'vitest';
import type { desk } from '../backend';
import { cureOf, noteOf } from './cure';
import { fitting, folds, ordered, recognising, standing } from './shelf';

const document = (name: string, more: Partial<desk.Document> = {}) =>
  ({ name, title: '', author: '', collection: '', language: 'en', state: 'ready', unreadable: 0, pages: 1, refs_in: 0, refs_out: 0, cited: 0, added_at: '', ...more }) as desk.Document;
const names = (list: readonly desk.Document[]) => list.map((one) => one.name).join(' ');

it('says how a document stands', () => {
  expect(standing(document('a', { state: 'failed', unreadable: 3 }))).toBe('failed');
  expect(standing(document('a', { state: 'extracting' }))).toBe('reading');
  expect(standing(document('a', { unreadable: 1 }))).toBe('partly');
  expect(standing(document('a', { state: 'searchable' }))).toBe('searchable');
  expect(standing(document('a'))).toBe('ready');
});
it('knows when text is being recognised', () => {
  const adding = (phase: string, busy = true) => ({ busy, progress: { phase } }) as desk.Adding;
  const scan = document('a', { unreadable: 3, reason: 'No text layer: 3 pages are scans.' });
  expect(recognising(scan, adding('recognising'))).toBe(true);
  expect(recognising(scan, adding('extracting'))).toBe(false);
  expect(recognising(scan, adding('recognising', false))).toBe(false);
  expect(recognising(document('a', { unreadable: 1, reason: 'Page 1: text recognition found nothing to read.' }), adding('recognising'))).toBe(false);
  expect(recognising(document('a', { state: 'extracting', reason: 'Its pages are scans; their text is being recognised.' }), adding('extracting'))).toBe(true);
  expect(recognising(document('a'), adding('recognising'))).toBe(false);
});
it('finds by every word, without regard to accents and capitals', () => {
  const all = [document('gesetz.pdf', { title: 'Gesetz über Strahlen', author: 'Bund' }), document('rfc.pdf', { collection: 'net' })];
  expect(names(fitting(all, 'STRAHLEN uber', () => ''))).toBe('gesetz.pdf');
  expect(names(fitting(all, 'net', () => ''))).toBe('rfc.pdf');
  expect(names(fitting(all, 'german', (one) => (one.title ? 'German' : 'English')))).toBe('gesetz.pdf');
  expect(fitting(all, '  ', () => '')).toBe(all);
});
it('sorts by a column and then by title, numbers as numbers', () => {
  const all = [document('page 10', { pages: 2 }), document('page 9', { pages: 2 }), document('Annex', { pages: 7, state: 'failed' })];
  expect(names(ordered(all, { by: 'title', down: false }))).toBe('Annex page 9 page 10');
  expect(names(ordered(all, { by: 'pages', down: true }))).toBe('Annex page 9 page 10');
  expect(names(ordered(all, { by: 'pages', down: false }))).toBe('page 9 page 10 Annex');
  expect(names(ordered(all, { by: 'status', down: false }))).toBe('Annex page 9 page 10');
});
it('counts collections', () => {
  expect(folds([document('a', { collection: 'laws' }), document('b', { collection: 'laws' }), document('c')])).toEqual([{ name: 'laws', count: 2 }]);
});
it('knows what can be done', () => {
  expect(cureOf({ reason: 'The file needs a password. Give it with --password, or save a copy without one' })).toBe('password');
  expect(cureOf({ reason: 'No text layer: 3 pages are scans.' })).toBe('scans');
  expect(cureOf({ reason: 'Its pages are scans; their text is being recognised.' })).toBe('waiting');
  expect(cureOf({ reason: 'The file is empty (zero bytes). Fetch or export it again.' })).toBe('empty');
  expect(cureOf({ reason: 'open x.pdf: broken' })).toBe('damaged');
  expect(cureOf({ reason: 'No text layer: 1 page is a scan. Page 1: text recognition found nothing to read.' })).toBe('unseen');
  expect(cureOf({ reason: 'The file could not be read: the file is encrypted in a way that is not supported.' })).toBe('locked');
  expect(cureOf({ reason: 'No text layer: 1 page is a scan. Page 1: text recognition failed: tesseract: signal 9' })).toBe('unseen');
  expect(cureOf({ reason: 'Check that the file is still there and that you may read it.' })).toBe('moved');
  expect(cureOf({ reason: 'Save the file as Markdown, HTML or plain text and add that.' })).toBe('type');
  expect(cureOf({ reason: 'something else' })).toBe('');
});
it('knows the notes that only repeat the words of an item', () => {
  expect(noteOf('Nothing relevant was found on: doses')).toBe('steer.itemNothing');
  expect(noteOf('Nichts Einschlägiges gefunden zu: Dosis')).toBe('steer.itemNothing');
  expect(noteOf('Nicht untersucht, weil der Lauf vorzeitig beendet wurde: Dosis')).toBe('steer.itemEarly');
  expect(noteOf('No page says who pays.')).toBeNull();
});
