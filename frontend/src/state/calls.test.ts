import { expect, it } from 'vitest';
import { callsOf } from './calls';

it('says how many calls were taken from earlier ones, in the same words on every screen', () => {
  expect(callsOf({ calls: 3, replayed: 0 })).toBe('3 calls');
  expect(callsOf({ calls: 3, replayed: 2 })).toBe('3 calls, 2 of them taken from earlier ones');
  expect(callsOf({ calls: 3, replayed: 3 })).toBe('3 calls. Taken from earlier calls of the model: it was asked nothing anew.');
  expect(callsOf({ calls: 3, replayed: 3 }, 4)).toBe('4 calls, 3 of them taken from earlier ones');
});
