import type { core } from '../backend';

/** Step is a discovery on the map of its trail: how deep it lies, in which row it is drawn, and the row of where it came from. */
export interface Step {
  node: core.TrailNode;
  depth: number;
  row: number;
  /** from is the row of its parent, -1 for the first. */
  from: number;
  /** on: the way from the first query to where the person is leads through it. */
  on: boolean;
}

/** mapped lays a trail out from top to bottom: each discovery below the one it came from, its own continuations below it. */
export function mapped(nodes: readonly core.TrailNode[], here = ''): Step[] {
  const there = new Set(nodes.map((node) => node.run));
  const children = new Map<string, core.TrailNode[]>();
  for (const node of nodes) {
    const parent = there.has(node.parent) ? node.parent : '';
    children.set(parent, [...(children.get(parent) ?? []), node]);
  }
  const parents = new Map(nodes.map((node) => [node.run, node.parent]));
  const way = new Set<string>();
  for (let at = here; at && there.has(at) && !way.has(at); at = parents.get(at) ?? '') way.add(at);
  const steps: Step[] = [];
  const add = (node: core.TrailNode, depth: number, from: number) => {
    const row = steps.length;
    steps.push({ node, depth, row, from, on: way.has(node.run) });
    for (const child of children.get(node.run) ?? []) add(child, depth + 1, row);
  };
  for (const root of children.get('') ?? []) add(root, 0, -1);
  return steps;
}

/** calledStep is what a step of a trail is called: the card that was gone into, else the query. */
export const calledStep = (node: Pick<core.TrailNode, 'title' | 'query'>, image: string) => node.title || node.query || image;
