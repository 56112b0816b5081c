import { backend, connected, Fault, onConnection, stream, type Event, type desk, type explore } from '../backend';
import { entered, says, thoughtOf } from './exploring';
import { settings } from './settings.svelte';
import { toasts } from './toasts.svelte';
import { t } from './words.svelte';

/** How long events are gathered before the tree is read again: a large one is read less often. */
const pace = (nodes: number) => (nodes > 200 ? 1000 : 350);

/** ExploreRun is one exploration on screen: its tree, what it says of itself, and the question a person looks at. */
export class ExploreRun {
  explored = $state.raw<desk.Explored | null>(null);
  thoughts = $state.raw<desk.Thought[]>([]);
  fault = $state.raw<Fault | null>(null);
  /** chosen is the question on view, "" for none. */
  chosen = $state('');
  detail = $state.raw<desk.ExploredDetail | null>(null);
  detailFault = $state.raw<Fault | null>(null);
  /** slice is the context of the question entered last, for the digest pane. */
  slice = $state.raw<explore.NodeContextSlice | null>(null);
  /** items is how many entries of the context the report was given; null before. */
  items = $state<number | null>(null);
  /** refused are wishes that could not be carried out since the person looks on. */
  refused = $state.raw<Event[]>([]);
  sending = $state(false);
  private stops: (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private reading = false;
  private stale = false;
  private ended = false;
  private following = false;
  private settled: Promise<unknown> = Promise.resolve(); // the settings are as they are now

  constructor(
    readonly id: string,
    private ask: typeof backend = backend,
    private told: Pick<typeof stream, 'follow' | 'watch'> = stream,
    private line = { connected, onConnection },
  ) {}

  run = $derived(this.explored?.run ?? null);
  status = $derived(this.run?.status ?? 'queued');
  live = $derived(this.run?.live ?? false);
  finished = $derived(this.status === 'finished');
  interrupted = $derived(this.status === 'running' && !this.live);
  /** working: it goes on by itself. */
  working = $derived(this.live && !this.finished);
  /** stopped: nobody executes it and it waits to be resumed; what it is told it reads then. */
  stopped = $derived(this.run !== null && !this.live && ['queued', 'paused', 'cancelled', 'failed', 'running'].includes(this.status));
  consent = $derived(this.finished || this.stopped ? null : (this.explored?.consent ?? null));
  /** tree is without what the person asked anew: those questions are nobody's any more. */
  tree = $derived((this.explored?.tree ?? []).filter((node) => node.status !== 'dropped'));
  node = $derived(this.tree.find((one) => one.id === this.chosen) ?? null);
  /** debug shows the digest: the setting as it is now, or as it was when the run began. */
  debug = $derived.by(() => {
    const now = settings.get('UI_DEBUG') ?? settings.get('ui_debug');
    return now ? now.value === 'true' : (this.explored?.summary.ui_debug ?? false);
  });

  /** start reads the run and follows it; it returns how to stop. */
  start(): () => void {
    this.settled = settings.load();
    void this.read();
    this.stops = [
      this.told.watch((batch) => batch.some((event) => event.kind === 'runs.changed') && this.later()),
      this.line.onConnection((up) => up && this.later()),
    ];
    return () => {
      this.ended = true;
      clearTimeout(this.timer);
      this.stops.forEach((stop) => stop());
    };
  }

  /** follow hands on everything that happens after the first tree that was read. */
  private follow({ seq, thoughts }: desk.Explored) {
    if (this.following || this.ended) return;
    this.following = true;
    this.thoughts = thoughts;
    this.stops.push(this.told.follow(this.id, seq, (batch) => this.take(batch)));
    void this.enter(entered(thoughts));
  }

  private take(batch: Event[]) {
    const durable = batch.filter((event) => event.seq > 0);
    const more = durable.flatMap((event) => thoughtOf(event) ?? []);
    if (more.length) this.thoughts = [...this.thoughts, ...more];
    const refused = durable.filter((event) => event.kind === 'message.refused');
    if (refused.length) this.refused = [...this.refused, ...refused];
    const attached = durable.findLast((event) => event.kind === says.attached);
    if (attached) this.items = attached.data?.items ?? 0;
    const last = durable.findLast((event) => event.kind === says.ready);
    if (last?.data?.context_slice) this.slice = last.data.context_slice;
    else if (last) void this.enter(last.data?.node_id ?? '');
    if (durable.some((event) => event.seq > (this.explored?.seq ?? -1))) this.later();
  }

  /** enter reads the context of the question entered last, when its event did not bring it. */
  private async enter(node: string) {
    await this.settled;
    if (!node || !this.debug) return;
    try {
      this.slice = (await this.ask.ExploredNodeDetail(this.id, node)).slice ?? null;
    } catch {
      // The pane of a question that was asked anew meanwhile stays as it is.
    }
  }

  private later() {
    if (this.timer !== undefined || this.ended) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.read();
    }, pace(this.explored?.tree.length ?? 0));
  }

  /** read takes the run as it stands; calls that come while one is under way are answered by one more. */
  async read(): Promise<void> {
    this.stale = this.reading;
    if (this.reading) return;
    this.reading = true;
    try {
      const before = this.node;
      this.explored = await this.ask.Explored(this.id);
      this.fault = null;
      this.follow(this.explored);
      const now = this.node;
      if (now && (now.status !== before?.status || now.kept !== before?.kept || now.queries !== before?.queries || now.question !== before?.question)) void this.look();
    } catch (error) {
      this.fault = Fault.from(error);
    }
    this.reading = false;
    if (this.stale) this.later();
  }

  /** choose shows a question; "" shows none. */
  choose(node: string) {
    if (node === this.chosen) return;
    this.chosen = node;
    this.detail = null;
    this.detailFault = null;
    if (node) void this.look();
  }

  /** look reads what the chosen question found. */
  async look(): Promise<void> {
    const node = this.chosen;
    try {
      const detail = await this.ask.ExploredNodeDetail(this.id, node);
      if (node !== this.chosen) return;
      this.detail = detail;
      this.detailFault = null;
    } catch (error) {
      if (node === this.chosen) this.detailFault = Fault.from(error);
    }
  }

  stop = (node: string) => this.tell(() => this.ask.StopBranch(this.id, node), true);
  reask = (node: string, question: string) => this.tell(() => this.ask.AskAnew(this.id, node, question), true);
  dig = (node: string, question: string) => this.tell(() => this.ask.DigDeeper(this.id, node, question), true);
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

  /** tell sends a wish and reads what came of it; one that steers comes too late once the run is finished. */
  private async tell(wish: () => Promise<unknown>, steers = false): Promise<boolean> {
    this.sending = true;
    try {
      await wish();
      void this.read();
      return true;
    } catch (error) {
      if (steers) await this.read();
      if (steers && this.finished) toasts.say(t('node.late'));
      else toasts.fail(error);
      return false;
    } finally {
      this.sending = false;
    }
  }
}
