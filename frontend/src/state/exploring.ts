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

/** entered is the question that got its context last, "" for none. */
export const entered = (thoughts: readonly desk.Thought[]) => thoughts.findLast((one) => one.kind === says.ready)?.node ?? '';
