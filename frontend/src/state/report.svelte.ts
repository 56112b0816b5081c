import { backend, copyRich, Fault, type desk, type report } from '../backend';
import { toasts } from './toasts.svelte';

/** ReportState is one version of a run's report on screen, with the run that made it. */
export class ReportState {
  report = $state.raw<report.Report | null>(null);
  /** tables are the claims that quote rows of a table, by ID. */
  tables = $state.raw<Record<string, report.Tabled>>({});
  snapshot = $state.raw<desk.Snapshot | null>(null);
  fault = $state.raw<Fault | null>(null);
  /** other is the version it is compared with, null when nothing is compared. */
  other = $state.raw<report.Report | null>(null);

  constructor(
    readonly run: string,
    readonly version: number,
  ) {}

  drafts = $derived(this.snapshot?.state.drafts ?? []);
  summaries = $derived((this.snapshot?.state.queries ?? []).filter((query) => query.summary));

  async read(): Promise<void> {
    try {
      const [report, tables] = await Promise.all([backend.Report(this.run, this.version), backend.ReportTables(this.run, this.version)]);
      this.report = report;
      this.tables = Object.fromEntries(tables.map((one) => [one.claim, one]));
      this.fault = null;
    } catch (error) {
      this.fault = Fault.from(error);
    }
    // The run adds drafts and summaries; the report can be read without it.
    this.snapshot = await backend.Snapshot(this.run).catch(() => null);
  }

  async compare(version: number | null): Promise<void> {
    this.other = version === null ? null : await this.ask(() => backend.Report(this.run, version));
  }

  /** follow starts a run that asks further; it returns its ID. */
  async follow(question: string): Promise<string | null> {
    const scope = this.snapshot?.scope;
    const wish = { question, collections: scope?.collections ?? [], documents: scope?.documents ?? [], engine: '', model: '', depth: '', unattended: false, follows: this.run };
    return (await this.ask(() => backend.StartResearch(wish)))?.id ?? null;
  }

  checkpoints = () => this.ask(() => backend.Checkpoints(this.run));

  /** fork starts a new run from a checkpoint; it returns its ID. */
  fork = async (checkpoint: number) => (await this.ask(() => backend.ForkRun(this.run, checkpoint)))?.id ?? null;

  formats = () => this.ask(() => backend.Formats());

  /** export writes the report into a file that the person chooses; null when they chose none or it failed. */
  async export(format: string, name: string): Promise<desk.Exported | null> {
    const path = await this.ask(() => backend.ChooseSave(name));
    return path ? this.ask(() => backend.ExportReport(this.run, this.version, format, path)) : null;
  }

  /** copy puts text on the clipboard, with its HTML for programs that take it. */
  copy = (text: string, html: string) => copyRich(text, html);

  private async ask<T>(wish: () => Promise<T>): Promise<T | null> {
    try {
      return await wish();
    } catch (error) {
      toasts.fail(error);
      return null;
    }
  }
}
