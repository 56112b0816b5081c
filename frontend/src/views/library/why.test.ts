import { afterEach, expect, it } from 'vitest';
import { cureOf } from '../../state/cure';
import { words } from '../../state/words.svelte';
import { why } from './why';

afterEach(() => void (words.chosen = ''));

it('has words for every trouble that the engine names', () => {
  const source = Object.values(import.meta.glob<string>('../../../../backend/source/trouble.go', { query: '?raw', import: 'default', eager: true })).join('');
  const troubles = [...source.matchAll(/Trouble = "(\w+)"/g)].map((found) => found[1]!);
  expect(troubles.length).toBeGreaterThan(15);
  words.chosen = 'de';
  for (const trouble of troubles) {
    expect(cureOf({ reason: 'Something new in English.', trouble })).toBe(trouble);
    expect(why({ reason: 'Something new in English.', trouble })).not.toMatch(/Something|cure\./);
  }
});
it('says in the person’s language what is the matter, and never an English sentence', () => {
  words.chosen = 'de';
  expect(why({ reason: 'The file is empty (zero bytes). Fetch or export it again. The version added before stays in search.', trouble: 'empty' })).toBe(
    'Die Datei ist leer. Laden oder exportieren Sie sie neu. Die früher hinzugefügte Fassung wird weiter durchsucht.',
  );
  expect(why({ reason: '2 pages have a text layer without meaning.' })).toContain('tesseract');
  expect(why({ reason: 'Odd `thing` happened.' })).not.toContain('Odd');
  expect(why({ reason: '' })).toBe('');
  words.chosen = 'en';
  expect(why({ reason: 'Odd `thing` happened.' })).toBe('Odd thing happened.');
});
