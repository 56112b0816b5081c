import { afterEach, beforeEach, expect, it } from 'vitest';
import { words } from '../../state/words.svelte';
import { examples, titleOf } from './examples';

const document = (name: string, title: string, passages: number, language = 'en') => ({ name, title, passages, language });

beforeEach(() => void (words.chosen = 'en'));
afterEach(() => void (words.chosen = ''));

it('calls a document by its title, or by its file when the title is none', () => {
  expect(titleOf(document('a.pdf', ' Radon\nin Homes ', 1))).toBe('Radon in Homes');
  expect(titleOf(document('Law-on_Dust.pdf', '', 1))).toBe('Law on Dust');
  expect(titleOf(document('act.pdf', 'An Act '.repeat(20), 1))).toBe('act');
});

it('asks about what the library holds most of, and compares what shares a language', () => {
  expect(examples([document('a.pdf', 'Small', 2), document('b.pdf', 'Large', 90), document('c.pdf', 'Middle', 40, 'de')])).toEqual([
    'Which limits, deadlines and exceptions does “Large” set?',
    'Where do “Large” and “Small” agree, and where do they differ?',
    'What are the main points of “Middle”?',
  ]);
});

it('has fewer questions for fewer documents', () => {
  expect(examples([])).toEqual([]);
  expect(examples([document('a.pdf', 'Only', 2)])).toEqual(['Which limits, deadlines and exceptions does “Only” set?', 'What are the main points of “Only”?']);
});

it('asks in the language of the interface', () => {
  words.chosen = 'de';
  expect(examples([document('a.pdf', 'AtG', 2)])[1]).toBe('Was sind die Kernaussagen von „AtG“?');
});
