import { heardOf, type Asking } from './asking';
import { backend, Fault, onConnection, stream, type Event, type desk, type related } from '../backend';
import { spotted, type Citation } from './proof.svelte';
import { toasts } from './toasts.svelte';
import { words } from './words.svelte';

export type Place = related.Place;
export type Mode = 'quick' | 'standard' | 'deep';

/** Wish is what a person who presses the button may choose. The web is off each time: it is never on because it was on before. */
export interface Wish {
  mode: Mode;
  web: '' | 'listed' | 'open';
}

/** Standing is how the search stands, for the line that says so. */
export type Standing = 'none' | 'queued' | 'asking' | 'waiting' | 'starting' | 'searching' | 'fetching' | 'summarizing' | 'ready' | 'failed';

/** standing says how a search stands: what it does while it runs, and that it asks when it does. */
export function standing({ status, doing, consent }: Pick<desk.RelatedInfo, 'status' | 'doing' | 'consent'>): Standing {
  if (status !== 'running') return ['queued', 'ready', 'failed'].includes(status) ? (status as Standing) : 'none';
  if (consent) return 'asking';
  return ['waiting', 'searching', 'fetching', 'summarizing'].includes(doing) ? (doing as Standing) : 'starting';
}

/** Related is what is known beside the document that is read, and the search for it. */
export class Related {
  hash = $state('');
  info = $state.raw<desk.RelatedInfo | null>(null);
  /** fault is why nothing can be told: what a search failed with stands in info. */
  fault = $state.raw<Fault | null>(null);
  /** call is the call of a model that is under way. */
  call = $state.raw<Asking | null>(null);
  /** sending is set while a wish of the person is on its way. */
  sending = $state(false);
  private turn = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private spans = new Map<string, Promise<Citation>>();

  constructor(
    private ask: Pick<typeof backend, 'Related' | 'OpenRelated' | 'FindRelated' | 'CancelRelated' | 'AnswerConsent' | 'FindQuote'> = backend,
    private told: Pick<typeof stream, 'watch'> = stream,
    private line: { onConnection: typeof onConnection } = { onConnection },
  ) {}

  standing = $derived<Standing>(this.info ? standing(this.info) : 'none');
  working = $derived(this.info?.status === 'queued' || this.info?.status === 'running');
  bullets = $derived(this.info?.bullets ?? []);
  /** places are all citations in the order in which the eye meets them. */
  places = $derived(this.bullets.flatMap((bullet) => bullet.places));

  /** start follows what happens; it returns how to stop. */
  start(): () => void {
    const stops = [this.told.watch((batch) => this.heed(batch)), this.line.onConnection((up) => up && (this.fault ? void this.again() : this.later()))];
    return () => {
      this.turn++;
      clearTimeout(this.timer);
      stops.forEach((stop) => stop());
    };
  }

  /** open shows what is known beside a document; where nothing fresh is, and the settings want it, a search begins by itself. */
  async open(hash: string, page: number): Promise<void> {
    if (hash === this.hash) return;
    this.hash = hash;
    this.info = this.fault = this.call = null;
    this.spans.clear();
    await this.take(() => this.ask.OpenRelated(hash, page, words.language));
  }

  again = () => this.take(() => this.ask.OpenRelated(this.hash, 0, words.language));

  /** find looks anew, whatever is known. */
  find = (page: number, { mode, web }: Wish) =>
    this.tell(() => this.ask.FindRelated({ document: this.hash, page, mode, language: words.language, web, hosts: [], consented: false, force: true }));

  stop = () => this.tell(() => this.ask.CancelRelated(this.hash));

  consentTo = (decision: 'these' | 'run' | 'library', queries: string[]) =>
    this.tell(async () => {
      await this.ask.AnswerConsent(this.info?.run ?? '', this.info?.consent?.question ?? '', decision, queries);
      return this.ask.Related(this.hash);
    });

  /** cited is where a place opens: with the words marked, where they stand on the page. It is asked for once. */
  cited(place: Place): Promise<Citation> {
    const key = `${place.document} ${place.page} ${place.quote}`;
    const known = this.spans.get(key) ?? this.ask.FindQuote(place.document, place.page, place.quote).then((span) => spotted(place, span));
    this.spans.set(key, known);
    // What cannot be found opens at its page; it is asked for again the next time.
    return known.catch(() => (this.spans.delete(key), spotted(place)));
  }

  private heed(batch: Event[]) {
    const call = this.info?.run ? heardOf(this.info.run, batch) : undefined;
    if (call !== undefined) this.call = call;
    for (const event of batch) {
      if (event.kind === 'lagging') this.later();
      if (event.kind !== 'related.changed' || event.data?.document !== this.hash || !this.hash) continue;
      // How far it is shows at once; what came of it is read, with why it failed.
      const going = event.data.status === 'queued' || event.data.status === 'running';
      if (this.info && going) this.info = { ...this.info, status: event.data.status, doing: event.data.doing };
      this.later(going ? 150 : 0);
    }
  }

  private later(wait = 150) {
    if (this.timer !== undefined && wait > 0) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.hash && !this.fault) void this.take(() => this.ask.Related(this.hash));
    }, wait);
  }

  /** take reads what is known; what comes too late is of a document that is shown no more. */
  private async take(read: () => Promise<desk.RelatedInfo>): Promise<void> {
    const turn = ++this.turn;
    try {
      const info = await read();
      if (turn !== this.turn) return;
      this.info = info;
      this.fault = null;
    } catch (error) {
      if (turn === this.turn && !this.info) this.fault = Fault.from(error);
    }
  }

  private async tell(wish: () => Promise<desk.RelatedInfo>): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    const turn = ++this.turn;
    try {
      const info = await wish();
      if (turn === this.turn) this.info = info;
      else this.later();
    } catch (error) {
      toasts.fail(error);
      this.later();
    } finally {
      this.sending = false;
    }
  }
}
