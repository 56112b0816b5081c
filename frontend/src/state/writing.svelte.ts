import type { Event, report } from '../backend';
import { Heard } from './heard.svelte';
import { Standing } from './standing.svelte';

/** Written is what a run wrote so far, and whether it is proved. */
interface Written {
  text: string;
  proved: boolean;
}

/** Writing is a run on screen that writes word by word, and in the end shows what it wrote with its proof. */
export abstract class Writing extends Standing {
  /** report is what was written, proved claim by claim. */
  /** tables are the claims that quote rows of a table, by ID. */
  tables = $state.raw<Record<string, report.Tabled>>({});
  report = $state.raw<report.Report | null>(null);
  private heard = new Heard();

  /** written is what was written when the run was read last. */
  protected abstract get written(): Written | null;

  /** working: it goes on by itself, or waits for the person. */
  override working = $derived(!this.finished && (this.live || this.status === 'waiting'));
  /** draft is what is being written, before it is proved. */
  draft = $derived.by(() => (this.written?.proved ? '' : this.heard.text || (this.written?.text ?? '')));
  /** paragraphs are the draft's, none once it is proved. */
  paragraphs = $derived(this.draft.split(/\n+/).filter((one) => one.trim()));

  protected pace() {
    return 300;
  }

  /** reads is told what was read before it is shown. */
  protected async reads({ text, proved }: Written) {
    // Who looks from before the first word on hears every word.
    if (!this.written && !text) this.heard.begins();
    // What is written comes with its proof, in one step.
    if (!proved || this.report) return;
    // Without its tables an answer can still be read: their rows stand in the sentences.
    const [report, tables] = await Promise.all([this.ask.Report(this.id, 0), this.ask.ReportTables(this.id, 0).catch(() => [])]);
    this.tables = Object.fromEntries((tables ?? []).map((one) => [one.claim, one]));
    this.report = report;
  }

  /** hear is told what happens where words are written. */
  protected hear(batch: Event[]) {
    if (!this.heard.take(batch)) this.later();
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
