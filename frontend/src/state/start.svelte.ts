import { Fault, type core, type desk } from '../backend';
import { Attached } from './attached.svelte';
import { Draft, named, oneOf, text } from './draft.svelte';
import { machine } from './machine.svelte';
import type { Place } from './route';
import { settings } from './settings.svelte';
import { toasts } from './toasts.svelte';
import { web } from './web.svelte';
import { words } from './words.svelte';

/** kinds are the ways to have a question answered: at once, as a report by a plan, or as a tree of questions. */
export const kinds = ['quick', 'report', 'deep'] as const;
export type Kind = (typeof kinds)[number];

/** bounds are what a person may choose of how far a deep question goes; 0 is what the settings say. */
export const bounds = { depth: [0, 1, 2, 3, 4, 5, 6], breadth: [0, 2, 3, 4, 5, 6, 8], nodes: [0, 10, 20, 40, 80, 150, 300, 500] } as const;
export type Bound = keyof typeof bounds;
const names: Record<Bound, string> = { depth: 'EXPLORE_MAX_DEPTH', breadth: 'EXPLORE_MAX_BREADTH', nodes: 'EXPLORE_MAX_NODES' };

export const depths = ['quick', 'standard', 'deep'] as const;
export type Depth = (typeof depths)[number];

/** offered is how many examples are shown at most. */
const offered = 4;

/** Start is a question that is not asked yet: what, where, how deep, by what; and what that would take. */
export class Start extends Draft {
  question = $state('');
  kind = $state<Kind>('quick');
  /** engine is "", "extractive", or "ollama:" and a model. */
  engine = $state('');
  depth = $state<Depth>('standard');
  unattended = $state(false);
  /** most is how far a deep question goes. */
  most = $state<Record<Bound, number>>({ depth: 0, breadth: 0, nodes: 0 });
  attached = new Attached(this.ask);
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
  /** answerable: there is something that could answer. A report is of the library; it only fills its gaps from the web. */
  answerable = $derived(this.searchable.length > 0 || (this.kind !== 'report' && this.web !== '') || (this.kind === 'deep' && this.attached.hashes.length > 0));
  ready = $derived(this.question.trim() !== '' && this.answerable && !this.sending && !this.attached.busy && !web.lacks(this.web));

  protected key = 'start.draft';
  protected sense = {
    question: text,
    kind: oneOf(kinds),
    engine: text,
    depth: oneOf(depths),
    unattended: (value: unknown) => typeof value === 'boolean',
    most: (value: unknown) => Object.entries(bounds).every(([bound, list]) => (list as readonly unknown[]).includes((value as Record<string, unknown> | undefined)?.[bound])),
  };

  /** begin takes up what was begun, then what another screen hands over, and looks at library and machine. It returns how to stop. */
  begin(given: { question: string; kind: string; documents: string[]; follows: string; from: string }): () => void {
    const stop = this.start();
    this.choose(given.follows || given.from ? 'report' : given.kind);
    if (given.question) this.question = given.question;
    if (given.documents.length) [this.documents, this.collections] = [given.documents, []];
    if (given.follows) void this.find(given.follows, (run) => (this.follows = run));
    if (given.from) void this.find(given.from, (run) => (this.from = run));
    void machine.think();
    void settings.load();
    return stop;
  }

  /** choose takes a way to answer by its name. */
  choose(kind: string) {
    if (oneOf(kinds)(kind)) this.kind = kind as Kind;
  }

  /** look reads the library; the estimate and the examples follow. */
  override async look() {
    await Promise.all([super.look(), this.attached.load()]);
    if (this.fault) return;
    this.reckon();
    void this.suggest();
  }

  /** usual is what the settings say of a bound; 0 while nobody knows. */
  usual = (bound: Bound) => Number(settings.get(names[bound])?.value ?? 0);

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

  /** send asks the question; it returns the screen that answers it, or null when it was refused. */
  send = () =>
    this.submit(async (): Promise<{ place: Place; id: string }> => {
      const { kind } = this;
      const asked = { ...this.where, ...named(this.engine), question: this.question.trim() };
      const { id } =
        kind === 'quick'
          ? await this.ask.StartAsk({ ...asked, mode: 'chat', follows: '' })
          : kind === 'deep'
            ? await this.ask.StartExplore({ ...asked, context: this.attached.hashes, max_depth: this.most.depth, max_breadth: this.most.breadth, max_nodes: this.most.nodes })
            : await this.ask.StartResearch(this.wish(this.depth));
      this.keep(['kind', 'engine', 'depth', 'unattended', 'most']);
      return { place: ({ quick: 'ask', report: 'run', deep: 'explore' } as const)[kind], id };
    });

  private wish(depth: Depth): core.Begin {
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
