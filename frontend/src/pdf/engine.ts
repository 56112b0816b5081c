import { getDocument, GlobalWorkerOptions, PDFWorker, TextLayer, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { Assets } from './assets';
import { boxes, type Box } from './highlight';
import { Ranges, sizeOf } from './ranges';

// This file and what it imports are the only ones that know pdf.js; `shelf.ts` loads them when the first PDF is opened.
GlobalWorkerOptions.workerSrc = worker;
let thread: PDFWorker | undefined;

/** warm starts the thread that reads PDFs, which takes longer than opening one. */
export function warm(): PDFWorker {
  if (!thread || thread.destroyed) thread = new PDFWorker({ verbosity: 0 });
  return thread;
}

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

/** Pdf is one open file. Pages are numbered from 1. */
export class Pdf {
  private pages = new Map<number, Promise<PDFPageProxy>>();

  private constructor(
    private file: PDFDocumentProxy,
    private end: () => Promise<void>,
  ) {}

  /** open reads as much of a file as it needs; it rejects when the file cannot be read at all. */
  static async open(url: string, bytes: number): Promise<Pdf> {
    const size = bytes > 0 ? bytes : await sizeOf(url);
    return new Promise((resolve, reject) => {
      const task = getDocument({
        range: new Ranges(url, size, (error) => {
          reject(error);
          void task.destroy();
        }),
        worker: warm(),
        rangeChunkSize: 2 ** 17,
        disableAutoFetch: true,
        disableStream: true,
        useWorkerFetch: false,
        BinaryDataFactory: Assets,
        verbosity: 0,
      });
      task.promise.then((file) => resolve(new Pdf(file, () => task.destroy())), reject);
    });
  }

  /** draw paints a page onto a new canvas of a width in CSS pixels. */
  draw(number: number, width: number, ratio: number): Drawing {
    let cancelled = false;
    let stop = () => {};
    const canvas = this.page(number).then(async (page) => {
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
    const done = this.page(number).then(async (page) => {
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
  async links(number: number): Promise<FileLink[]> {
    const page = await this.page(number);
    const viewport = page.getViewport({ scale: 1 });
    const annotations: { subtype: string; rect: number[]; url?: string; dest?: string | unknown[] }[] = await page.getAnnotations();
    return annotations.flatMap(({ subtype, rect, url, dest }) => {
      if (subtype !== 'Link' || (!url && !dest)) return [];
      const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(rect[0] ?? 0, rect[1] ?? 0) as number[];
      const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(rect[2] ?? 0, rect[3] ?? 0) as number[];
      const corner = { X: Math.min(x1, x2), Y: Math.min(y1, y2), W: Math.abs(x1 - x2), H: Math.abs(y1 - y2) };
      const [box] = boxes([corner], viewport, 0);
      return box ? [{ box, address: url ?? '', page: () => this.pageOf(dest) }] : [];
    });
  }

  private async pageOf(dest: string | unknown[] | undefined): Promise<number | null> {
    const explicit = typeof dest === 'string' ? await this.file.getDestination(dest) : dest;
    const target = explicit?.[0];
    if (typeof target === 'number') return target + 1;
    if (!target || typeof target !== 'object') return null;
    return (await this.file.getPageIndex(target as Parameters<PDFDocumentProxy['getPageIndex']>[0])) + 1;
  }

  /** forget frees what was kept for a page that is out of sight. */
  forget(number: number) {
    void this.pages.get(number)?.then((page) => page.cleanup());
    this.pages.delete(number);
  }

  close(): Promise<void> {
    this.pages.clear();
    return this.end();
  }

  private page(number: number): Promise<PDFPageProxy> {
    let page = this.pages.get(number);
    if (!page) {
      page = this.file.getPage(number);
      this.pages.set(number, page);
    }
    return page;
  }
}
