import type { desk } from '../backend';
import { Draft, named, oneOf, text } from './draft.svelte';
import { machine } from './machine.svelte';
import { settings } from './settings.svelte';
import { toasts } from './toasts.svelte';
import { web } from './web.svelte';
import { t } from './words.svelte';

/** bounds are what a person may choose of how far an exploration goes; 0 is what the settings say. */
export const bounds = { depth: [0, 1, 2, 3, 4, 5, 6], breadth: [0, 2, 3, 4, 5, 6, 8], nodes: [0, 10, 20, 40, 80, 150, 300, 500] } as const;
export type Bound = keyof typeof bounds;
const names: Record<Bound, string> = { depth: 'EXPLORE_MAX_DEPTH', breadth: 'EXPLORE_MAX_BREADTH', nodes: 'EXPLORE_MAX_NODES' };

/** ExploreStart is an exploration that is not begun yet: the question, the files that go with it, where to look and how far. */
export class ExploreStart extends Draft {
  question = $state('');
  /** files are attached and wait, as they are, for the run; the engine keeps them. */
  files = $state.raw<desk.Attached[] | null>(null);
  /** engine is "", "extractive", or "ollama:" and a model. */
  engine = $state('');
  depth = $state(0);
  breadth = $state(0);
  nodes = $state(0);
  attaching = $state(false);

  /** answerable: there is something that could answer. */
  answerable = $derived(this.searchable.length > 0 || (this.files?.length ?? 0) > 0 || this.web !== '');
  ready = $derived(this.question.trim() !== '' && this.answerable && !this.sending && !this.attaching && !web.lacks(this.web));

  protected key = 'explore.draft';
  protected sense = { question: text, engine: text, depth: oneOf(bounds.depth), breadth: oneOf(bounds.breadth), nodes: oneOf(bounds.nodes) };

  override start(): () => void {
    void machine.think();
    void settings.load();
    return super.start();
  }

  /** look reads the library, and what is attached. */
  override async look() {
    await Promise.all([super.look(), this.loadFiles()]);
  }

  /** usual is what the settings say of a bound; 0 while nobody knows. */
  usual = (bound: Bound) => Number(settings.get(names[bound])?.value ?? 0);

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

  /** send starts the exploration; it returns the run, or null when that was refused. */
  send = () =>
    this.submit(async () => {
      const run = await this.ask.StartExplore({
        ...this.where,
        ...named(this.engine),
        question: this.question.trim(),
        // The first one attached is read first.
        context: (this.files ?? []).map((one) => one.hash).reverse(),
        max_depth: this.depth,
        max_breadth: this.breadth,
        max_nodes: this.nodes,
      });
      this.keep(['engine', 'depth', 'breadth', 'nodes']);
      return run.id;
    });
}
