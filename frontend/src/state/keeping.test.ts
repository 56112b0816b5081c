import { expect, it } from 'vitest';
import { reading, written } from './keeping';

it.each(['de', '', '5', 'true', '"x"', '{"a":1}', 5, 0.5, true, null, ['a'], { by: 'date', up: false }])('%j comes back', (value) => {
  expect(reading(written(value))).toEqual(value);
});
it('keeps words plain', () => expect(written('dark')).toBe('dark'));
