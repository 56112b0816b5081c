import { expect, test } from 'vitest';
import { Gone, Painter } from './painter';

const settled = () => new Promise((done) => setTimeout(done));

function studio() {
  const painter = new Painter<number>();
  const log: string[] = [];
  const ends = new Map<number, () => void>();
  const ask = (page: number, rank: () => number) =>
    painter.add(page, rank, () => {
      log.push(`begin ${page}`);
      return { canvas: new Promise((done) => ends.set(page, () => done(page))), cancel: () => log.push(`stop ${page}`) };
    });
  return { ask, log, ends };
}

test('one page at a time, the most wanted first, judged when its turn comes', async () => {
  const { ask, log, ends } = studio();
  const order = [1, 2, 3];
  const rank = (page: number) => () => order.indexOf(page);
  const jobs = [3, 1, 2].map((page) => ask(page, rank(page)));
  await settled();
  expect(log).toEqual(['begin 1']);
  order.reverse(); // scrolled: 3 is wanted most now
  ends.get(1)!();
  await settled();
  expect(log).toEqual(['begin 1', 'begin 3']);
  ends.get(3)!();
  await settled();
  ends.get(2)!();
  expect(await Promise.all(jobs.map((job) => job.made))).toEqual([3, 1, 2]);
});

test('what is given up is stopped, and the next begins', async () => {
  const { ask, log } = studio();
  const first = ask(1, () => 0);
  const second = ask(2, () => 1);
  const third = ask(3, () => 2);
  await settled();
  second.cancel();
  first.cancel();
  await expect(first.made).rejects.toBeInstanceOf(Gone);
  await expect(second.made).rejects.toBeInstanceOf(Gone);
  await settled();
  expect(log).toEqual(['begin 1', 'stop 1', 'begin 3']);
  third.cancel();
  await expect(third.made).rejects.toBeInstanceOf(Gone);
});

test('a page that fails does not hold up the others', async () => {
  const painter = new Painter<number>();
  const bad = painter.add(1, () => 0, () => ({ canvas: Promise.reject(new Error('no such page')), cancel: () => {} }));
  const good = painter.add(2, () => 1, () => ({ canvas: Promise.resolve(2), cancel: () => {} }));
  await expect(bad.made).rejects.toThrow('no such page');
  expect(await good.made).toBe(2);
});
