import type { source } from '../backend';

type Span = source.Span;

/** Spot is a place in a document; a span marks the passage, page alone the page. */
export interface Spot {
  hash: string;
  page: number;
  span?: Span;
  /** also is what else is marked, on the page of the span or where a quote goes on on the next. */
  also?: Span[];
  quote?: string;
  /** share says how far down the page the room began, when someone was here before. */
  share?: number;
}

/** spot reads a place from an address: page=77&span=120-180, or span=120-180,78.0-40 where more is marked. */
export function spot(hash: string, query: Record<string, string>): Spot {
  const page = Math.max(1, Number(query.page) || 1);
  const spans = (query.span ?? '').split(',').flatMap((one) => {
    const [, at, start, end] = /^(?:(\d+)\.)?(\d+)-(\d+)$/.exec(one) ?? [];
    return Number(end) > Number(start) ? [{ page: Number(at ?? page), start: Number(start), end: Number(end) }] : [];
  });
  const [span, ...also] = spans;
  return { hash, page: span?.page ?? page, ...(span ? { span, also } : {}) };
}

/** query writes a place for an address; spot reads it back. */
export function query({ page, span, also = [] }: Omit<Spot, 'hash'>): Record<string, string> {
  const spans = span ? [span, ...also] : [];
  return { page: String(page), ...(span ? { span: spans.map((one) => `${one.page}.${one.start}-${one.end}`).join(',') } : {}) };
}
