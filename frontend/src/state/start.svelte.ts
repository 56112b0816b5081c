import { backend, Fault, stream, type desk } from '../backend';
import { machine } from './machine.svelte';
import { remembered } from './remembered.svelte';
import { toasts } from './toasts.svelte';
import { web } from './web.svelte';

export const depths = ['quick', 'standard', 'deep'] as const;
export type Depth = (typeof depths)[number];

interface Draft {
  question: string;
  collections: string[];
  documents: string[];
  engine: string;
  depth: Depth;
  unattended: boolean;
}

/** Start is a question that is not asked yet: what, where, how deep, by what; and what that would take. */
export class Start {
  question = $state('');
  collections = $state.raw<string[]>([]);
  documents = $state.raw<string[]>([]);
  /** engine is "", "extractive", or "ollama:" and a model. */
  engine = $state('');
  depth = $state<Depth>('standard');
  unattended = $state(false);
  /** web is off in every new question: it is never on because it was on before. */
  web = $state<'' | 'listed' | 'open'>('');
  /** follows is the run whose report the question asks further about. */
  follows = $state.raw<desk.Run | null>(null);

  /** from is the discovery that the question came up in. */
  from = $state.raw<desk.Run | null>(null);

  library = $state.raw<desk.Document[] | null>(null);
  estimates = $state.raw<Partial<Record<Depth, desk.Estimate>>>({});
  fault = $state.raw<Fault | null>(null);
  sending = $state(false);
  /** looked ends when the library was looked at for the first time. */
  private looked: Promise<void> = Promise.resolve();
  private turn = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** searchable are the documents that answers can come from. */
  searchable = $derived((this.library ?? []).filter((one) => one.passages > 0));
  scoped = $derived(this.collections.length + this.documents.length > 0);
  chosen = $derived(this.searchable.filter((one) => !this.scoped || this.collections.includes(one.collection) || this.documents.includes(one.name)));
  estimate = $derived(this.estimates[this.depth]);
  ready = $derived(this.question.trim() !== '' && this.searchable.length > 0 && !this.sending && !web.lacks(this.web));

  /** begin takes up what was begun, then what another screen hands over, and looks at library and machine. It returns how to stop. */
  begin(given: { question: string; documents: string[]; follows: string; from: string }): () => void {
    const kept = remembered.get<Partial<Draft>>('start.draft', {});
    Object.assign(this, pick(kept));
    if (given.question) this.question = given.question;
    if (given.documents.length) [this.documents, this.collections] = [given.documents, []];
    if (given.follows) void this.recall(given.follows, (run) => (this.follows = run));
    if (given.from) void this.recall(given.from, (run) => (this.from = run));
    this.looked = this.look();
    void machine.think();
    return stream.watch((batch) => batch.some((event) => event.kind === 'library.changed') && void this.look());
  }

  /** keep remembers the question as it stands; the estimate follows. */
  keep() {
    const { question, collections, documents, engine, depth, unattended } = this;
    remembered.set('start.draft', { question, collections, documents, engine, depth, unattended });
  }

  private async look() {
    try {
      this.library = await backend.Documents();
      // What was chosen earlier may be gone by now.
      this.documents = this.documents.filter((name) => this.searchable.some((one) => one.name === name));
      this.collections = this.collections.filter((name) => this.searchable.some((one) => one.collection === name));
      this.fault = null;
      this.reckon();
    } catch (error) {
      this.fault = Fault.from(error);
    }
  }

  private async recall(id: string, take: (run: desk.Run | null) => void) {
    try {
      take((await backend.Runs()).find((one) => one.id === id) ?? null);
    } catch (error) {
      toasts.fail(error);
    }
  }

  /** reckon asks, once the choices rest, what a run would take at each depth. */
  reckon() {
    clearTimeout(this.timer);
    const turn = ++this.turn;
    this.timer = setTimeout(async () => {
      try {
        const list = await Promise.all(depths.map((depth) => backend.EstimateRun(this.wish(depth))));
        if (turn === this.turn) this.estimates = Object.fromEntries(depths.map((depth, i) => [depth, list[i]]));
      } catch (error) {
        if (turn === this.turn) this.fault = Fault.from(error);
      }
    }, 200);
  }

  /** send starts the research; it returns the run, or null when that was refused. Whoever sends before the library was looked at waits for that. */
  async send(): Promise<string | null> {
    await this.looked;
    if (!this.ready) return null;
    this.sending = true;
    try {
      const run = await backend.StartResearch(this.wish(this.depth));
      remembered.set('start.draft', { engine: this.engine, depth: this.depth, unattended: this.unattended });
      return run.id;
    } catch (error) {
      toasts.fail(error);
      return null;
    } finally {
      this.sending = false;
    }
  }

  private wish(depth: Depth): desk.Wish {
    const [engine, ...model] = this.engine.split(':');
    return {
      question: this.question.trim(),
      collections: this.collections,
      documents: this.documents,
      engine: engine ?? '',
      model: model.join(':'),
      depth,
      unattended: this.unattended,
      follows: this.follows?.id ?? '',
      from: this.from?.id ?? '',
      web: this.web,
      hosts: [],
      consented: false,
    };
  }
}

/** pick takes from what was remembered what still makes sense. */
function pick(kept: Partial<Draft>): Partial<Draft> {
  const out: Partial<Draft> = {};
  if (typeof kept.question === 'string') out.question = kept.question;
  if (Array.isArray(kept.collections)) out.collections = kept.collections;
  if (Array.isArray(kept.documents)) out.documents = kept.documents;
  if (typeof kept.engine === 'string') out.engine = kept.engine;
  if (depths.includes(kept.depth as Depth)) out.depth = kept.depth!;
  if (typeof kept.unattended === 'boolean') out.unattended = kept.unattended;
  return out;
}
