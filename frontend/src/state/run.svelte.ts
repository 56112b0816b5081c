import { backend, connected, Fault, onConnection, stream, type Event, type desk } from '../backend';
import { remembered } from './remembered.svelte';
import { toasts } from './toasts.svelte';
import { t } from './words.svelte';

/** How long events are gathered before the snapshot is read again: a run with much in it is read less often. */
const pace = (snapshot: desk.Snapshot | null) => ((snapshot?.evidence.length ?? 0) > 200 ? 1000 : 350);

/** RunState is one run on screen: how it stands, and everything that happened in it, in order. */
export class RunState {
  snapshot = $state.raw<desk.Snapshot | null>(null);
  /** events are all of the run's durable events. */
  events = $state.raw<Event[]>([]);
  fault = $state.raw<Fault | null>(null);
  /** sending is set while a wish of the person is on its way. */
  sending = $state(false);
  /** waits is set while the wish to resume waits for the connection to the program. */
  waits = $state(false);
  private stops: (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private reading = false;
  private stale = false;

  constructor(
    readonly id: string,
    private ask: typeof backend = backend,
    private told: Pick<typeof stream, 'follow' | 'watch'> = stream,
    private line = { connected, onConnection },
  ) {}

  run = $derived(this.snapshot?.run ?? null);
  status = $derived(this.run?.status ?? 'queued');
  live = $derived(this.run?.live ?? false);
  /** interrupted: the program ended in the middle of it. */
  interrupted = $derived(this.status === 'running' && !this.live);
  finished = $derived(this.status === 'finished');
  /** working: it can be told what to do, and goes on by itself. */
  working = $derived(this.live && !this.finished);

  /** stopped: nobody executes it and it waits to be resumed; what it is told it reads then. */
  stopped = $derived(!this.live && ['paused', 'cancelled', 'failed', 'running'].includes(this.status));

  /** refused counts the answers that could not be used: what they answered may be answered again. */
  refused = $derived(this.events.filter((event) => event.kind === 'question.refused').length);

  /** start reads the run and follows it; it returns how to stop. */
  start(): () => void {
    void this.read();
    this.stops = [
      this.told.follow(this.id, 0, (batch) => this.take(batch)),
      this.told.watch((batch) => batch.some((event) => event.kind === 'runs.changed') && this.later()),
      // What was told while nobody could hear: that it came to rest, or that the program was started anew.
      this.line.onConnection((up) => up && this.later()),
    ];
    return () => {
      clearTimeout(this.timer);
      this.stops.forEach((stop) => stop());
    };
  }

  private take(batch: Event[]) {
    const durable = batch.filter((event) => event.seq > 0);
    if (durable.length) this.events = [...this.events, ...durable];
    if (durable.some((event) => event.seq > (this.snapshot?.seq ?? -1))) this.later();
  }

  /** later reads the snapshot again soon, once for all that happens until then. */
  private later() {
    if (this.timer !== undefined) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.read();
    }, pace(this.snapshot));
  }

  /** read takes the snapshot; calls that come while one is under way are answered by one more. */
  async read(): Promise<void> {
    this.stale = this.reading;
    if (this.reading) return;
    this.reading = true;
    try {
      this.snapshot = await this.ask.Snapshot(this.id);
      this.fault = null;
    } catch (error) {
      this.fault = Fault.from(error);
    }
    this.reading = false;
    if (this.stale) this.later();
  }

  answer(answers: string[], enough: boolean): Promise<boolean> {
    const question = this.snapshot?.clarify?.question ?? '';
    return this.tell(() => this.ask.AnswerQuestions(this.id, question, { answers, enough }));
  }

  approve(items: desk.Approve['items']): Promise<boolean> {
    const question = this.snapshot?.approve?.question ?? '';
    return this.tell(() => this.ask.ApprovePlan(this.id, question, items.map(({ id, task, context }) => ({ id, task, context }))));
  }

  consentTo(decision: 'these' | 'run' | 'library', queries: string[]): Promise<boolean> {
    return this.tell(() => this.ask.AnswerConsent(this.id, this.snapshot?.consent?.question ?? '', decision, queries));
  }

  edit(items: { id: number; task: string; context: string }[]): Promise<boolean> {
    return this.tell(() => this.ask.EditPlan(this.id, items));
  }

  add = (task: string) => this.tell(() => this.ask.AddItem(this.id, task), true);
  dig = (evidence: string) => this.tell(() => this.ask.Dig(this.id, evidence), true);
  stopAt = (spot: { evidence?: string; item?: number }) => this.tell(() => this.ask.StopHere(this.id, spot), true);
  pause = () => this.tell(() => this.ask.PauseRun(this.id));
  finish = () => this.tell(() => this.ask.FinishRun(this.id));
  cancel = () => this.tell(() => this.ask.CancelRun(this.id));

  /** resume goes on; it returns the run that does, which is a new one when this one was written early. */
  async resume(): Promise<string | null> {
    let id: string | null = null;
    await this.tell(async () => {
      for (;;) {
        await this.reached();
        try {
          return void (id = (await this.ask.ResumeRun(this.id)).id);
        } catch (error) {
          // To resume twice is to resume once; one that was written early would go on as two.
          if (this.line.connected() || this.finished) throw error;
        }
      }
    });
    return id;
  }

  /** reached waits until the program can be reached. */
  private async reached(): Promise<void> {
    if (this.line.connected()) return;
    this.waits = true;
    await new Promise<void>((done) => {
      const stop = this.line.onConnection((up) => up && (stop(), done()));
    });
    this.waits = false;
  }

  /** draft is what the person began to write here and did not send; it outlives the window. */
  draft<T>(what: string): T | undefined {
    const kept = remembered.get<{ run: string; what: string; value: T } | null>('run.draft', null);
    return kept?.run === this.id && kept.what === what ? kept.value : undefined;
  }

  keep(what: string, value: unknown) {
    remembered.set('run.draft', value === undefined ? null : { run: this.id, what, value });
  }

  /** tell sends a wish and reads what came of it; false when it was refused, which the person sees. A wish that steers comes too late once the run is finished. */
  private async tell(wish: () => Promise<unknown>, steers = false): Promise<boolean> {
    this.sending = true;
    try {
      await wish();
      void this.read();
      return true;
    } catch (error) {
      if (steers) await this.read();
      if (steers && this.finished) toasts.say(t('steer.late'));
      else toasts.fail(error);
      return false;
    } finally {
      this.sending = false;
    }
  }
}
