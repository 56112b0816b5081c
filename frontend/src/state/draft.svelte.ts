import { backend, Fault, type desk } from '../backend';
import { whenever } from './changes';
import { remembered } from './remembered.svelte';
import { toasts } from './toasts.svelte';

export type Web = '' | 'listed' | 'open';

/** Sense says, by the names of what is remembered, which values still make sense. */
export type Sense = Record<string, (value: unknown) => boolean>;
export const text = (value: unknown) => typeof value === 'string';
export const oneOf = (values: readonly unknown[]) => (value: unknown) => values.includes(value);

/** oneWord says whether a question is a single word of a script that has blanks between words: it finds passages but asks nothing. */
export const oneWord = (question: string) => /^\s*[^\s?？\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4,}\s*$/u.test(question);

/** Draft is a question that is being put together: where it looks, what of it outlives the window, and how it is sent. */
export abstract class Draft {
  collections = $state.raw<string[]>([]);
  documents = $state.raw<string[]>([]);
  /** web is off in every new question: it is never on because it was on before. */
  web = $state<Web>('');
  library = $state.raw<desk.Document[] | null>(null);
  /** fault is why the library could not be read. */
  fault = $state.raw<Fault | null>(null);
  /** sending is set while the question is on its way. */
  sending = $state(false);
  /** looked ends when the library was looked at for the first time. */
  private looked: Promise<void> = Promise.resolve();

  /** searchable are the documents that answers can come from. */
  searchable = $derived((this.library ?? []).filter((one) => one.passages > 0));
  scoped = $derived(this.collections.length + this.documents.length > 0);
  chosen = $derived(this.searchable.filter((one) => !this.scoped || this.collections.includes(one.collection) || this.documents.includes(one.name)));

  /** lack is why nothing of the library can be searched: nothing is in it, all is still being read, or nothing could be read; "" when something can, or it is not known yet. */
  lack = $derived<'' | 'empty' | 'reading' | 'unread'>(
    !this.library || this.searchable.length ? '' : !this.library.length ? 'empty' : this.library.every((one) => one.state === 'failed') ? 'unread' : 'reading',
  );

  constructor(protected ask: typeof backend = backend) {}

  /** ready: it can be sent. */
  abstract readonly ready: boolean;
  /** key is what it is remembered by, "" when it is not. */
  protected abstract get key(): string;
  /** sense is of what is remembered beside the documents to look in. */
  protected abstract readonly sense: Sense;

  /** start takes up what was begun and follows the library; it returns how to stop. */
  start(): () => void {
    this.recall();
    this.looked = this.look();
    return whenever('library.changed', () => void this.look());
  }

  /** keep remembers it as it stands, or these of its parts alone. */
  keep(names = Object.keys(this.senses)) {
    if (this.key) remembered.set(this.key, Object.fromEntries(names.map((name) => [name, this[name as keyof this]])));
  }

  /** look reads the library; what was chosen earlier may be gone by now. */
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

  /** where is what the engine is told of where to look; what would leave for it is agreed to when it is known. */
  protected get where() {
    const { web, collections, documents } = this;
    return { web, hosts: [], consented: false, collections, documents };
  }

  /** submit sends it; it returns what came of that, null when it was refused, which the person sees. Whoever sends before the library was looked at waits for that. */
  protected async submit<T>(send: () => Promise<T>): Promise<T | null> {
    await this.looked;
    if (!this.ready) return null;
    this.sending = true;
    try {
      return await send();
    } catch (error) {
      toasts.fail(error);
      return null;
    } finally {
      this.sending = false;
    }
  }

  private get senses(): Sense {
    return { ...this.sense, collections: Array.isArray, documents: Array.isArray };
  }

  private recall() {
    const kept = this.key ? remembered.get<Record<string, unknown>>(this.key, {}) : {};
    for (const [name, sensible] of Object.entries(this.senses)) if (sensible(kept[name])) Object.assign(this, { [name]: kept[name] });
  }
}

/** named parts a choice of what thinks into engine and model: "", "extractive", or "ollama:" and a model. */
export function named(choice: string) {
  const [engine = '', ...model] = choice.split(':');
  return { engine, model: model.join(':') };
}
