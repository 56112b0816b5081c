import { backend, Fault, onConnection, onDrop, stream, type core, type desk } from '../backend';
import { dropping } from './dropping.svelte';
import { machine } from './machine.svelte';
import { share } from './naming';
import { remembered } from './remembered.svelte';
import { Selection } from './selection.svelte';
import { fitting, folds, ordered, recognising, standing, troubled, type Column, type Order } from './shelf';
import { language } from './tongue';
import { toasts } from './toasts.svelte';
import { t } from './words.svelte';

export type Tab = 'documents' | 'missing' | 'watched';

/** Shown is which documents the table shows: all, those of a collection, or those that need attention. */
export type Shown = { kind: 'all' } | { kind: 'attention' } | { kind: 'collection'; name: string };

const noWish: desk.AddWish = { collection: '', password: '', light: false };

/** How long changes are gathered before the table is read again: a large one is read less often while files are added. */
const pace = (documents: number) => (documents > 1000 ? 2500 : 300);

/** Library is the person's documents. */
class Library {
  documents = $state.raw<desk.Document[] | null>(null);
  missing = $state.raw<core.MissingWork[] | null>(null);
  fault = $state.raw<Fault | null>(null);
  tab = $state<Tab>('documents');
  filter = $state('');
  shown = $state.raw<Shown>({ kind: 'all' });
  active = $state(-1);
  selection = new Selection();

  folds = $derived(folds(this.documents ?? []));
  attention = $derived((this.documents ?? []).filter(needsCare).length);
  order = $derived(remembered.get<Order>('library.order', { by: 'added', down: true }));
  private isShown = (one: desk.Document): boolean => {
    if (this.shown.kind === 'attention') return needsCare(one);
    return this.shown.kind === 'all' || one.collection === this.shown.name;
  };
  private sorted = $derived(ordered(this.documents ?? [], this.order));
  rows = $derived(fitting(this.sorted.filter(this.isShown), this.filter, (one) => `${language(one.language)} ${t(`library.${standing(one)}`)}`));
  selected = $derived(this.rows.filter((one) => this.selection.ids.has(one.hash)));
  pages = $derived((this.documents ?? []).reduce((sum, one) => sum + one.pages, 0));

  /** start reads the table and follows what changes; it returns how to stop. */
  start(): () => void {
    void this.load();
    let timer = 0;
    const away = onConnection((up) => up && void this.load());
    const stop = stream.watch((batch) => {
      if (timer || !batch.some((event) => event.kind === 'library.changed')) return;
      timer = window.setTimeout(() => {
        timer = 0;
        void this.load();
      }, pace(this.documents?.length ?? 0));
    });
    return () => {
      clearTimeout(timer);
      stop();
      away();
    };
  }

  async load() {
    try {
      const documents = await backend.Documents();
      share(documents);
      this.documents = documents;
      this.fault = null;
      const there = new Set(this.documents.map((one) => one.hash));
      this.selection.keep((hash) => there.has(hash));
    } catch (error) {
      this.fault = Fault.from(error);
    }
  }

  /** loadMissing reads which cited works are not here; it takes a moment in a large library. */
  async loadMissing() {
    try {
      this.missing = await backend.Missing();
    } catch (error) {
      toasts.fail(error);
      this.missing ??= [];
    }
  }

  /** bibliography is the missing works for a reference manager. */
  bibliography = (format: 'bibtex' | 'ris') => backend.MissingBibliography(format);

  sortBy(by: Column) {
    const down = this.order.by === by ? !this.order.down : ['pages', 'refs', 'cited', 'added'].includes(by);
    remembered.set('library.order', { by, down });
  }

  /** acceptDrops adds what is dropped anywhere in the window, unless a screen takes it; it is called once. */
  acceptDrops() {
    onDrop((paths) => (dropping.taker ? dropping.taker.take(paths) : void this.drop(paths)));
  }

  /** drop adds files and folders. */
  async drop(paths: string[], wish: Partial<desk.AddWish> = {}) {
    if (paths.length) await this.attempt(() => backend.AddFiles(paths, { ...noWish, ...wish }));
  }

  /** choose lets the person pick files to add. */
  choose = () => this.attempt(async () => this.drop(await backend.ChooseFiles()));

  /** chooseFolder lets the person pick a folder to add. */
  chooseFolder = () =>
    this.attempt(async () => {
      const folder = await backend.ChooseFolder();
      if (folder) await this.drop([folder]);
    });

  /** show selects a document in the table, whatever was filtered. */
  show(hash: string) {
    this.tab = 'documents';
    this.filter = '';
    this.shown = { kind: 'all' };
    this.selection.all([hash]);
    this.active = this.rows.findIndex((one) => one.hash === hash);
  }

  /** sample adds the sample library. */
  sample = () => this.attempt(() => backend.LoadSample());

  /** again reads the library's copy of a document again, if it failed; else the scans that wait for text recognition, of all documents. */
  again = (one: desk.Document, password = '') =>
    this.attempt(() => (one.state === 'failed' ? backend.RetryDocument(one.hash, { ...noWish, password, collection: one.collection }) : backend.ResumeAdding()));

  stopAdding = () => this.attempt(() => backend.StopAdding());
  stopRereading = () => this.attempt(() => backend.StopRereading());
  resumeAdding = () => this.attempt(() => backend.ResumeAdding());
  /** openReferences lists what a document refers to and the library does not have; nothing when that failed, which the person sees. */
  openReferences = async (hash: string): Promise<core.OpenReference[]> => {
    let list: core.OpenReference[] = [];
    await this.attempt(async () => void (list = await backend.OpenReferences(hash)));
    return list;
  };
  reveal = (hash: string) => this.attempt(() => backend.RevealDocument(hash));

  /** remove takes documents out of the library. */
  async remove(documents: readonly desk.Document[]) {
    const done = await this.attempt(async () => {
      for (const { hash } of documents) await backend.RemoveDocument(hash);
    });
    if (done) toasts.say(t('library.removed', { n: documents.length }), { tone: 'done' });
    void this.load();
  }

  /** seen closes the message about what was added last, until something else is. */
  seen() {
    remembered.set('library.seen', round(machine.adding));
  }

  /** news is set while there are results that the person has not put away. */
  news = $derived(machine.adding !== null && !machine.adding.busy && round(machine.adding) !== '' && round(machine.adding) !== remembered.get('library.seen', ''));

  private async attempt(wish: () => Promise<unknown>): Promise<boolean> {
    try {
      await wish();
      return true;
    } catch (error) {
      toasts.fail(error);
      return false;
    }
  }
}

// What is being recognised is cared for already.
const needsCare = (one: desk.Document) => troubled(one) && !recognising(one, machine.adding);

/** round names one round of adding by what came of it. */
function round(adding: desk.Adding | null): string {
  if (!adding || (!adding.results.length && !adding.problem)) return '';
  return [adding.results[0]?.path, adding.results.length, adding.failed, adding.problem?.kind].join('|');
}

export const library = new Library();
