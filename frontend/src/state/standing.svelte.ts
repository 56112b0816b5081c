import { backend, connected, Fault, onConnection, stream, type Event, type budget, type core, type desk } from '../backend';
import { callLeft, toldOf, type Asking } from './asking';
import { toasts } from './toasts.svelte';
import { t, type Key } from './words.svelte';

/** Stands is what the engine tells of any run: how it is, up to which event, and whether it waits for a consent. */
type Stands = Pick<desk.Explored, 'run' | 'seq' | 'consent'>;

/** Standing is one run on screen, of whatever kind: read anew when something happened in it, and told what the person wishes. */
export abstract class Standing {
  fault = $state.raw<Fault | null>(null);
  /** sending is set while a wish of the person is on its way. */
  sending = $state(false);
  private call = $state.raw<Asking | null>(null);
  /** most is the largest that its calls told of what they cost: what is read of a run is as old as its last step. */
  private most = $state.raw({ calls: 0, tokens: 0, time: 0 });
  /** toldTime is the working time that was told last. What an earlier process had not stored when it ended is lost to the run, not to who looks on. */
  private toldTime = 0;
  private lost = 0;
  private trial = $state.raw<core.Tested | null>(null);
  /** step is what the model was asked for last, "" before. */
  private step = $state('');
  protected stops: (() => void)[] = [];
  /** ended: nobody looks on any more. */
  protected ended = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private reading = false;
  private stale = false;

  constructor(
    readonly id: string,
    protected ask: typeof backend = backend,
    protected told: Pick<typeof stream, 'follow' | 'watch'> = stream,
    protected line = { connected, onConnection },
  ) {}

  /** stands is what was read last. */
  protected abstract get stands(): Stands | null;
  /** load reads the run. */
  protected abstract load(): Promise<void>;
  /** pace is how long events are gathered before the run is read again: one with much in it is read less often. */
  protected abstract pace(): number;
  /** late is what a person is told whose wish came after the end. */
  protected abstract readonly late: Key;

  run = $derived.by(() => this.stands?.run ?? null);
  status = $derived(this.run?.status ?? 'queued');
  live = $derived(this.run?.live ?? false);
  finished = $derived(this.status === 'finished');
  /** interrupted: the program ended in the middle of it. */
  interrupted = $derived(this.status === 'running' && !this.live);
  /** working: it can be told what to do, and goes on by itself. */
  working = $derived(this.live && !this.finished);
  /** asking is the call of a model that is under way, null when there is none. */
  asking = $derived(this.working ? this.call : null);
  /** ahead is the call that told last how long the run still takes: between two calls that stands. */
  private ahead = $state.raw<Asking | null>(null);
  /** unsure: nobody knows how long the run still takes, whatever was told before. */
  unsure = $derived(this.asking?.stage === 'waiting' || !!this.asking?.gives_up);
  /** left says how long the run still takes, "" when nobody knows. */
  left = $derived.by(() => (this.working ? callLeft(this.asking) || (this.unsure ? '' : callLeft(this.ahead)) : ''));
  /** test is that of its model: how it goes, or went. */
  test = $derived(this.trial ?? this.run?.test ?? null);
  testing = $derived(this.working && this.test?.state === 'testing' ? this.test : null);
  /** checking: what was written is held against its sources. */
  checking = $derived(this.working && (this.step === 'check' || this.step === 'repair'));
  /** stopped: nobody executes it and it waits to be resumed; what it is told it reads then. */
  stopped = $derived(this.run !== null && !this.live && ['queued', 'paused', 'cancelled', 'failed', 'running'].includes(this.status));
  consent = $derived.by(() => (this.finished || this.stopped ? null : (this.stands?.consent ?? null)));

  /** start reads the run and follows it; it returns how to stop. */
  start(): () => void {
    void this.read();
    this.stops = [
      ...this.follows(),
      this.told.watch((batch) => this.heed(batch)),
      // What was told while nobody could hear: that it came to rest, or that the program was started anew.
      this.line.onConnection((up) => this.connects(up)),
    ];
    return () => {
      this.ended = true;
      clearTimeout(this.timer);
      this.stops.forEach((stop) => stop());
    };
  }

