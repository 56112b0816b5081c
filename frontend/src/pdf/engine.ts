import { TextLayer, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
import { boxes, type Box } from './highlight';
import { Late, patience, within } from './patience';
import { sizeOf } from './ranges';
import { Ended, Thread } from './thread';

export { warm } from './thread';

// A canvas of more pixels than this is drawn coarser: every pixel costs four bytes.
const pixels = 2 ** 24;

/** Drawing is a page being drawn; cancel ends the work, and canvas then rejects. */
export interface Drawing {
  canvas: Promise<HTMLCanvasElement>;
  cancel: () => void;
}

/** FileLink is a link the file itself has on a page: to a page of it, found when asked for, or to an address. */
export interface FileLink {
  box: Box;
  address: string;
  page: () => Promise<number | null>;
}

/** FileLinks are the links of a page: the first ones, and how many there are. */
export interface FileLinks {
  list: FileLink[];
  count: number;
}

// More links than this are no list that anybody follows; every one is a button.
const mostLinks = 500;

/**
 * Pdf is one open file. Pages are numbered from 1. A page on which the thread does not come to an end is given up: the thread is
 * replaced, the other pages go on, and the page is drawn again only for who asks for it.
 */
export class Pdf {
  private pages = new Map<number, Promise<PDFPageProxy>>();
  private closed = false;
  /** How many seconds a page had that was given up, and whether it may have more. */
  private slow = new Map<number, { seconds: number; again: boolean }>();

  private constructor(
    private start: () => Thread,
    private thread: Thread,
  ) {}

  /** open reads as much of a file as it needs; it rejects when the file cannot be read at all, or not within a while. */
  static async open(url: string, bytes: number): Promise<Pdf> {
    const size = bytes > 0 ? bytes : await sizeOf(url);
    const start = () => new Thread(url, size);
    const thread = start();
    try {
      await within(patience, thread.file, () => {});
    } catch (error) {
      thread.kill();
      throw error;
    }
    return new Pdf(start, thread);
  }

  /** again lets a page that was given up be asked for once more, with twice the time. */
  again(number: number) {
    const had = this.slow.get(number);
    if (had) had.again = true;
  }

  /** draw paints a page onto a new canvas of a width in CSS pixels. */
  draw(number: number, width: number, ratio: number): Drawing {
    let cancelled = false;
    let stop = () => {};
    const canvas = this.on(number, async (page) => {
      if (cancelled) throw new Error('cancelled');
      const whole = page.getViewport({ scale: 1 });
      const wanted = (width / whole.width) * ratio;
      const scale = Math.min(wanted, Math.sqrt(pixels / (whole.width * whole.height)));
      const viewport = page.getViewport({ scale });
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.round(viewport.width));
      canvas.height = Math.max(1, Math.round(viewport.height));
      const task = page.render({ canvas, viewport, background: '#ffffff' });
      stop = () => task.cancel();
      await task.promise;
      return canvas;
    });
    return {
      canvas,
      cancel: () => {
        cancelled = true;
        stop();
      },
    };
  }

  /** lay puts a page's text over its picture, to be selected and read aloud; it returns how to stop. */
  lay(number: number, into: HTMLElement): { done: Promise<void>; stop: () => void } {
    let layer: TextLayer | undefined;
    let stopped = false;
    const done = this.on(number, async (page) => {
      if (stopped) return;
      const viewport = page.getViewport({ scale: 1 });
      const [left = 0, top = 0, right = 1, bottom = 1] = page.view;
      // The layer is laid out in the page's own units and turned with it.
      const across = viewport.rotation % 180 ? bottom - top : right - left;
      into.style.setProperty('--raw-width', String(across));
      layer = new TextLayer({ textContentSource: page.streamTextContent({ includeMarkedContent: true, disableNormalization: true }), container: into, viewport });
      await layer.render();
    });
    return {
      done,
      stop: () => {
        stopped = true;
        layer?.cancel();
      },
    };
  }

  /** links returns the links that the file itself has on a page. */
  async links(number: number): Promise<FileLinks> {
    const { annotations, viewport } = await this.on(number, async (page) => {
      const annotations: { subtype: string; rect: number[]; url?: string; dest?: string | unknown[] }[] = await page.getAnnotations();
      return { annotations, viewport: page.getViewport({ scale: 1 }) };
    });
    const links = annotations.filter(({ subtype, url, dest }) => subtype === 'Link' && (url || dest));
    const list = links.slice(0, mostLinks).flatMap(({ rect, url, dest }) => {
      const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(rect[0] ?? 0, rect[1] ?? 0) as number[];
      const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(rect[2] ?? 0, rect[3] ?? 0) as number[];
      const corner = { X: Math.min(x1, x2), Y: Math.min(y1, y2), W: Math.abs(x1 - x2), H: Math.abs(y1 - y2) };
      const [box] = boxes([corner], viewport, 0);
      return box ? [{ box, address: url ?? '', page: () => this.pageOf(dest) }] : [];
    });
    return { list, count: links.length };
  }

  private async pageOf(dest: string | unknown[] | undefined): Promise<number | null> {
    const thread = this.alive();
    const file = await thread.file;
    const explicit = typeof dest === 'string' ? await thread.ask(file.getDestination(dest)) : dest;
    const target = explicit?.[0];
    if (typeof target === 'number') return target + 1;
    if (!target || typeof target !== 'object') return null;
    return (await thread.ask(file.getPageIndex(target as Parameters<PDFDocumentProxy['getPageIndex']>[0]))) + 1;
  }

  /** forget frees what was kept for a page that is out of sight. */
  forget(number: number) {
    void this.pages.get(number)?.then((page) => page.cleanup(), () => {});
    this.pages.delete(number);
  }

  close(): Promise<void> {
    this.closed = true;
    this.pages.clear();
    return this.thread.end();
  }

  /** alive returns the thread, or another in the place of one that was ended. */
  private alive(): Thread {
    if (this.closed) throw new Error('the file is closed');
    if (this.thread.ended) {
      this.pages.clear();
      this.thread = this.start();
    }
    return this.thread;
  }

  /** on works on a page. When the thread is ended meanwhile because of another page, it begins anew. */
  private async on<T>(number: number, work: (page: PDFPageProxy) => Promise<T>): Promise<T> {
    for (;;) {
      const thread = this.alive();
      const had = this.slow.get(number);
      if (had && !had.again) throw new Late(`page ${number} was given up`);
      const seconds = had ? 2 * had.seconds : patience;
      const done = thread.ask(this.page(number).then(work));
      // Who gives up waiting does not stop the thread: it has to answer all the same.
      const free = done.catch(async () => thread.ask((await thread.file).getPageLayout()));
      within(seconds, free, () => {
        this.slow.set(number, { seconds, again: false });
        thread.kill();
      }).catch(() => {});
      try {
        return await done;
      } catch (error) {
        if (!(error instanceof Ended)) throw error;
      }
    }
  }

  private page(number: number): Promise<PDFPageProxy> {
    let page = this.pages.get(number);
    if (!page) {
      page = this.thread.file.then((file) => file.getPage(number));
      this.pages.set(number, page);
    }
    return page;
  }
}
