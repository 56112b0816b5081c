import { backend, Fault, onConnection, stream, type desk } from '../backend';
import { machine } from './machine.svelte';
import { remembered } from './remembered.svelte';
import { toasts } from './toasts.svelte';
import { web } from './web.svelte';
import { t } from './words.svelte';

/** Picture is what a query shows: a file on disk, or bytes that were pasted or chosen. */
export interface Picture {
  name: string;
  /** What the engine gets: a path, or a data URL. */
  value: string;
  /** What the person sees of it; "" where only its path is known. */
  shown: string;
}

/** kinds of pictures that a query may show, and how large one may be. */
export const kinds = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const mostBytes = 10 << 20;
const endings = /\.(png|jpe?g|gif|webp)$/i;

interface Draft {
  query: string;
  collections: string[];
  documents: string[];
}

/** DiscoverStart is a query that is being put together: words, a picture, where to look. from is the discovery that it goes on from. */
export class DiscoverStart {
  query = $state('');
  picture = $state.raw<Picture | null>(null);
  collections = $state.raw<string[]>([]);
  documents = $state.raw<string[]>([]);
  /** web is off in every new query: it is never on because it was on before. */
  web = $state<'' | 'listed' | 'open'>('');
  library = $state.raw<desk.Document[] | null>(null);
  fault = $state.raw<Fault | null>(null);
  sending = $state(false);
  /** What was dropped, as the browser hands it over; the window tells paths alone. */
  private dropped: File[] = [];

  searchable = $derived((this.library ?? []).filter((one) => one.passages > 0));
  scoped = $derived(this.collections.length + this.documents.length > 0);
  chosen = $derived(this.searchable.filter((one) => !this.scoped || this.collections.includes(one.collection) || this.documents.includes(one.name)));
  /** empty: there is nothing that could be read. */
  empty = $derived(this.library !== null && this.searchable.length === 0 && this.web === '');
  ready = $derived((this.query.trim() !== '' || this.picture !== null) && !this.empty && !this.sending && !web.lacks(this.web));

  constructor(
    private from = '',
    private ask: typeof backend = backend,
  ) {}

  /** start takes up what was begun and looks at the library; it returns how to stop. */
  start(): () => void {
    if (!this.from) Object.assign(this, pick(remembered.get<Partial<Draft>>('discover.draft', {})));
    void this.look();
    void machine.think();
    const stops = [stream.watch((batch) => batch.some((event) => event.kind === 'library.changed') && void this.look()), onConnection((up) => up && void this.look())];
    return () => stops.forEach((stop) => stop());
  }

  keep() {
    const { query, collections, documents } = this;
    if (!this.from) remembered.set('discover.draft', { query, collections, documents });
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

  /** show takes a picture that was chosen or pasted. */
  async show(file: File) {
    if (!kinds.includes(file.type)) return void toasts.fail(new Fault(t('discover.pictureKind')));
    if (file.size > mostBytes) return void toasts.fail(new Fault(t('discover.pictureBig')));
    try {
      const url = await dataURL(file);
      this.picture = { name: file.name, value: url, shown: url };
    } catch (error) {
      toasts.fail(error);
    }
  }

  /** catches notes what is being dropped, before its paths are told. */
  catches(files: File[]) {
    this.dropped = files;
  }

  /** drop takes the first picture of what was dropped. */
  async drop(paths: string[]) {
    const path = paths.find((one) => endings.test(one));
    if (!path) return void toasts.fail(new Fault(t('discover.pictureKind')));
    const name = path.split(/[\\/]/).pop()!;
    const file = this.dropped.find((one) => one.name === name);
    this.dropped = [];
    this.picture = { name, value: path, shown: file ? await dataURL(file).catch(() => '') : '' };
  }

  hide() {
    this.picture = null;
  }

  /** send asks; it returns the run, or null when that was refused. */
  async send(): Promise<string | null> {
    if (!this.ready) return null;
    this.sending = true;
    try {
      const run = await this.ask.StartDiscover({
        query: this.query.trim(),
        image: this.picture?.value ?? '',
        image_name: this.picture?.name ?? '',
        source: this.from ? 'card' : 'home',
        web: this.web,
        hosts: [],
        consented: false,
        collections: this.collections,
        documents: this.documents,
        engine: '',
        model: '',
        from: this.from,
        card: '',
      });
      this.query = '';
      this.picture = null;
      this.keep();
      return run.id;
    } catch (error) {
      toasts.fail(error);
      return null;
    } finally {
      this.sending = false;
    }
  }
}

const dataURL = (file: File) =>
  new Promise<string>((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(file);
  });

/** pick takes from what was remembered what still makes sense. */
function pick(kept: Partial<Draft>): Partial<Draft> {
  const out: Partial<Draft> = {};
  if (typeof kept.query === 'string') out.query = kept.query;
  if (Array.isArray(kept.collections)) out.collections = kept.collections;
  if (Array.isArray(kept.documents)) out.documents = kept.documents;
  return out;
}
