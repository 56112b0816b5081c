import { expect, test } from 'vitest';
import { Shelf } from './shelf';

function shelf(keep: number) {
  const opened: string[] = [];
  const closed: string[] = [];
  const made = new Shelf(async (url: string) => {
    opened.push(url);
    if (url === 'broken') throw new Error('cannot be read');
    return { close: () => closed.push(url) };
  }, keep);
  return { made, opened, closed };
}
const settled = () => new Promise((done) => setTimeout(done));

test('a file is opened once however many show it', async () => {
  const { made, opened } = shelf(2);
  expect(await made.take('a', 'a', 1)).toBe(await made.take('a', 'a', 1));
  expect(opened).toEqual(['a']);
});

test('the file longest out of use is closed, one in use never', async () => {
  const { made, closed } = shelf(2);
  for (const one of ['a', 'b', 'c']) await made.take(one, one, 1);
  await settled();
  expect(closed).toEqual([]);
  made.give('b');
  await settled();
  expect(closed).toEqual(['b']);
  await made.take('b', 'b', 1);
  made.give('a');
  made.give('c');
  await settled();
  expect(closed).toEqual(['b', 'a']);
});

test('a file that failed is tried again', async () => {
  const { made, opened } = shelf(2);
  await expect(made.take('x', 'broken', 1)).rejects.toThrow('cannot be read');
  await expect(made.take('x', 'broken', 1)).rejects.toThrow();
  expect(opened).toEqual(['broken', 'broken']);
});
