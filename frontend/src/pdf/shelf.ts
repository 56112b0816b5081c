import type { Pdf } from './engine';

const engine = () => import('./engine');

/** Shelf keeps open the few files that were looked at last, each once, however many places show it. */
export class Shelf<T extends { close(): unknown }> {
  private open = new Map<string, { file: Promise<T>; users: number }>();

  constructor(
    private load: (url: string, bytes: number) => Promise<T>,
    private keep = 3,
  ) {}

  /** take returns a file by the hash of its bytes; who takes it gives it back. */
  take(hash: string, url: string, bytes: number): Promise<T> {
    const known = this.open.get(hash);
    if (known) {
      known.users++;
      this.open.delete(hash);
      this.open.set(hash, known); // the latest is last
      return known.file;
    }
    const file = this.load(url, bytes);
    this.open.set(hash, { file, users: 1 });
    // A file that failed is read again the next time.
    file.catch(() => this.open.delete(hash));
    this.tidy();
    return file;
  }

  give(hash: string) {
    const known = this.open.get(hash);
    if (known) known.users--;
    this.tidy();
  }

  private tidy() {
    for (const [hash, { file, users }] of this.open) {
      if (this.open.size <= this.keep) return;
      if (users > 0) continue;
      this.open.delete(hash);
      void file.then((one) => one.close()).catch(() => {});
    }
  }
}

/** shelf holds the PDFs that are open now. */
export const shelf = new Shelf<Pdf>(async (url, bytes) => (await engine()).Pdf.open(url, bytes));

/** warm loads pdf.js and starts its thread, so that the first citation need not wait for them. */
export const warm = () => engine().then((loaded) => void loaded.warm());
