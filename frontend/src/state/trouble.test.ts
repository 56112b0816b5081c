import { afterEach, expect, it } from 'vitest';
import { Fault } from '../backend/fault';
import { told, unread } from './trouble';
import { words } from './words.svelte';

const bound = (fault: object) => Fault.from(new Error(JSON.stringify(fault)));
afterEach(() => void (words.chosen = ''));

it('says in the person’s language that a finished run takes no wishes', () => {
  const fault = bound({ message: 'add in run r1: the run is finished', kind: 'usage', hint: 'Fork it.', reason: 'finished' });
  words.chosen = 'de';
  expect(told(fault)).toEqual({ text: 'Zu spät: Dieser Lauf ist fertig.', hint: expect.stringContaining('Schritte') });
});
it('says in the person’s language why a question is not taken, and names no command of a terminal', () => {
  const guard = Object.values(import.meta.glob<string>('../../../backend/desk/guard.go', { query: '?raw', import: 'default', eager: true })).join('');
  const reasons = [...guard.matchAll(/"(\w+)": (?:askable\.E|e)rr\w+/g)].map((found) => found[1]!);
  expect(reasons).toContain('empty');
  expect(reasons.length).toBeGreaterThan(8);
  for (const language of ['en', 'de'] as const) {
    words.chosen = language;
    for (const reason of reasons) {
      const { text, hint } = told(bound({ message: 'ask: engine words', kind: 'usage', hint: 'rabbithole add FOLDER', reason }));
      expect(`${text} ${hint}`).not.toMatch(/engine words|rabbithole|trouble\./);
      expect(hint, reason).not.toBe('');
    }
  }
});
it('says what happened by its kind, and the engine’s own words below it', () => {
  const fault = bound({ message: 'open run r9: no such run', kind: 'not_found', hint: 'See the list.' });
  words.chosen = 'en';
  expect(told(fault)).toEqual({ text: 'open run r9: no such run', hint: 'See the list.' });
  words.chosen = 'de';
  expect(told(fault)).toEqual({ text: 'Das gibt es hier nicht oder nicht mehr.', hint: 'Das Programm meldet: open run r9: no such run. See the list.' });
});
it('leaves alone what the page itself says, in its own language', () => {
  words.chosen = 'de';
  expect(told(new Fault('Nicht erreichbar', 'unavailable', '', '', true)).text).toBe('Nicht erreichbar');
  expect(told(Fault.from(new Error('odd'))).text).toBe('odd');
});
it('says of an attached file in the person’s language why it cannot be read, and how it may be attached', () => {
  const source = Object.values(import.meta.glob<string>('../../../backend/source/trouble.go', { query: '?raw', import: 'default', eager: true })).join('');
  const troubles = [...source.matchAll(/Trouble = "(\w+)"/g)].map((found) => found[1]!);
  expect(troubles.length).toBeGreaterThan(15);
  words.chosen = 'de';
  for (const trouble of troubles) expect(unread({ error: 'Something new in English.', trouble })).not.toMatch(/Something|cure\./);
  expect(unread({ error: 'x', trouble: 'password' })).toContain('hängen Sie eine Kopie ohne Passwort an');
  expect(unread({ error: 'read torn.pdf: The file could not be read: it is broken.' })).toContain('beschädigt'); // of a run that an earlier program made
  expect(unread({ error: 'Odd.' })).toContain('rabbithole show last --tree');
  expect(unread({})).toBe('');
  words.chosen = 'en';
  expect(unread({ error: 'Odd.' })).toBe('Odd.');
});
