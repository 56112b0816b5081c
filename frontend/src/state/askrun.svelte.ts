import type { Event, desk } from '../backend';
import { Writing } from './writing.svelte';

/** AskRun is one question on screen: how its run stands, what it writes, and in the end the answer with its proof. */
export class AskRun extends Writing {
  asked = $state.raw<desk.Asked | null>(null);
  protected late = 'ask.late' as const;

  protected get stands() {
    return this.asked;
  }

  protected get written() {
    return this.asked;
  }

  protected async load() {
    const asked = await this.ask.Asked(this.id);
    await this.reads(asked);
    this.asked = asked;
  }

  /** withoutModel has the built-in engine answer: the model works for another run. */
  withoutModel = () => this.tell(() => this.ask.AnswerWithoutModel(this.id), true);

  protected override take(batch: Event[]) {
    this.hear(batch);
    super.take(batch);
  }

  protected override later() {
    if (!this.finished || !this.report) super.later();
  }
}
