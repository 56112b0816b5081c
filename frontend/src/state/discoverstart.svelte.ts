import { Fault, type backend } from '../backend';
import { Draft, text } from './draft.svelte';
import { machine } from './machine.svelte';
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

/** DiscoverStart is a query that is being put together: words, a picture, where to look. from is the discovery that it goes on from. */
export class DiscoverStart extends Draft {
  query = $state('');
  picture = $state.raw<Picture | null>(null);
  protected sense = { query: text };
  /** What was dropped, as the browser hands it over; the window tells paths alone. */
  private dropped: File[] = [];

  /** empty: there is nothing that could be read. */
  empty = $derived(this.library !== null && this.searchable.length === 0 && this.web === '');
  ready = $derived((this.query.trim() !== '' || this.picture !== null) && !this.empty && !this.sending && !web.lacks(this.web));

  constructor(
    private from = '',
    ask?: typeof backend,
  ) {
    super(ask);
  }

  protected get key() {
    return this.from ? '' : 'discover.draft';
  }

  override start(): () => void {
    void machine.think();
    return super.start();
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
  send = () =>
    this.submit(async () => {
      const run = await this.ask.StartDiscover({
        ...this.where,
        query: this.query.trim(),
        image: this.picture?.value ?? '',
        image_name: this.picture?.name ?? '',
        source: this.from ? 'card' : 'home',
        engine: '',
        model: '',
        from: this.from,
        card: '',
      });
      this.query = '';
      this.picture = null;
      this.keep();
      return run.id;
    });
}

const dataURL = (file: File) =>
  new Promise<string>((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(file);
  });
