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

it('asks about what the library holds most of, and compares what has a subject and a language in common', () => {
  expect(examples([document('a.pdf', 'Radon at Work', 2), document('b.pdf', 'Radon in Homes', 90), document('c.pdf', 'Middle', 40), document('d.pdf', 'Radon', 50, 'de')])).toEqual([
    'Which limits, deadlines and exceptions does “Radon in Homes” set?',
    'Where do “Radon in Homes” and “Radon at Work” agree, and where do they differ?',
    'What are the main points of “Radon”?',
  ]);
});

it('compares nothing that has nothing to do with each other', () => {
  expect(examples([document('a.pdf', 'Ships under Sail', 90), document('b.pdf', 'HTTP Semantics', 50), document('c.pdf', 'Roads under Water', 40)])).toEqual([
    'Which limits, deadlines and exceptions does “Ships under Sail” set?',
    'What are the main points of “HTTP Semantics”?',
    'Which limits, deadlines and exceptions does “Roads under Water” set?',
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
