import type { cite } from '../backend';
import type { Joint } from './reading';
import { Viewer } from './viewer.svelte';

/** Citation is what the pane shows: a passage of a document with the words taken from it, and what else is marked on the page. */
export type Citation = Pick<Joint, 'document' | 'name' | 'page' | 'label' | 'quote' | 'span' | 'also'>;

/** citing is the passage that a finding was taken from: at the first of its quotes, the others marked too. */
export function citing({ document, name, page, label, extract, quotes, locator }: cite.Evidence): Citation {
  const [quote, ...others] = quotes ?? [];
  return { document, name, page, label, quote: quote?.text ?? extract, span: quote?.span ?? locator.span, also: [...(quote?.more ?? []), ...others.flatMap((one) => [one.span, ...(one.more ?? [])])] };
}

/** Spot is a passage that is known by its page and its words. */
export type Spot = Pick<Citation, 'document' | 'name' | 'page' | 'quote'> & { label?: string };

/** spotted is a spot with where its words stand on the page; where that is not known it opens at the page. */
export const spotted = ({ document, name, page, label = '', quote }: Spot, span: Citation['span'] = { page, start: 0, end: 0 }): Citation => ({ document, name, page, label, quote, span });

/** opening is the beginning of a document of which no passage is cited. */
export const opening = (document: string, name: string) => spotted({ document, name, page: 1, quote: '' });

/** Proof is the citation beside the claim: one of a list that can be walked. Its viewer stays, so that the next one opens at once. */
class Proof {
  readonly viewer = new Viewer('pane');
  list = $state.raw<Citation[]>([]);
  at = $state(0);
  current = $derived<Citation | undefined>(this.list[this.at]);
  private shown: Citation | undefined;

  /** show opens citation at of a list; showing the same one again does nothing. */
  show(list: Citation[], at: number) {
    this.list = list;
    this.at = Math.max(0, Math.min(list.length - 1, at));
    const one = list[this.at];
    if (!one || one === this.shown) return;
    this.shown = one;
    this.viewer.past = [];
    const span = one.span && one.span.end > one.span.start ? { ...one.span, page: one.span.page || one.page } : undefined;
    void this.viewer.open({ hash: one.document, page: one.page, quote: one.quote, ...(span ? { span, also: one.also ?? [] } : {}) });
  }

  /** reset lets the same citation be opened again after the pane was closed. */
  reset() {
    this.shown = undefined;
  }
}

export const proof = new Proof();
