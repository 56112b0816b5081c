import { backend, copyRich, Fault, type desk, type Event, type report } from '../backend';
import { titled } from './naming';
import type { Past } from './steps';
import { toasts } from './toasts.svelte';

/** ReportState is one version of a run's report on screen, with the run that made it. */
export class ReportState {
  report = $state.raw<report.Report | null>(null);
  /** tables are the claims that quote rows of a table, by ID. */
  tables = $state.raw<Record<string, report.Tabled>>({});
  snapshot = $state.raw<desk.Snapshot | null>(null);
  fault = $state.raw<Fault | null>(null);
  /** looked is set once it is known whether there is a run. */
  looked = $state(false);
  /** other is the version it is compared with, null when nothing is compared. */
  other = $state.raw<report.Report | null>(null);
  otherTables: Record<string, report.Tabled> = {};

  constructor(
    readonly run: string,
    readonly version: number,
  ) {}

  drafts = $derived(this.snapshot?.state.drafts ?? []);
  /** elsewhere are the drafts that say something else than this version: not itself, and not the best one, which became the report. */
  elsewhere = $derived.by(() => {
    const best = this.drafts.reduce<desk.Snapshot['state']['drafts'][number] | null>((best, one) => (best && best.quality.total >= one.quality.total ? best : one), null);
    return this.drafts.filter((draft) => draft.number !== (this.version || best?.number));
  });
  summaries = $derived((this.snapshot?.state.queries ?? []).filter((query) => query.summary));

  async read(): Promise<void> {
    try {
      // Without its tables a report can still be read: their rows stand in the sentences.
      const [report, tables] = await Promise.all([backend.Report(this.run, this.version), backend.ReportTables(this.run, this.version).catch(() => [])]);
      this.tables = Object.fromEntries((tables ?? []).map((one) => [one.claim, one]));
      this.report = titled(report);
      this.fault = null;
    } catch (error) {
      this.fault = Fault.from(error);
    }
    // The run adds drafts and summaries; the report can be read without it.
    this.snapshot = await backend.Snapshot(this.run).catch(() => null);
    this.looked = true;
  }

  /** others are the finished runs of the same question, the latest first. */
  async others(): Promise<desk.Run[]> {
    const question = this.report?.question.trim();
    const runs = (await this.ask(() => backend.Runs())) ?? [];
    return runs.filter((run) => run.id !== this.run && run.status === 'finished' && run.title.trim() === question).slice(0, 20);
  }

  /** compare reads the version to compare with: a draft of this run, or the report of another. */
  async compare(run: string, version: number): Promise<void> {
    const [report, tables] = await Promise.all([this.ask(() => backend.Report(run, version)), backend.ReportTables(run, version).catch(() => [])]);
    this.otherTables = Object.fromEntries((tables ?? []).map((one) => [one.claim, one]));
    this.other = report && titled(report);
  }

  /** follow starts a run that asks further; it returns its ID. */
  async follow(question: string): Promise<string | null> {
    // Never ask wider than this report was asked: without its scope, the failure is told instead.
    const scope = (this.snapshot ??= await this.ask(() => backend.Snapshot(this.run)))?.scope;
    if (!scope) return null;
    const wish = { question, collections: scope.collections ?? [], documents: scope.documents ?? [], engine: '', model: '', depth: '', unattended: false, follows: this.run, from: '', web: '', hosts: [], consented: false };
    return (await this.ask(() => backend.StartResearch(wish)))?.id ?? null;
  }

  /** explore starts another exploration of the same documents and files, as far as this one went; it returns its ID. */
  async explore(question: string): Promise<string | null> {
    const was = await this.ask(() => backend.Explored(this.run));
    if (!was) return null;
    const { scope, settings } = was;
    const context = [...new Set(was.files.map((file) => file.document))];
    const bounds = { max_depth: settings.max_depth, max_breadth: settings.max_breadth, max_nodes: settings.max_nodes };
    const wish = { question, context, collections: scope.collections ?? [], documents: scope.documents ?? [], engine: '', model: '', web: '', hosts: [], consented: false, ...bounds };
    return (await this.ask(() => backend.StartExplore(wish)))?.id ?? null;
  }

  /** past is what tells how far the run was at each of its steps. */
  async past(): Promise<Past> {
    const events: Event[] = [];
    for (let page: Event[] | null = null; !page || page.length; events.push(...page)) page = (await this.ask(() => backend.EventsSince(this.run, events.at(-1)?.seq ?? 0, 0))) ?? [];
    return { events, kept: this.snapshot?.evidence.length ?? 0, scores: this.drafts.map((draft) => draft.quality.total) };
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
