import { expect, it } from 'vitest';
import type { desk } from '../backend';
import { joined } from './connections';

const dial = (at: string, address: string, reason = '', purpose = 'page'): desk.Connection => ({ at, address, allowed: reason === '', reason, purpose });

it('makes one line of tries of one address that went alike, also with others between them', () => {
  const lines = joined([dial('4', 'a:1'), dial('3', 'b:1'), dial('2', 'a:1'), dial('1', 'a:1', 'refused'), dial('0', 'a:1', '', 'search')]);
  expect(lines.map(({ one, n }) => `${one.at} ${one.address} ${one.reason} ${n}`)).toEqual(['4 a:1  2', '3 b:1  1', '1 a:1 refused 1', '0 a:1  1']);
});
