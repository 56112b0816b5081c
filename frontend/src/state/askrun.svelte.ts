import { backend, connected, Fault, onConnection, stream, type Event, type desk, type report } from '../backend';
import { toasts } from './toasts.svelte';
import { t } from './words.svelte';

/** How long events are gathered before the run is read again. */
const pace = 300;

/** AskRun is one question on screen: how its run stands, what it writes, and in the end the answer with its proof. */
export class AskRun {
  asked = $state.raw<desk.Asked | null>(null);
  /** report is the proved answer, claim by claim. */
  report = $state.raw<report.Report | null>(null);
  fault = $state.raw<Fault | null>(null);
  sending = $state(false);
  /** heard is what was told word by word; it counts only when nothing of it can be missing. */
  private heard = $state('');
  private whole = $state(false);
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

  run = $derived(this.asked?.run ?? null);
  status = $derived(this.run?.status ?? 'queued');
  finished = $derived(this.status === 'finished');
  live = $derived(this.run?.live ?? false);
  /** working: it goes on by itself, or waits for the person. */
  working = $derived(!this.finished && (this.live || this.status === 'waiting'));
  /** stopped: nobody executes it and it waits to be resumed. */
  stopped = $derived(this.run !== null && !this.live && ['queued', 'paused', 'cancelled', 'failed', 'running'].includes(this.status));
  consent = $derived(this.finished || this.stopped ? null : (this.asked?.consent ?? null));
  /** draft is the answer as it is written, before it is proved. */
  draft = $derived(this.asked?.proved ? '' : this.whole && this.heard ? this.heard : (this.asked?.text ?? ''));

  /** start reads the run and follows it; it returns how to stop. */
  start(): () => void {
    void this.read();
    this.stops = [
      this.told.follow(this.id, 0, (batch) => this.take(batch)),
      this.told.watch((batch) => {
        if (batch.some((event) => event.kind === 'lagging')) this.miss();
        if (batch.some((event) => event.kind === 'runs.changed')) this.later();
      }),
      this.line.onConnection((up) => (this.miss(), up && this.later())),
    ];
    return () => {
      clearTimeout(this.timer);
      this.stops.forEach((stop) => stop());
    };
  }

  private take(batch: Event[]) {
    for (const event of batch) {
      if (event.kind !== 'answer.token') continue;
      const { text, reset } = event.data as { text: string; reset?: boolean };
      if (reset) this.whole = true;
      this.heard = reset ? text : this.heard + text;
      if (!this.whole) this.later();
    }
    if (batch.some((event) => event.seq > (this.asked?.seq ?? -1))) this.later();
  }

  /** miss notes that words may have been told to nobody: what is written is read from the run until it begins anew. */
  private miss() {
    this.whole = false;
    this.heard = '';
  }

  private later() {
    if (this.timer !== undefined || (this.finished && this.report)) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.read();
    }, pace);
  }

  /** read takes the run as it stands; calls that come while one is under way are answered by one more. */
  async read(): Promise<void> {
    this.stale = this.reading;
    if (this.reading) return;
    this.reading = true;
    try {
      const asked = await this.ask.Asked(this.id);
      // Who looks from before the first word on hears every word.
      if (!this.asked && !asked.text) this.whole = true;
      // The answer comes with its proof, in one step.
      if (asked.proved && !this.report) this.report = await this.ask.Report(this.id, 0);
      this.asked = asked;
      this.fault = null;
    } catch (error) {
      this.fault = Fault.from(error);
    }
    this.reading = false;
    if (this.stale) this.later();
  }

  consentTo = (decision: 'these' | 'run' | 'library', queries: string[]) => this.tell(() => this.ask.AnswerConsent(this.id, this.consent?.question ?? '', decision, queries));
  finish = () => this.tell(() => this.ask.FinishRun(this.id), true);
  cancel = () => this.tell(() => this.ask.CancelRun(this.id), true);
  resume = () => this.tell(() => this.ask.ResumeRun(this.id));

  /** tell sends a wish and reads what came of it; one that comes after the end is told so. */
  private async tell(wish: () => Promise<unknown>, steers = false): Promise<boolean> {
    this.sending = true;
    try {
      await wish();
      void this.read();
      return true;
    } catch (error) {
      if (steers) await this.read();
      if (steers && this.finished) toasts.say(t('ask.late'));
      else toasts.fail(error);
      return false;
    } finally {
      this.sending = false;
    }
  }
}
