/** Work is something being made that can be given up. */
interface Work<T> {
  canvas: Promise<T>;
  cancel: () => void;
}

interface Job<T> {
  page: number;
  rank: () => number;
  start: () => Work<T>;
  resolve: (made: T) => void;
  reject: (error: unknown) => void;
  work?: Work<T>;
  over?: boolean;
}

/** Sought is a page that was asked for; cancel gives up at once, whether it is being drawn or waits. */
export interface Sought<T> {
  made: Promise<T>;
  cancel: () => void;
}

/** Gone is why a page that nobody wants any more was not drawn. */
export class Gone extends Error {}

/**
 * Painter draws one page at a time, always the one that matters most now: ranks are asked when a page can be begun, so that
 * what was scrolled away waits and what was scrolled to does not.
 */
export class Painter<T> {
  private jobs: Job<T>[] = [];
  private busy: Job<T> | null = null;

  add(page: number, rank: () => number, start: () => Work<T>): Sought<T> {
    let job!: Job<T>;
    const made = new Promise<T>((resolve, reject) => (job = { page, rank, start, resolve, reject }));
    this.jobs.push(job);
    queueMicrotask(() => this.next());
    return { made, cancel: () => this.drop(job) };
  }

  private drop(job: Job<T>) {
    if (job.over) return;
    job.over = true;
    this.jobs = this.jobs.filter((one) => one !== job);
    job.work?.cancel();
    job.reject(new Gone());
    if (this.busy === job) this.busy = null;
    this.next();
  }

  private next() {
    if (this.busy || !this.jobs.length) return;
    const job = this.jobs.reduce((best, one) => (one.rank() < best.rank() ? one : best));
    this.jobs = this.jobs.filter((one) => one !== job);
    this.busy = job;
    const work = (job.work = job.start());
    work.canvas.then(job.resolve, job.reject).finally(() => {
      job.over = true;
      if (this.busy === job) this.busy = null;
      this.next();
    });
  }
}
