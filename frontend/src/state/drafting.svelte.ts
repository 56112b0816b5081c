import type { Event } from '../backend';
import { Heard } from './heard.svelte';
import { Standing } from './standing.svelte';

/** Drafting is a run on screen whose report is shown while it is written, before it is checked. */
export abstract class Drafting extends Standing {
  private heard = new Heard();

  /** soFar is what was written when the run was read last, null before it was. */
  protected abstract get soFar(): string | null;

  private written = $derived.by(() => (this.finished ? '' : this.heard.text || (this.soFar ?? '')));
  /** paragraphs are those of the report while it is written; none once it is there. */
  paragraphs = $derived(this.written.split(/\n+/).filter((one) => one.trim()));

  /** reads is told what was written when the run was read for the first time: who looks from before the first word on hears every word. */
  protected reads(soFar: string) {
    if (!soFar) this.heard.begins();
  }

  /** hear is told what happens where words are written. */
  protected hear(batch: Event[]) {
    if (!this.heard.take(batch)) this.later();
  }

  /** anew says that what was written is not shown any more. */
  protected anew() {
    this.heard.begins();
  }

  protected override heed(batch: Event[]) {
    if (batch.some((event) => event.kind === 'lagging')) this.heard.miss();
    super.heed(batch);
  }

  protected override connects(up: boolean) {
    this.heard.miss();
    super.connects(up);
  }
}
