import { getDocument, GlobalWorkerOptions, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist';
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { Assets } from './assets';
import { Ranges } from './ranges';

// This file, engine.ts and what they import are the only ones that know pdf.js; `shelf.ts` loads them when the first PDF is opened.
GlobalWorkerOptions.workerSrc = worker;

// The thread of the file that is opened next: starting one takes longer than opening a file.
let next: PDFWorker | undefined;

/** warm starts a thread, unless one waits for its file. */
export function warm() {
  if (!next || next.destroyed) next = new PDFWorker({ verbosity: 0 });
}

// A thread that is asked to end frees what it holds first, for so long.
const farewell = 3000;

/** Ended is why a question to a thread that was ended has no answer. */
export class Ended extends Error {}

/** Thread reads one file. Each has its own, so that a file which never ends holds up no other. */
export class Thread {
  readonly file: Promise<PDFDocumentProxy>;
  private worker: PDFWorker;
  private task: ReturnType<typeof getDocument>;
  private over = false;
  private fail!: (why: unknown) => void;
  private broken = new Promise<never>((_, reject) => (this.fail = reject));

  constructor(url: string, bytes: number) {
    this.broken.catch(() => {}); // nobody may be asking
    warm();
    this.worker = next!;
    next = undefined;
    const range = new Ranges(url, bytes, (error) => this.kill(error));
    this.task = getDocument({
      range,
      worker: this.worker,
      rangeChunkSize: 2 ** 17,
      disableAutoFetch: true,
      disableStream: true,
      useWorkerFetch: false,
      BinaryDataFactory: Assets,
      verbosity: 0,
    });
    this.file = this.ask(this.task.promise);
    this.file.catch(() => {});
  }

  /** ask passes on an answer of the thread, and rejects when the thread ends first: nothing waits for ever. */
  ask<T>(answer: Promise<T>): Promise<T> {
    return Promise.race([answer, this.broken]);
  }

  get ended(): boolean {
    return this.over;
  }

  /** kill ends the thread in the middle of whatever it does. */
  kill(why: unknown = new Ended()) {
    this.over = true;
    this.fail(why);
    void this.task.destroy().catch(() => {});
    this.worker.destroy();
  }

  /** end lets the thread free what it holds, and ends it. */
  async end() {
    const leaving = this.task.destroy().catch(() => {});
    await Promise.race([leaving, new Promise((resolve) => setTimeout(resolve, farewell))]);
    this.kill();
  }
}
