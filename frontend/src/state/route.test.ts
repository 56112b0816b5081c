import { describe, expect, it } from 'vitest';
import { href, parse } from './route';

describe('parse', () => {
  it.each([
    ['', 'start', ''],
    ['#/library', 'library', ''],
    ['#/new', 'start', ''],
    ['#/run/r-12', 'run', 'r-12'],
    ['#/report/r%2F1', 'report', 'r/1'],
    ['#/report/%E0%A4%A', 'report', '%E0%A4%A'],
    ['#/history', 'history', ''],
    ['#/explore/r-3', 'explore', 'r-3'],
    ['#/settings', 'settings', ''],
    ['#/nowhere', 'start', ''],
    ['#/constructor', 'start', ''],
    ['#/run', 'start', ''],
    ['#/report/', 'start', ''],
  ])('%s', (hash, place, id) => {
    expect(parse(hash)).toEqual({ place, id, query: {} });
  });
  it('leads to a new question of the kind where an exploration has no name yet', () => {
    expect(parse('#/explore')).toEqual({ place: 'start', id: '', query: { kind: 'deep' } });
  });
  it('reads what follows the question mark', () => {
    expect(parse('#/report/r1?claim=c%203&v=2').query).toEqual({ claim: 'c 3', v: '2' });
  });
});

describe('href', () => {
  it.each([
    ['library', '', {}],
    ['start', '', { follow: 'r1' }],
    ['report', 'ä /?&#1', { claim: 'c&3' }],
  ] as const)('%s is read back', (place, id, query) => {
    expect(parse(href(place, id, query))).toEqual({ place, id, query });
  });
});
