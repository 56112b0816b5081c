import { expect, test } from 'vitest';
import { gap, Layout, order, scaleOf, shownScale, step, typical, windowOf } from './layout';

const book = Array.from({ length: 1000 }, (_, i) => (i % 10 === 9 ? { width: 842, height: 595 } : { width: 595, height: 842 }));

test('pages stand below one another and every y finds its page', () => {
  const layout = new Layout(book, 1.5);
  for (const i of [0, 1, 9, 10, 500, 999]) {
    expect(layout.at(layout.top(i))).toBe(i);
    expect(layout.at(layout.top(i) + layout.size(i).height)).toBe(i);
    if (i) expect(layout.top(i)).toBe(layout.top(i - 1) + layout.size(i - 1).height + gap);
  }
  expect(layout.at(-50)).toBe(0);
  expect(layout.at(1e9)).toBe(999);
  expect(layout.height).toBe(layout.top(999) + layout.size(999).height + gap);
});

test('a place is found again after zooming', () => {
  const small = new Layout(book, 0.8);
  const large = new Layout(book, 2.4);
  const y = small.top(700) + 200;
  const anchor = small.anchor(y);
  expect(anchor.page).toBe(700);
  expect(small.place(anchor)).toBeCloseTo(y);
  expect(large.at(large.place(anchor))).toBe(700);
  expect((large.place(anchor) - large.top(700)) / large.size(700).height).toBeCloseTo(200 / small.size(700).height);
});

test('the window holds what is seen and a screen around it, whatever the length of the document', () => {
  const layout = new Layout(book, 1);
  const w = windowOf(layout, layout.top(500) + 10, 900);
  expect([w.from, w.to, w.read]).toEqual([500, 501, 500]);
  expect(w.first).toBeGreaterThanOrEqual(497);
  expect(w.last).toBeLessThanOrEqual(504);
  expect(windowOf(layout, 0, 900).first).toBe(0);
  expect(windowOf(layout, layout.height, 900).last).toBe(999);
  const tiny = new Layout(book, 0.1);
  const seen = windowOf(tiny, 20000, 900);
  expect(seen.to - seen.from).toBeGreaterThan(5);
  expect([seen.first, seen.last]).toEqual([seen.from - 3, seen.to + 3]);
  const none = windowOf(new Layout([], 1), 0, 900);
  expect(none.last).toBe(-1);
});

test('what is seen is drawn first, then what comes next', () => {
  expect(order({ first: 2, last: 8, from: 4, to: 5, read: 4 }, true)).toEqual([4, 5, 6, 7, 8, 3, 2]);
  expect(order({ first: 2, last: 8, from: 4, to: 5, read: 4 }, false)).toEqual([4, 5, 3, 2, 6, 7, 8]);
});

test('fitting fills the room; steps go up and down and end', () => {
  const room = { width: 740, height: 900 };
  expect(scaleOf('width', { width: 700, height: 800 }, room)).toBeCloseTo(1);
  expect(scaleOf('width', { width: 600, height: 800 }, { width: 616, height: 900 })).toBeCloseTo(1); // a narrow pane has narrow edges
  expect(scaleOf('page', { width: 600, height: 1752 }, room)).toBeCloseTo(0.5);
  expect(scaleOf('width', { width: 0, height: 0 }, room)).toBeCloseTo(700 / 595); // a size nobody knows is A4
  expect(scaleOf('auto', { width: 700, height: 800 }, room)).toBeCloseTo(1);
  expect(shownScale(scaleOf('auto', { width: 300, height: 800 }, room))).toBe(1.25);
  expect(shownScale(scaleOf(1, { width: 600, height: 800 }, room))).toBe(1);
  const one = scaleOf(1, book[0]!, room);
  expect(step(one, 1)).toBe(1.1);
  expect(step(one, -1)).toBe(0.9);
  expect(step(99, 1)).toBe(5);
  expect(step(0.01, -1)).toBe(0.25);
});

test('the size that most pages have decides how a book is fitted', () => {
  expect(typical([{ width: 1191, height: 842 }, ...book])).toEqual({ width: 595, height: 842 });
  expect(typical([])).toEqual({ width: 595, height: 842 });
});
