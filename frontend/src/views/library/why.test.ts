import { afterEach, expect, it } from 'vitest';
import { cureOf } from '../../state/cure';
import { words } from '../../state/words.svelte';
import { why } from './why';

afterEach(() => void (words.chosen = ''));

it('has words for every reason that reading a file can fail with', () => {
  const sources = import.meta.glob<string>('../../../../backend/ingest/{reason,recognise}.go', { query: '?raw', import: 'default', eager: true });
  const source = Object.values(sources).join('');
  const reasons = [...source.matchAll(/\breason[A-Z]\w* *= "([^"]+)"/g)].map((found) => found[1]!);
  expect(reasons.length).toBeGreaterThan(10);
  expect(reasons.filter((reason) => !cureOf(reason))).toEqual([]);
});
it('says in the person’s language what is known, and else what the program says', () => {
  words.chosen = 'de';
  expect(why('The file is empty (zero bytes). Fetch or export it again. The version added before stays in search.')).toBe(
    'Die Datei ist leer. Laden oder exportieren Sie sie neu. Die früher hinzugefügte Fassung wird weiter durchsucht.',
  );
  expect(why('2 pages have a text layer without meaning.')).toContain('tesseract');
  expect(why('Odd `thing` happened.')).toBe('Das Programm meldet: Odd thing happened.');
  expect(why('')).toBe('');
});
