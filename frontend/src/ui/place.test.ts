import { expect, it } from 'vitest';
import { place } from './place';

const view = { width: 1000, height: 700 };
const size = { width: 200, height: 100 };

it('stands on the side asked for', () => {
  expect(place({ left: 300, top: 300, width: 40, height: 20 }, size, view, 'bottom')).toEqual({ left: 300, top: 326 });
  expect(place({ left: 300, top: 300, width: 40, height: 20 }, size, view, 'right')).toEqual({ left: 346, top: 260 });
});
it('turns over at the edge', () => {
  expect(place({ left: 300, top: 660, width: 40, height: 20 }, size, view, 'bottom').top).toBe(554);
  expect(place({ left: 10, top: 300, width: 40, height: 20 }, size, view, 'left').left).toBe(56);
});
it('never leaves the window', () => {
  expect(place({ left: 980, top: 10, width: 10, height: 10 }, size, view, 'bottom')).toEqual({ left: 792, top: 26 });
});
