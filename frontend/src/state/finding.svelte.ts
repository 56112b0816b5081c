import type { source } from '../backend';
import { Offsets } from '../pdf/bytes';
import { Needle } from '../pdf/find';
import { sheets } from './sheets';

type Span = source.Span;
const together = 8;

/** Finding looks for words in a whole document by its pages' texts, so that no page need be drawn for it. */
export class Finding {
  open = $state(false);
  query = $state('');
  /** spans are all matches so far, in reading order. */
  spans = $state.raw<Span[]>([]);
  /** at is the match shown, from 0; -1 when none. */
  at = $state(-1);
  done = $state(true);
  searched = $state(0);
  problem = $state('');
  private turn = 0;

  constructor(
    private document: () => { hash: string; pages: number; page: number },
    private show: (span: Span) => void,
    private text: (hash: string, page: number) => Promise<string> = sheets.text,
  ) {}

  current = $derived<Span | undefined>(this.spans[this.at]);

  /** on returns the matches on a page. */
  on(page: number): Span[] {
    return this.spans.filter((span) => span.page === page);
  }

  /** search looks through all pages from the one being read on, and goes to the first match it meets. */
  async search(query: string): Promise<void> {
    this.query = query;
    const turn = ++this.turn;
    const needle = new Needle(query);
    const { hash, pages, page: from } = this.document();
    this.spans = [];
    this.at = -1;
    this.searched = 0;
    this.problem = '';
    this.done = needle.empty;
    if (needle.empty) return;
    const found: Span[][] = Array.from({ length: pages + 1 }, () => []);
    const order = Array.from({ length: pages }, (_, i) => ((from - 1 + i) % pages) + 1);
    for (let i = 0; i < order.length; i += together) {
      const batch = order.slice(i, i + together);
      const texts = await Promise.allSettled(batch.map((page) => this.text(hash, page)));
      if (turn !== this.turn) return;
      texts.forEach((text, k) => {
        if (text.status === 'fulfilled') found[batch[k]!] = spansIn(needle, text.value, batch[k]!);
        else this.problem = text.reason instanceof Error ? text.reason.message : String(text.reason);
      });
      this.searched = Math.min(order.length, i + together);
      this.take(found.flat(), batch.find((page) => found[page]!.length));
    }
    this.done = true;
  }

  /** step goes to the next (1) or previous (-1) match, round the end. */
  step(by: 1 | -1) {
    if (!this.spans.length) return;
    this.at = (this.at + by + this.spans.length) % this.spans.length;
    this.show(this.spans[this.at]!);
  }

  close() {
    this.turn++;
    this.open = false;
    this.done = true;
    this.spans = [];
    this.at = -1;
  }

  private take(spans: Span[], page: number | undefined) {
    if (spans.length === this.spans.length) return;
    const shown = this.current;
    this.spans = spans;
    if (shown) this.at = spans.findIndex((span) => span.page === shown.page && span.start === shown.start);
    else {
      this.at = spans.findIndex((span) => span.page === page);
      this.show(spans[this.at]!);
    }
  }
}

function spansIn(needle: Needle, text: string, page: number): Span[] {
  const matches = needle.in(text);
  if (!matches.length) return [];
  const offsets = new Offsets(text);
  return matches.map((match) => ({ page, start: offsets.byte(match.start), end: offsets.byte(match.end) }));
}
