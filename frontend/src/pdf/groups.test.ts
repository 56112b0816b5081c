import { expect, test } from 'vitest';
import { groups } from './groups';

test('what stands beside the same lines is one group, the rest its own, in reading order', () => {
  const marks = [
    { id: 'c', top: 50, bottom: 60 },
    { id: 'a', top: 10, bottom: 20 },
    { id: 'b', top: 11, bottom: 25 },
    { id: 'nowhere', top: 0, bottom: 0 },
  ];
  const found = groups(marks, (one) => (one.bottom ? one : null));
  expect(found.map((one) => one.members.map((mark) => mark.id))).toEqual([['a', 'b'], ['c']]);
  expect(found[0]!.band).toMatchObject({ top: 10, bottom: 25 });
});
