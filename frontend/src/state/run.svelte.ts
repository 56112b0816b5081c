import type { Event, desk } from '../backend';
import { Drafting } from './drafting.svelte';
import { remembered } from './remembered.svelte';

/** RunState is one run of research on screen: how it stands, and everything that happened in it, in order. */
export class RunState extends Drafting {
  snapshot = $state.raw<desk.Snapshot | null>(null);
  /** events are all of the run's durable events. */
  events = $state.raw<Event[]>([]);
  /** waits is set while the wish to resume waits for the connection to the program. */
  waits = $state(false);
  protected late = 'steer.late' as const;

  /** stopped: one that never began is told nothing before it does. */
  override stopped = $derived(!this.live && ['paused', 'cancelled', 'failed', 'running'].includes(this.status));

  /** refused counts the answers that could not be used: what they answered may be answered again. */
  refused = $derived(this.events.filter((event) => event.kind === 'question.refused').length);

  protected get stands() {
    return this.snapshot;
  }

  protected get soFar() {
    return this.snapshot?.draft ?? null;
  }

  protected pace() {
    return (this.snapshot?.evidence.length ?? 0) > 200 ? 1000 : 350;
  }

  protected async load() {
    const first = !this.snapshot;
    this.snapshot = await this.ask.Snapshot(this.id);
    if (first) this.reads(this.snapshot.draft);
  }

  protected override take(batch: Event[]) {
    const durable = batch.filter((event) => event.seq > 0);
    this.hear(batch);
    if (durable.some((event) => event.kind === 'research.scored')) this.anew();
    if (durable.length) this.events = [...this.events, ...durable];
    super.take(durable);
  }

  answer(answers: string[], enough: boolean): Promise<boolean> {
    const question = this.snapshot?.clarify?.question ?? '';
    return this.tell(() => this.ask.AnswerQuestions(this.id, question, { answers, enough }));
  }

  approve(items: desk.Approve['items']): Promise<boolean> {
    const question = this.snapshot?.approve?.question ?? '';
    return this.tell(() => this.ask.ApprovePlan(this.id, question, items.map(({ id, task, context }) => ({ id, task, context }))));
  }

  edit(items: { id: number; task: string; context: string }[]): Promise<boolean> {
    return this.tell(() => this.ask.EditPlan(this.id, items));
  }

  add = (task: string) => this.tell(() => this.ask.AddItem(this.id, task), true);
  dig = (evidence: string) => this.tell(() => this.ask.Dig(this.id, evidence), true);
  stopAt = (spot: { evidence?: string; item?: number }) => this.tell(() => this.ask.StopHere(this.id, spot), true);
  // These do not steer what is read: that they come too late is said in the engine's words.
  override finish = () => this.tell(() => this.ask.FinishRun(this.id));
  override cancel = () => this.tell(() => this.ask.CancelRun(this.id));

  /** resume waits for the connection where there is none. */
  override async resume(): Promise<string | null> {
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
}
