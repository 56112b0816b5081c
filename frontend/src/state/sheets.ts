import { backend, type core, type source } from '../backend';

type Span = source.Span;

/**
 * Sheets remembers what the engine told about documents and their pages. Text and places never change, for a document is
 * known by its bytes; marks do, so they are asked for anew when a document is shown anew.
 */
export class Sheets {
  private told = new Map<string, Map<string, Promise<unknown>>>();

  constructor(
    private ask: Pick<typeof backend, 'OpenDocument' | 'PageText' | 'Rects' | 'PageReferences' | 'PageMarks' | 'MarkedPages'> = backend,
    private keep = 4,
  ) {}

  opened = (hash: string): Promise<core.Opened> =>
    this.once(hash, 'opened', async () => {
      const opened = await this.ask.OpenDocument(hash);
      return { ...opened, url: `.${opened.url}` }; // files are served below the page, wherever that is
    });
  text = (hash: string, page: number): Promise<string> => this.once(hash, `text ${page}`, () => this.ask.PageText(hash, page));
  rects = (hash: string, span: Span): Promise<source.Rect[]> =>
    this.once(hash, `rects ${span.page} ${span.start} ${span.end}`, async () => (await this.ask.Rects(hash, span)) ?? []);
  references = (hash: string, page: number): Promise<core.PageReference[]> =>
    this.once(hash, `references ${page}`, async () => (await this.ask.PageReferences(hash, page)) ?? []);
  marks = (hash: string, page: number): Promise<core.PageMark[]> => this.once(hash, `marks ${page}`, async () => (await this.ask.PageMarks(hash, page)) ?? []);
  marked = (hash: string): Promise<Record<number, number>> => this.once(hash, 'marked', async () => (await this.ask.MarkedPages(hash)) ?? {});

  /** renew forgets the marks of a document. */
  renew(hash: string) {
    const facts = this.told.get(hash);
    for (const key of facts?.keys() ?? []) if (key === 'marked' || key.startsWith('marks ')) facts!.delete(key);
  }

  private once<T>(hash: string, key: string, ask: () => Promise<T>): Promise<T> {
    const facts = this.told.get(hash) ?? new Map<string, Promise<unknown>>();
    this.told.delete(hash);
    this.told.set(hash, facts); // the latest is last
    for (const old of this.told.keys()) if (this.told.size > this.keep) this.told.delete(old);
    const known = facts.get(key) as Promise<T> | undefined;
    if (known) return known;
    const answer = ask();
    facts.set(key, answer);
    // What failed is asked again the next time.
    answer.catch(() => facts.delete(key));
    return answer;
  }
}

export const sheets = new Sheets();
