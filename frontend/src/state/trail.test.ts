import { expect, it } from 'vitest';
import type { core } from '../backend';
import { calledStep, mapped } from './trail';

const node = (run: string, parent = '', more: Partial<core.TrailNode> = {}): core.TrailNode => ({ run, parent, card: '', title: '', query: run, status: 'finished', cards: 0, ...more });
const drawn = (nodes: core.TrailNode[], here = '') => mapped(nodes, here).map(({ node, depth, from, on }) => `${node.run} ${depth} ${from}${on ? ' on' : ''}`);

it('draws each step below the one it came from, its continuations before those of the next', () => {
  expect(drawn([node('a'), node('b', 'a'), node('c', 'a'), node('d', 'b')])).toEqual(['a 0 -1', 'b 1 0', 'd 2 1', 'c 1 0']);
});

it('marks the way to where the person is', () => {
  expect(drawn([node('a'), node('b', 'a'), node('c', 'a'), node('d', 'b')], 'd')).toEqual(['a 0 -1 on', 'b 1 0 on', 'd 2 1 on', 'c 1 0']);
  expect(drawn([node('a')], 'elsewhere')).toEqual(['a 0 -1']);
});

it('begins anew where a parent is gone, and ends where a loop would begin', () => {
  expect(drawn([node('b', 'gone'), node('c', 'b')], 'c')).toEqual(['b 0 -1 on', 'c 1 0 on']);
  expect(drawn([node('a', 'b'), node('b', 'a')], 'a')).toEqual([]);
});

it('calls a step by the card that led to it, else by its query, else a picture', () => {
  expect(calledStep(node('a', '', { title: 'Who decides', query: 'who?' }), 'A picture')).toBe('Who decides');
  expect(calledStep(node('a', '', { query: 'who?' }), 'A picture')).toBe('who?');
  expect(calledStep(node('a', '', { query: '' }), 'A picture')).toBe('A picture');
});
