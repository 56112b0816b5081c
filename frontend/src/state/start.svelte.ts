import { Fault, type core, type desk } from '../backend';
import { Draft, named, oneOf, text } from './draft.svelte';
import { machine } from './machine.svelte';
import { toasts } from './toasts.svelte';
import { web } from './web.svelte';
import { words } from './words.svelte';

export const depths = ['quick', 'standard', 'deep'] as const;
export type Depth = (typeof depths)[number];

/** offered is how many examples are shown at most. */
const offered = 4;

/** Start is a question that is not asked yet: what, where, how deep, by what; and what that would take. */
export class Start extends Draft {
  question = $state('');
  /** engine is "", "extractive", or "ollama:" and a model. */
  engine = $state('');
  depth = $state<Depth>('standard');
  unattended = $state(false);
  /** follows is the run whose report the question asks further about. */
  follows = $state.raw<desk.Run | null>(null);
  /** from is the discovery that the question came up in. */
  from = $state.raw<desk.Run | null>(null);

  estimates = $state.raw<Partial<Record<Depth, desk.Estimate>>>({});
  /** examples are questions that what is chosen of the library answers. */
  private examples = $state.raw<core.Example[]>([]);
  private turn = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  estimate = $derived(this.estimates[this.depth]);
  /** offers are the examples in the person's language, in that of the documents where there are none, while nothing is asked yet. */
  offers = $derived.by(() => {
    const mine = this.examples.filter((one) => one.language === words.language);
    return this.question.trim() ? [] : (mine.length ? mine : this.examples).slice(0, offered).map((one) => one.question);
  });
  ready = $derived(this.question.trim() !== '' && this.searchable.length > 0 && !this.sending && !web.lacks(this.web));

  protected key = 'start.draft';
  protected sense = { question: text, engine: text, depth: oneOf(depths), unattended: (value: unknown) => typeof value === 'boolean' };

  /** begin takes up what was begun, then what another screen hands over, and looks at library and machine. It returns how to stop. */
  begin(given: { question: string; documents: string[]; follows: string; from: string }): () => void {
    const stop = this.start();
    if (given.question) this.question = given.question;
    if (given.documents.length) [this.documents, this.collections] = [given.documents, []];
    if (given.follows) void this.find(given.follows, (run) => (this.follows = run));
    if (given.from) void this.find(given.from, (run) => (this.from = run));
    void machine.think();
    return stop;
  }

  /** look reads the library; the estimate and the examples follow. */
  override async look() {
    await super.look();
    if (this.fault) return;
    this.reckon();
    void this.suggest();
  }

  private async find(id: string, take: (run: desk.Run | null) => void) {
    try {
      take((await this.ask.Runs()).find((one) => one.id === id) ?? null);
    } catch (error) {
      toasts.fail(error);
    }
  }

  /** suggest looks for questions that the chosen documents answer. It is done without where that fails: what matters is what the person asks. */
  async suggest() {
    const { collections, documents } = this;
    const found = await this.ask.Examples(collections, documents).catch(() => []);
    if (collections === this.collections && documents === this.documents) this.examples = found;
  }

  /** reckon asks, once the choices rest, what a run would take at each depth. */
  reckon() {
    clearTimeout(this.timer);
    const turn = ++this.turn;
    this.timer = setTimeout(async () => {
      try {
        const list = await Promise.all(depths.map((depth) => this.ask.EstimateRun(this.wish(depth))));
        if (turn === this.turn) this.estimates = Object.fromEntries(depths.map((depth, i) => [depth, list[i]]));
      } catch (error) {
        if (turn === this.turn) this.fault = Fault.from(error);
      }
    }, 200);
  }

  /** send starts the research; it returns the run, or null when that was refused. */
  send = () =>
    this.submit(async () => {
      const run = await this.ask.StartResearch(this.wish(this.depth));
      this.keep(['engine', 'depth', 'unattended']);
      return run.id;
    });

  private wish(depth: Depth): desk.Wish {
    return {
      ...this.where,
      ...named(this.engine),
      question: this.question.trim(),
      depth,
      unattended: this.unattended,
      follows: this.follows?.id ?? '',
      from: this.from?.id ?? '',
    };
  }
}
