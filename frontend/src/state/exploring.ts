import type { Event, desk } from '../backend';

/** says are the kinds of events that an exploration tells of itself in, under the names of the engine. */
export const says = {
  parsing: 'context_binding_parsing_started',
  parsed: 'context_binding_parsing_file_completed',
  bound: 'context_binding_parsing_completed',
  ready: 'context_for_node_ready',
  attached: 'report_context_attached',
  reading: 'explore.reading',
} as const;

/** thoughtOf makes a thought of an event that says in a sentence what happened; null for any other. */
export function thoughtOf(event: Event): desk.Thought | null {
  const text: unknown = event.data?.text;
  if (!/^(context_|report_context_|explore\.)/.test(event.kind) || typeof text !== 'string' || !text.trim()) return null;
  return { seq: event.seq, at: event.at, kind: event.kind, node: event.data.node_id ?? '', text };
}

/** byParts names the questions that are answered by all those they were taken apart into, as the engine counts them. */
export function byParts(nodes: readonly Pick<desk.ExploredNode, 'id' | 'parent' | 'status'>[]): Set<string> {
  const out = new Set<string>();
  const parts = new Map<string, boolean>(); // by the question they are parts of: all of them are answered
  for (const { id, parent, status } of [...nodes].reverse()) { // parts stand behind what they are parts of
    if (status === 'decomposed' && parts.get(id)) out.add(id);
    if (status !== 'merged' && status !== 'dropped') parts.set(parent, (parts.get(parent) ?? true) && (status === 'sufficient' || out.has(id)));
  }
  return out;
}

/** entered is the question that got its context last, "" for none. */
export const entered = (thoughts: readonly desk.Thought[]) => thoughts.findLast((one) => one.kind === says.ready)?.node ?? '';
