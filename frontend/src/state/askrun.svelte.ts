import type { Event, desk, report } from '../backend';
import { Heard } from './heard.svelte';
import { Standing } from './standing.svelte';

/** AskRun is one question on screen: how its run stands, what it writes, and in the end the answer with its proof. */
export class AskRun extends Standing {
  asked = $state.raw<desk.Asked | null>(null);
  /** report is the proved answer, claim by claim. */
  report = $state.raw<report.Report | null>(null);
  private heard = new Heard();
  protected late = 'ask.late' as const;

  /** working: it goes on by itself, or waits for the person. */
  override working = $derived(!this.finished && (this.live || this.status === 'waiting'));
  /** draft is the answer as it is written, before it is proved. */
  draft = $derived(this.asked?.proved ? '' : this.heard.text || (this.asked?.text ?? ''));

  protected get stands() {
    return this.asked;
  }

  protected pace() {
    return 300;
  }

  protected async load() {
    const asked = await this.ask.Asked(this.id);
    // Who looks from before the first word on hears every word.
    if (!this.asked && !asked.text) this.heard.begins();
    // The answer comes with its proof, in one step.
    if (asked.proved && !this.report) this.report = await this.ask.Report(this.id, 0);
    this.asked = asked;
  }

  protected override take(batch: Event[]) {
    if (!this.heard.take(batch)) this.later();
    super.take(batch);
  }

  protected override heed(batch: Event[]) {
    if (batch.some((event) => event.kind === 'lagging')) this.heard.miss();
    super.heed(batch);
  }

  protected override connects(up: boolean) {
    this.heard.miss();
    super.connects(up);
  }

  protected override later() {
    if (!this.finished || !this.report) super.later();
  }
}
