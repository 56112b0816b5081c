import type { Event } from '../backend';

/** Heard is what a run writes, as it is told word by word; it counts only when nothing of it can be missing. */
export class Heard {
  private heard = $state('');
  private whole = $state(false);
  /** text is "" as long as the run has to be read to know what is written. */
  text = $derived(this.whole ? this.heard : '');

  /** begins is called by who looks from before the first word on: every word is heard then. */
  begins() {
    this.whole = true;
    this.heard = '';
  }

  /** take hears a batch of events; false when what is written has to be read from the run. */
  take(batch: readonly Event[]): boolean {
    let known = true;
    for (const event of batch) {
      if (event.kind !== 'answer.token' && event.kind !== 'step.words') continue;
      const { text, reset } = event.data as { text: string; reset?: boolean };
      if (reset) this.whole = true;
      this.heard = reset ? text : this.heard + text;
      known &&= this.whole;
    }
    return known;
  }

  /** miss notes that words may have been told to nobody: what is written is read from the run until it begins anew. */
  miss() {
    this.whole = false;
    this.heard = '';
  }
}
