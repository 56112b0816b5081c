import { backend, Fault, onConnection, stream, type desk } from '../backend';
import { machine } from './machine.svelte';
import { remembered } from './remembered.svelte';
import { settings } from './settings.svelte';
import { toasts } from './toasts.svelte';
import { web } from './web.svelte';
import { t } from './words.svelte';

/** bounds are what a person may choose of how far an exploration goes; 0 is what the settings say. */
export const bounds = { depth: [0, 1, 2, 3, 4, 5, 6], breadth: [0, 2, 3, 4, 5, 6, 8], nodes: [0, 10, 20, 40, 80, 150, 300, 500] } as const;
export type Bound = keyof typeof bounds;
const names: Record<Bound, string> = { depth: 'EXPLORE_MAX_DEPTH', breadth: 'EXPLORE_MAX_BREADTH', nodes: 'EXPLORE_MAX_NODES' };

interface Draft {
  question: string;
  collections: string[];
  documents: string[];
  engine: string;
  depth: number;
  breadth: number;
  nodes: number;
}

/** ExploreStart is an exploration that is not begun yet: the question, the files that go with it, where to look and how far. */
export class ExploreStart {
  question = $state('');
  /** files are attached and wait, as they are, for the run; the engine keeps them. */
  files = $state.raw<desk.Attached[] | null>(null);
  collections = $state.raw<string[]>([]);
  documents = $state.raw<string[]>([]);
  /** engine is "", "extractive", or "ollama:" and a model. */
  engine = $state('');
  depth = $state(0);
  breadth = $state(0);
  nodes = $state(0);
  /** web is off in every new exploration: it is never on because it was on before. */
  web = $state<'' | 'listed' | 'open'>('');

  library = $state.raw<desk.Document[] | null>(null);
  fault = $state.raw<Fault | null>(null);
  sending = $state(false);
  attaching = $state(false);

  searchable = $derived((this.library ?? []).filter((one) => one.passages > 0));
  scoped = $derived(this.collections.length + this.documents.length > 0);
  chosen = $derived(this.searchable.filter((one) => !this.scoped || this.collections.includes(one.collection) || this.documents.includes(one.name)));
  /** answerable: there is something that could answer. */
  answerable = $derived(this.searchable.length > 0 || (this.files?.length ?? 0) > 0 || this.web !== '');
  ready = $derived(this.question.trim() !== '' && this.answerable && !this.sending && !this.attaching && !web.lacks(this.web));

  /** looked ends when library and files were looked at for the first time. */
  private looked: Promise<unknown> = Promise.resolve();

  constructor(private ask: typeof backend = backend) {}

  /** start takes up what was begun and looks at the library and the machine; it returns how to stop. */
  start(): () => void {
    Object.assign(this, pick(remembered.get<Partial<Draft>>('explore.draft', {})));
    this.looked = Promise.all([this.look(), this.loadFiles()]);
    void machine.think();
    void settings.load();
    const stops = [
      stream.watch((batch) => batch.some((event) => event.kind === 'library.changed') && void this.look()),
      onConnection((up) => up && void Promise.all([this.look(), this.loadFiles()])),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** usual is what the settings say of a bound; 0 while nobody knows. */
  usual = (bound: Bound) => Number(settings.get(names[bound])?.value ?? 0);

  keep() {
    const { question, collections, documents, engine, depth, breadth, nodes } = this;
    remembered.set('explore.draft', { question, collections, documents, engine, depth, breadth, nodes });
  }

  async look() {
    try {
      this.library = await this.ask.Documents();
      this.documents = this.documents.filter((name) => this.searchable.some((one) => one.name === name));
      this.collections = this.collections.filter((name) => this.searchable.some((one) => one.collection === name));
      this.fault = null;
    } catch (error) {
      this.fault = Fault.from(error);
    }
  }

  private async loadFiles() {
    try {
      this.files = await this.ask.AttachedContext();
    } catch (error) {
      this.files ??= [];
      toasts.fail(error);
    }
  }

  /** choose lets the person pick files to attach. */
  choose = () => this.attempt(async () => this.take(await this.ask.ChooseFiles()));

  /** attach keeps files, as they are, for this exploration; none of them is read yet. */
  attach = (paths: string[]) => this.attempt(() => this.take(paths));

  private async take(paths: string[]) {
    if (!paths.length) return;
    const before = new Set(this.files?.map((one) => one.hash));
    const kept = await this.ask.AttachContext(paths);
    if (kept.length && kept.every((one) => before.has(one.hash))) toasts.say(t('explore.filesSame'));
  }

  detach = (hash: string) => this.attempt(() => this.ask.DetachContext(hash));

  private async attempt(wish: () => Promise<unknown>) {
    this.attaching = true;
    try {
      await wish();
    } catch (error) {
      toasts.fail(error);
    } finally {
      await this.loadFiles();
      this.attaching = false;
    }
  }

  /** send starts the exploration; it returns the run, or null when that was refused. Whoever sends before the library was looked at waits for that. */
  async send(): Promise<string | null> {
    await this.looked;
    if (!this.ready) return null;
    this.sending = true;
    const [engine, ...model] = this.engine.split(':');
    try {
      const run = await this.ask.StartExplore({
        question: this.question.trim(),
        // The first one attached is read first.
        context: (this.files ?? []).map((one) => one.hash).reverse(),
        collections: this.collections,
        documents: this.documents,
        engine: engine ?? '',
        model: model.join(':'),
        web: this.web,
        hosts: [],
        consented: false,
        max_depth: this.depth,
        max_breadth: this.breadth,
        max_nodes: this.nodes,
      });
      remembered.set('explore.draft', { engine: this.engine, depth: this.depth, breadth: this.breadth, nodes: this.nodes });
      return run.id;
    } catch (error) {
      toasts.fail(error);
      return null;
    } finally {
      this.sending = false;
    }
  }
}

/** pick takes from what was remembered what still makes sense. */
function pick(kept: Partial<Draft>): Partial<Draft> {
  const out: Partial<Draft> = {};
  if (typeof kept.question === 'string') out.question = kept.question;
  if (Array.isArray(kept.collections)) out.collections = kept.collections;
  if (Array.isArray(kept.documents)) out.documents = kept.documents;
  if (typeof kept.engine === 'string') out.engine = kept.engine;
  for (const bound of ['depth', 'breadth', 'nodes'] as const) if ((bounds[bound] as readonly number[]).includes(kept[bound] ?? -1)) out[bound] = kept[bound]!;
  return out;
}
