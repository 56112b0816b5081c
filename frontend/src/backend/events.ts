/**
 * Event is one thing that happened. seq grows by one per durable event of the whole library, so a run's own numbers have
 * holes but rise; 0 is ephemeral: progress, told once.
 */
export interface Event {
  seq: number;
  run: string;
  kind: string;
  at: string;
  data: any;
}

/** Since returns at most limit durable events of a run after seq, oldest first. */
export type Since = (run: string, seq: number, limit: number) => Promise<Event[]>;
export type Take = (batch: Event[]) => void;
type Wait = (ms: number) => Promise<void>;

const page = 1000;

/** Follower hands on one run's events: durable ones in order, each once, none missing. What was missed comes from the log. */
export class Follower {
  private held: Event[] = [];
  private behind = false;
  private again = false;
  private stopped = false;

  constructor(
    readonly run: string,
    private last: number,
    private since: Since,
    private take: Take,
    private wait: Wait = (ms) => new Promise((done) => setTimeout(done, ms)),
  ) {}

  /** receive takes a batch of any runs' events; while the log is being read, durable ones wait for it. */
  receive(batch: Event[]) {
    if (this.stopped) return;
    const mine = batch.filter((event) => event.run === this.run);
    const durable = mine.filter((event) => event.seq > this.last);
    const passing = mine.filter((event) => event.seq === 0);
    if (this.behind) this.held.push(...durable);
    this.hand(this.behind ? [] : durable, passing);
  }

  /** catchUp reads the log: at the start, after a gap, after the connection came back. */
  async catchUp(): Promise<void> {
    this.behind = this.again = true;
    if (this.reading) return;
    this.reading = true;
    for (let tries = 0; this.again && !this.stopped; ) {
      this.again = false;
      try {
        const missed = await this.since(this.run, this.last, page);
        tries = 0;
        this.again ||= missed.length >= page;
        if (!this.stopped) this.hand(missed, []);
      } catch {
        // The engine is away: keep asking, more and more slowly, until it is back.
        this.again = true;
        await this.wait(Math.min(100 * 2 ** tries++, 5000));
      }
    }
    this.reading = this.behind = false;
    const held = this.held;
    this.held = [];
    if (!this.stopped) this.hand(held, []);
  }

  stop() {
    this.stopped = true;
  }

  private reading = false;
  private hand(durable: Event[], passing: Event[]) {
    const ready: Event[] = [];
    for (const event of [...durable].sort((a, b) => a.seq - b.seq)) {
      if (event.seq <= this.last) continue;
      this.last = event.seq;
      ready.push(event);
    }
    if (ready.length + passing.length) this.take([...ready, ...passing]);
  }
}

/**
 * Stream is the one place where batches arrive. It sees a gap in the library's numbers, or the word "lagging", and has every
 * follower read the log before it hands on what came after.
 */
export class Stream {
  private followers = new Set<Follower>();
  private watchers = new Set<Take>();
  private last = -1;

  constructor(
    private since: Since,
    private wait?: Wait,
  ) {}

  receive(batch: Event[]) {
    if (this.gap(batch)) this.returned();
    for (const follower of this.followers) follower.receive(batch);
    for (const watcher of this.watchers) watcher(batch);
  }

  /** follow hands on a run's events after seq (a snapshot's seq, or 0 for all) and returns how to stop. */
  follow(run: string, seq: number, take: Take): () => void {
    const follower = new Follower(run, seq, this.since, take, this.wait);
    this.followers.add(follower);
    void follower.catchUp();
    return () => {
      follower.stop();
      this.followers.delete(follower);
    };
  }

  /** watch hands on every batch as it comes, with no promise about gaps: for progress, lists, the status bar. */
  watch(take: Take): () => void {
    this.watchers.add(take);
    return () => void this.watchers.delete(take);
  }

  /** returned is called when the connection came back: whatever was missed is read from the log. */
  returned() {
    for (const follower of this.followers) void follower.catchUp();
  }

  private gap(batch: Event[]): boolean {
    let gap = false;
    for (const event of batch) {
      if (event.kind === 'lagging') gap = true;
      if (event.seq === 0 || event.seq <= this.last) continue;
      gap ||= event.seq !== this.last + 1;
      this.last = event.seq;
    }
    return gap;
  }
}
