import type { cite, desk, research } from '../../backend';

/** Node is one place in the rabbit hole: an item of the plan, a query, a piece of evidence, or a reference it makes. */
export interface Node {
  /** id stays the same from snapshot to snapshot, so that what is open stays open. */
  id: string;
  kind: 'item' | 'query' | 'evidence' | 'reference';
  level: number;
  children: Node[];
  item?: research.Item;
  state?: 'todo' | 'working' | 'done' | 'lacking' | 'dropped';
  query?: research.Searched;
  /** known counts passages of a query that an earlier query had found and that were kept. */
  known?: number;
  evidence?: cite.Evidence;
  /** wish is what the person ordered here, and how far it came. */
  wish?: 'stopped' | 'dig' | 'digging' | 'dug';
  reference?: { text: string; target: string; found: boolean; reason: string };
}

/** tree draws the rabbit hole of a run: items, their queries, what was kept, where its references led. */
export function tree(snapshot: desk.Snapshot): Node[] {
  const { state } = snapshot;
  const cards = new Map(snapshot.evidence.map((card) => [card.id, card]));
  const wished = wishes(snapshot);
  const drawn = new Set<string>();
  const foundBy = new Map(state.evidence.map((one) => [one.passage, one.query]));
  const followed = group(state.followed, (one) => one.from);
  const open = group(state.open, (one) => one.from);
  const led = group(state.evidence.filter((one) => one.via), (one) => one.via ?? '');

  /** evidence draws each piece once, where it was found first: references may lead in circles. */
  function evidence(id: string, level: number): Node[] {
    const card = cards.get(id);
    if (!card || drawn.has(id)) return [];
    drawn.add(id);
    const children = (followed.get(id) ?? []).map((one, n) => ({
      ...reference(`${id}>${n}`, level + 1, one.text, one.target, one.found, ''),
      children: one.kept.flatMap((kept) => evidence(kept, level + 2)),
    }));
    const elsewhere = (led.get(id) ?? []).flatMap((one) => evidence(one.id, level + 1));
    const left = (open.get(id) ?? []).map((one, n) => reference(`${id}?${n}`, level + 1, one.text, '', false, one.reason));
    const wish = wished.get(id);
    return [{ id, kind: 'evidence', level, evidence: card, ...(wish && { wish }), children: [...children, ...elsewhere, ...left] }];
  }

  const queries = state.queries.map((query, index) => ({ query, index }));
  const ask = ({ query, index }: (typeof queries)[number], level: number): Node => {
    const kept = state.evidence.filter((one) => one.query === index && !one.via);
    const known = new Set((query.hits ?? []).filter((hit) => (foundBy.get(hit) ?? index) < index));
    return { id: `q${index}`, kind: 'query', level, query, known: known.size, children: kept.flatMap((one) => evidence(one.id, level + 1)) };
  };
  // The last look at everything belongs to no item; what it found stands below it.
  const planned = new Set(state.plan.map((item) => item.id));
  const wide = queries.filter((one) => !planned.has(one.query.item));
  const nodes = state.plan.map((item): Node => {
    const own = queries.filter((one) => one.query.item === item.id);
    const children = own.map((one) => ask(one, 1));
    const loose = state.evidence.filter((one) => one.item === item.id && !one.via && ![...own, ...wide].some(({ index }) => index === one.query));
    const dropped = snapshot.unread.some((one) => one.kind === 'stop_here' && one.spot.item === item.id);
    const stands = stateOf(item, working(state));
    return { id: `i${item.id}`, kind: 'item', level: 0, item, state: dropped && stands === 'todo' ? 'dropped' : stands, children: [...children, ...loose.flatMap((one) => evidence(one.id, 1))] };
  });
  return [...nodes, ...wide.map((one) => ask(one, 0))];
}

/** wishes says what the person ordered at which evidence: what the run has taken up, and above it what it has yet to read. */
function wishes({ state, unread }: desk.Snapshot): Map<string, NonNullable<Node['wish']>> {
  const wished = new Map<string, NonNullable<Node['wish']>>();
  const far = { todo: 'dig', working: 'digging', done: 'dug', lacking: 'dug' } as const;
  for (const item of state.plan) {
    const stands = stateOf(item, working(state));
    if (item.dig && stands !== 'dropped') wished.set(item.dig, far[stands]);
  }
  for (const id of state.stopped ?? []) wished.set(id, 'stopped');
  for (const { kind, spot } of unread) if (spot?.evidence && (kind === 'dig' || kind === 'stop_here')) wished.set(spot.evidence, kind === 'dig' ? 'dig' : 'stopped');
  return wished;
}

function reference(id: string, level: number, text: string, target: string, found: boolean, reason: string): Node {
  return { id, kind: 'reference', level, children: [], reference: { text, target, found, reason } };
}

/** leadsTo says where a reference leads, if that is another name than the reference itself has: "Section 6.1" says nothing beside "Sections 6.1". */
export function leadsTo({ text, target }: { text: string; target: string }): string {
  const more = target.startsWith(text) ? target.slice(text.length).trim().replace(/^\((.*)\)$/, '$1') : target;
  const numbers = (of: string) => of.toLowerCase().match(/[\p{L}\p{N}.]*\p{N}[\p{L}\p{N}]*/gu) ?? [];
  const known = new Set(numbers(text));
  const told = numbers(more);
  return told.length ? (told.every((one) => known.has(one)) ? '' : more) : text.toLowerCase().includes(more.toLowerCase()) ? '' : more;
}

/** working lists the items that are worked on: a model reads for several at once. */
export const working = (state: Pick<research.State, 'current' | 'together'>) => [state.current, ...(state.together ?? [])].filter((id) => id > 0);

/** stateOf says where an item stands. */
export function stateOf(item: research.Item, current: readonly number[]): NonNullable<Node['state']> {
  if (item.dropped) return 'dropped';
  if (current.includes(item.id)) return 'working';
  if (item.completed) return 'done';
  return item.worked ? 'lacking' : 'todo';
}

/** digs and stops say whether an order would change anything at a piece of evidence. */
export const digs = (node: Node) => node.kind === 'evidence' && (!node.wish || node.wish === 'stopped');
export const stops = (node: Node) => node.kind === 'evidence' && node.wish !== 'stopped';

/** visible lists the rows on show, from top to bottom; closed names the nodes whose children are folded away. */
export function visible(nodes: Node[], closed: ReadonlySet<string>): Node[] {
  return nodes.flatMap((node) => [node, ...(closed.has(node.id) ? [] : visible(node.children, closed))]);
}

/** parentOf returns the node that holds the one with the id, null at the top. */
export function parentOf(nodes: Node[], id: string, parent: Node | null = null): Node | null | undefined {
  for (const node of nodes) {
    if (node.id === id) return parent;
    const found = parentOf(node.children, id, node);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** knownTo counts the passages that an item's queries met again. */
export function knownTo(node: Node): number {
  return Math.max(0, ...node.children.map((child) => child.known ?? 0));
}

/** kept counts the evidence below a node, itself included. */
export function kept(node: Node): number {
  return (node.kind === 'evidence' ? 1 : 0) + node.children.reduce((sum, child) => sum + kept(child), 0);
}

function group<T>(list: T[], key: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return groups;
}
