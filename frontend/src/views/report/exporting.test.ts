import { expect, it } from 'vitest';
import { fileName, ranked } from './exporting';

it('offers PDF and Word first', () => {
  const named = (...names: string[]) => names.map((name) => ({ name, ending: name, type: '' }));
  expect(ranked(named('html', 'md', 'json', 'bibtex', 'pdf', 'docx')).map((one) => one.name)).toEqual(['pdf', 'docx', 'html', 'md', 'json', 'bibtex']);
});

it('calls a file by whole words of the question, with its ending', () => {
  expect(fileName('Welche Grenzwerte gelten für Einsatzkräfte – und wer darf Überschreitungen zulassen?', 'docx')).toBe('Welche Grenzwerte gelten für Einsatzkräfte und wer darf.docx');
  expect(fileName('§ 4 Abs. 2: E-Mail / 2,5 mSv?', 'csl.json')).toBe('4 Abs 2 E-Mail 2,5 mSv.csl.json');
  expect(fileName('???', 'bib')).toBe('report.bib');
  expect(fileName('Donau'.repeat(50), 'pdf')).toHaveLength(64);
});
