import { expect, test } from 'vitest';
import { aim, aimAcross, around, boxes, covers, css } from './highlight';

const page = { width: 600, height: 800 };

test('rectangles become shares of the page', () => {
  expect(boxes([{ X: 60, Y: 80, W: 300, H: 40 }], page, 0)).toEqual([{ left: 10, top: 10, width: 50, height: 5 }]);
  expect(css({ left: 10, top: 10, width: 50, height: 5 })).toBe('left:10%;top:10%;width:50%;height:5%');
});

test('boxes stay on the page and empty ones are left out', () => {
  const [box] = boxes([{ X: -5, Y: 790, W: 700, H: 30 }], page);
  expect(box).toEqual({ left: 0, top: 98.625, width: 100, height: 1.375 });
  expect(boxes([{ X: 1, Y: 1, W: 0, H: 5 }, { X: 900, Y: 1, W: 5, H: 5 }], page)).toEqual([]);
  expect(boxes(null, page)).toEqual([]);
});

test('a box counts as covered when more than half of it is', () => {
  const box = { left: 10, top: 10, width: 10, height: 10 };
  expect(covers([{ left: 12, top: 9, width: 50, height: 12 }], box)).toBe(true);
  expect(covers([{ left: 18, top: 9, width: 50, height: 12 }, { left: 0, top: 0, width: 5, height: 5 }], box)).toBe(false);
});

test('the box around lines holds them all', () => {
  const lines = boxes([{ X: 60, Y: 80, W: 300, H: 10 }, { X: 30, Y: 100, W: 90, H: 10 }], page, 0);
  expect(around(lines)).toEqual({ left: 5, top: 10, width: 55, height: 3.75 });
  expect(around([])).toBeNull();
});

test('a passage comes to stand in the upper third', () => {
  const scroll = aim(10000, 1000, 0.5, 900);
  const below = 10000 + 500 - scroll;
  expect(below).toBeGreaterThan(0);
  expect(below).toBeLessThan(300);
  expect(aim(12, 1000, 0, 900)).toBe(0);
  expect(aim(5000, 1000, 0.01, 900)).toBe(4988); // at the head of a page the page's edge stays in sight
});

test('a wide page is moved sideways only when the passage is out of sight', () => {
  expect(aimAcross(0, 500, 100, 400)).toBe(0);
  expect(aimAcross(0, 500, 700, 900)).toBe(424);
  expect(aimAcross(600, 500, 100, 900)).toBe(76);
});
