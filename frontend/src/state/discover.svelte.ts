import { Fault, type Event, type answer, type cite, type core, type desk, type discover } from '../backend';
import { spotted, type Citation } from './proof.svelte';
import { toasts } from './toasts.svelte';
import { Writing } from './writing.svelte';

/** DiscoverRun is one discovery on screen: its cards as they come, what its research does and writes, and its place in its trail. */
export class DiscoverRun extends Writing {
  discovered = $state.raw<desk.Discovery | null>(null);
  /** trail is the map of all that went on from the first query. */
  trail = $state.raw<core.Trail | null>(null);
  /** progress is what the research says of itself, glimpse what it found last, found how much. */
  progress = $state.raw<{ phase: string; message: string } | null>(null);
  glimpse = $state.raw<cite.Evidence | null>(null);
  found = $state(0);
  /** searched are the queries of the research. */
  searched = $state.raw<answer.Searched[]>([]);
  /** early are cards that were told since the run was last read. */
  private early = $state.raw<discover.Card[]>([]);
  private inquiry = '';
  protected late = 'discover.late' as const;

  cards = $derived.by(() => {
    // Before the run was read nobody knows which cards were gone into.
    if (!this.discovered) return [];
    const kept = this.discovered.cards ?? [];
    return kept.length || this.finished ? kept : this.early;
  });
  /** gone says which cards were gone into, and where that led. */
  gone = $derived(new Map((this.discovered?.children ?? []).filter((one) => one.card).map((one) => [one.card, one.run])));

  protected get stands() {
    return this.discovered;
  }

  protected get written() {
    return this.discovered && { text: this.discovered.summary, proved: this.discovered.proved };
  }

  protected async load() {
    const discovered = await this.ask.Discovered(this.id);
    await this.reads({ text: discovered.summary, proved: discovered.proved });
    this.trail = await this.ask.Trail(this.id);
    this.discovered = discovered;
    this.listen(discovered.inquiry);
  }

  /** listen follows the research, which is a run of its own, from its beginning. */
  private listen(inquiry: string) {
    if (!inquiry || inquiry === this.inquiry || this.ended) return;
    this.inquiry = inquiry;
    this.stops.push(this.told.follow(inquiry, 0, (batch) => this.overhear(batch)));
  }

  private overhear(batch: Event[]) {
    this.hear(batch);
    const last = (kind: string) => batch.findLast((event) => event.kind === kind)?.data;
    this.progress = last('answer.progress') ?? this.progress;
    this.glimpse = last('answer.kept') ?? this.glimpse;
    this.found += batch.filter((event) => event.kind === 'answer.kept').length;
    const searched = batch.filter((event) => event.kind === 'answer.searched').map((event) => event.data as answer.Searched);
    if (searched.length) this.searched = [...this.searched, ...searched];
  }

  protected override take(batch: Event[]) {
    for (const event of batch) {
      // What is begun again, after a power cut, tells its cards again.
      if (event.kind === 'node.started') this.early = [];
      if (event.kind === 'discover.headline') this.early = [...this.early.filter((one) => one.id !== event.data.id), event.data as discover.Card];
    }
    super.take(batch);
  }

  /** cited are the passages behind a card with where exactly their words stand; one whose words are not found there opens at its page. */
  cited = (places: readonly discover.Place[]): Promise<Citation[]> =>
    Promise.all(
      places.map(async (place) => {
        const words = place.quote.replace(/\s*…$/, ''); // a long one is cut
        return spotted(place, await this.ask.FindQuote(place.document, place.page, words).catch(() => undefined));
      }),
    );

  /** deeper goes into a card: to where that led already, else a new discovery; it returns the run, null when that was refused. */
  async deeper(card: discover.Card): Promise<string | null> {
    const before = this.gone.get(card.id);
    const from = this.discovered;
    if (before || !from) return before ?? null;
    if (this.sending) return null;
    this.sending = true;
    try {
      const { web, hosts } = from;
      // Whoever goes on looks in the same places; what would leave is asked for anew.
      const run = await this.ask.StartDiscover({ query: '', image: '', image_name: '', source: 'card', web, hosts, consented: false, collections: [], documents: [], engine: '', model: '', from: this.id, card: card.id });
      return run.id;
    } catch (error) {
      toasts.fail(Fault.from(error));
      return null;
    } finally {
      this.sending = false;
    }
  }
}
