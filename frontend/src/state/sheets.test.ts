import { expect, it, vi } from 'vitest';

vi.mock('../backend', () => ({ backend: {} }));
const { Sheets } = await import('./sheets');

function engine(fail = false) {
  const asked: string[] = [];
  const answer =
    <T>(name: string, value: T) =>
    async (...args: unknown[]) => {
      asked.push([name, ...args.map((one) => JSON.stringify(one))].join(' '));
      if (fail) throw new Error('away');
      return value;
    };
  const calls = {
    OpenDocument: answer('OpenDocument', {}),
    PageText: answer('PageText', 'text'),
    Rects: answer('Rects', null),
    PageReferences: answer('PageReferences', null),
    PageMarks: answer('PageMarks', null),
    MarkedPages: answer('MarkedPages', null),
  };
  return { sheets: new Sheets(calls as never, 2), asked };
}

it('asks once about each page and turns nothing into empty lists', async () => {
  const { sheets, asked } = engine();
  expect(await sheets.rects('a', { page: 1, start: 2, end: 3 })).toEqual([]);
  expect(await sheets.rects('a', { page: 1, start: 2, end: 3 })).toEqual([]);
  expect(await sheets.marked('a')).toEqual({});
  expect(await sheets.text('a', 1)).toBe('text');
  expect(await sheets.text('a', 2)).toBe('text');
  expect(asked).toHaveLength(4);
});

it('asks for marks anew when a document is shown anew, and for nothing else', async () => {
  const { sheets, asked } = engine();
  await Promise.all([sheets.marks('a', 1), sheets.marked('a'), sheets.text('a', 1)]);
  sheets.renew('a');
  await Promise.all([sheets.marks('a', 1), sheets.marked('a'), sheets.text('a', 1)]);
  expect(asked.filter((one) => one.startsWith('PageMarks'))).toHaveLength(2);
  expect(asked.filter((one) => one.startsWith('MarkedPages'))).toHaveLength(2);
  expect(asked.filter((one) => one.startsWith('PageText'))).toHaveLength(1);
});

it('forgets the document longest out of use', async () => {
  const { sheets, asked } = engine();
  for (const hash of ['a', 'b', 'a', 'c', 'a', 'b']) await sheets.text(hash, 1);
  expect(asked).toEqual(['PageText "a" 1', 'PageText "b" 1', 'PageText "c" 1', 'PageText "b" 1']);
});

it('asks again about what failed', async () => {
  const { sheets, asked } = engine(true);
  await expect(sheets.text('a', 1)).rejects.toThrow('away');
  await expect(sheets.text('a', 1)).rejects.toThrow('away');
  expect(asked).toHaveLength(2);
});
