import { expect, it } from 'vitest';
import type { report } from '../backend';
import { bare, called, share, shortName, titled } from './naming';

it('calls a document by its title, where that tells what it is', () => {
  for (const title of ['Radon at work', 'RFC 9000', 'Annual report 2024', 'Document Object Model', 'Form and function', '放射線']) expect(called({ title, name: 'a.pdf' })).toBe(title);
  for (const title of ['', '  ', 'Document', 'untitled-1', '10-K', 'Form 10-Q', '8-K/A', 'Microsoft Word - draft 3.doc', 'report_final.docx', 'Workiva', '2024', 'file:///C:/x', 'Acrobat Distiller'])
    expect(called({ title, name: 'acme 2024.pdf' }), title).toBe('acme 2024');
});
it('calls documents that share a title by the names of their files', () => {
  const one = { name: 'a 10-K.pdf', title: 'UNITED STATES SECURITIES' };
  const other = { name: 'b 10-K.pdf', title: 'United States Securities ' };
  const own = { name: 'c.pdf', title: 'Radon at work' };
  share([one, other, own]);
  expect([one, other, own].map(called)).toEqual(['a 10-K', 'b 10-K', 'Radon at work']);
  share([one, own]);
  expect(called(one)).toBe('UNITED STATES SECURITIES');
  share([]);
});
it('names a file of the library by its title', () => {
  share([{ name: 'strlschg.pdf', title: 'Gesetz zum Schutz vor Strahlung' }, { name: 'scan.pdf', title: 'Scan' }]);
  expect(bare('strlschg.pdf')).toBe('Gesetz zum Schutz vor Strahlung');
  expect(bare('scan.pdf')).toBe('scan');
  share([]);
  expect(bare('strlschg.pdf')).toBe('strlschg');
});
it('writes a source without its ending', () => {
  expect(bare('StrlSchG.pdf')).toBe('StrlSchG');
  expect(bare('v1.2 notes.MD')).toBe('v1.2 notes');
  expect(bare('https://example.org/a.html')).toBe('https://example.org/a.html');
});
it('calls a document in a chip by its file, where its title had to be told by that', () => {
  const titles = { 'GS_2016.pdf': 'ANNUAL REPORT OF A COMPANY ON ALL ITS TRADES (GS_2016)', 'law.pdf': 'Act on lamps (Lamp Act)' };
  titled({ titles, claims: [], coverage: {} } as unknown as report.Report);
  expect(shortName(titles['GS_2016.pdf'])).toBe('GS_2016');
  expect(shortName(titles['law.pdf'])).toBe('Act on lamps (Lamp Act)');
});
