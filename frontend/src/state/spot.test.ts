import { expect, it } from 'vitest';
import { query, spot } from './spot';

it('a place is read from an address as it was written, with all that is marked', () => {
  const place = { hash: 'a', page: 24, span: { page: 24, start: 120, end: 180 }, also: [{ page: 25, start: 0, end: 40 }] };
  expect(spot('a', query(place))).toEqual(place);
  expect(spot('a', query({ page: 3 }))).toEqual({ hash: 'a', page: 3 });
});

it('takes an address that a person wrote', () => {
  expect(spot('a', { page: '77', span: '120-180' })).toEqual({ hash: 'a', page: 77, span: { page: 77, start: 120, end: 180 }, also: [] });
  for (const span of ['', '9-3', 'x-y', '5']) expect(spot('a', { page: '0', span })).toEqual({ hash: 'a', page: 1 });
});