  /** follows hears of the run's own events from the beginning; one that hears of them otherwise returns none. */
  protected follows(): (() => void)[] {
    return [this.told.follow(this.id, 0, (batch) => this.take(batch))];
  }

  /** take is told what happened in the run. */
  protected take(batch: Event[]) {
    if (batch.some((event) => event.seq > (this.stands?.seq ?? -1))) this.later();
  }

  /** heed is told of everything, whatever it belongs to. */
  protected heed(batch: Event[]) {
    const call = toldOf(this.id, batch);
    if (call) {
      this.call = call.stage === 'done' ? null : call;
      if (call.left || call.long) this.ahead = call.left ? call : null;
      this.counts(call);
    }
    const test = batch.findLast((event) => event.kind === 'model.tested' && event.run === this.id);
    if (test) {
      this.trial = { ...test.data, at: test.data.at ?? test.at };
      this.later();
    }
    if (batch.some((event) => event.kind === 'runs.changed')) this.later();
  }

  private counts({ step, made, tokens, time }: Asking) {
    this.step = step;
    if (time < this.toldTime) this.lost += this.toldTime - time;
    this.toldTime = time;
    const most = this.most;
    this.most = { calls: Math.max(most.calls, made), tokens: Math.max(most.tokens, tokens), time: Math.max(most.time, time + this.lost) };
  }

  /** spent is what the run cost so far: of what was read and what its calls told, the larger. */
  spent(read: Pick<budget.Spend, 'calls' | 'prompt_tokens' | 'reply_tokens' | 'time'> = { calls: 0, prompt_tokens: 0, reply_tokens: 0, time: 0 }) {
    const most = this.finished ? { calls: 0, tokens: 0, time: 0 } : this.most;
    return {
      calls: Math.max(read.calls, most.calls),
      tokens: Math.max(read.prompt_tokens + read.reply_tokens, most.tokens),
      time: Math.max(read.time, most.time), // nanoseconds
    };
  }

  /** connects is told when the program is out of reach, and when it is back. */
  protected connects(up: boolean) {
    this.call = this.ahead = null;
    if (up) this.later();
  }

  /** later reads the run again soon, once for all that happens until then. */
  protected later() {
    if (this.timer !== undefined || this.ended) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.read();
    }, this.pace());
  }

  /** read takes the run as it stands; calls that come while one is under way are answered by one more. */
  async read(): Promise<void> {
    this.stale = this.reading;
    if (this.reading) return;
    this.reading = true;
    try {
      await this.load();
      this.fault = null;
    } catch (error) {
      this.fault = Fault.from(error);
    }
    this.reading = false;
    if (this.stale) this.later();
  }

  consentTo = (decision: 'these' | 'run' | 'library', queries: string[]) => this.tell(() => this.ask.AnswerConsent(this.id, this.consent?.question ?? '', decision, queries));

  pause = () => this.tell(() => this.ask.PauseRun(this.id));
  finish = () => this.tell(() => this.ask.FinishRun(this.id), true);
  cancel = () => this.tell(() => this.ask.CancelRun(this.id), true);

  /** resume goes on; it returns the run that does, which is a new one when this one was written early. */
  async resume(): Promise<string | null> {
    let id: string | null = null;
    await this.tell(async () => void (id = (await this.ask.ResumeRun(this.id)).id));
    return id;
  }

  /** tell sends a wish and reads what came of it; false when it was refused, which the person sees. A wish that steers comes too late once the run is finished. */
  protected async tell(wish: () => Promise<unknown>, steers = false): Promise<boolean> {
    this.sending = true;
    try {
      await wish();
      void this.read();
      return true;
    } catch (error) {
      if (steers) await this.read();
      if (steers && this.finished) toasts.say(t(this.late));
      else toasts.fail(error);
      return false;
    } finally {
      this.sending = false;
    }
  }
}
