import { expect, it } from 'vitest';
import type { desk } from '../../backend';
import { nowLine } from './phases';

it('says what goes on in the language of the interface, whatever the question is in', () => {
  const asked = (language: string, phase: string, message: string) => ({ language, timeline: [{ phase, message }] }) as unknown as desk.Asked;
  const word = (name: string) => `<${name}>`;
  expect(nowLine(asked('de', 'reading', 'Zwei Quellen werden gelesen.'), 'de', word)).toBe('Zwei Quellen werden gelesen.');
  expect(nowLine(asked('en', 'reading', 'Reading two sources.'), 'de', word)).toBe('<reading>');
  expect(nowLine(asked('', 'planning', 'Planning.'), 'de', word)).toBe('<planning>');
  expect(nowLine(asked('en', 'new one', 'Something.'), 'de', word)).toBe('');
  expect(nowLine({ language: 'en', timeline: [] }, 'de', word)).toBe('');
});
