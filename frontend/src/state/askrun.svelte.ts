import type { Event, desk, report } from '../backend';
import { Standing } from './standing.svelte';

/** AskRun is one question on screen: how its run stands, what it writes, and in the end the answer with its proof. */
export class AskRun extends Standing {
  asked = $state.raw<desk.Asked | null>(null);
  /** report is the proved answer, claim by claim. */
  report = $state.raw<report.Report | null>(null);
  /** heard is what was told word by word; it counts only when nothing of it can be missing. */
  private heard = $state('');
  private whole = $state(false);
  protected late = 'ask.late' as const;

  /** working: it goes on by itself, or waits for the person. */
  override working = $derived(!this.finished && (this.live || this.status === 'waiting'));
  /** draft is the answer as it is written, before it is proved. */
  draft = $derived(this.asked?.proved ? '' : this.whole && this.heard ? this.heard : (this.asked?.text ?? ''));

  protected get stands() {
    return this.asked;
  }

  protected pace() {
    return 300;
  }

  protected async load() {
    const asked = await this.ask.Asked(this.id);
    // Who looks from before the first word on hears every word.
    if (!this.asked && !asked.text) this.whole = true;
    // The answer comes with its proof, in one step.
    if (asked.proved && !this.report) this.report = await this.ask.Report(this.id, 0);
    this.asked = asked;
  }

  protected override take(batch: Event[]) {
    for (const event of batch) {
      if (event.kind !== 'answer.token') continue;
      const { text, reset } = event.data as { text: string; reset?: boolean };
      if (reset) this.whole = true;
      this.heard = reset ? text : this.heard + text;
      if (!this.whole) this.later();
    }
    super.take(batch);
  }

  protected override heed(batch: Event[]) {
    if (batch.some((event) => event.kind === 'lagging')) this.miss();
    super.heed(batch);
  }

  protected override connects(up: boolean) {
    this.miss();
    super.connects(up);
  }

  /** miss notes that words may have been told to nobody: what is written is read from the run until it begins anew. */
  private miss() {
    this.whole = false;
    this.heard = '';
  }

  protected override later() {
    if (!this.finished || !this.report) super.later();
  }
}
