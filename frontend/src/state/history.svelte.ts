import { backend, Fault, type core, type desk } from '../backend';
import { whenever } from './changes';
import { changed, groupOf, lined, type Group } from './past';
import { stepAt } from './steps';
import { toasts } from './toasts.svelte';
import { t } from './words.svelte';

/** Fork is what tells a fork from its origin: the step it began at, and the tasks that only one of the two plans has. */
interface Fork {
  step: ReturnType<typeof stepAt>;
  added: string[];
  left: string[];
  /** settled: it changes no more. */
  settled: boolean;
}

/** History is every run there was. */
class History {
  runs = $state.raw<desk.Run[] | null>(null);
  fault = $state.raw<Fault | null>(null);
  group = $state<Group>('all');
  query = $state('');
  found = $state.raw<core.Found[] | null>(null);
  /** forks says what tells a fork from its origin. */
  forks = $state.raw<ReadonlyMap<string, Fork>>(new Map());
  private turn = 0;

  lines = $derived(lined((this.runs ?? []).filter((run) => this.group === 'all' || groupOf(run) === this.group)));
  counts = $derived.by(() => {
    const counts: Record<Group, number> = { all: this.runs?.length ?? 0, open: 0, finished: 0, stopped: 0 };
    for (const run of this.runs ?? []) counts[groupOf(run)]++;
    return counts;
  });

  /** start reads the runs and follows what changes; it returns how to stop. */
  start(): () => void {
    void this.load();
    return whenever('runs.changed', () => void this.load());
  }

  async load() {
    try {
      this.runs = await backend.Runs();
      this.fault = null;
      void this.trace();
    } catch (error) {
      this.fault = Fault.from(error);
    }
  }

  /** trace finds out what is told of forks; once a fork is finished that stays, and what nobody knows any more stays unsaid. */
  private async trace() {
    const forks = (this.runs ?? []).filter((run) => run.forked_from && run.flow === 'research' && !this.forks.get(run.id)?.settled);
    const found = await Promise.all(forks.map(async (run) => [run.id, await this.compared(run).catch(() => ({ step: null, added: [], left: [], settled: true }))] as const));
    if (found.length) this.forks = new Map([...this.forks, ...found]);
  }

  private async compared(run: desk.Run): Promise<Fork> {
    const origin = run.forked_from!;
    const [events, points, mine, theirs] = await Promise.all([backend.EventsSince(run.id, 0, 1), backend.Checkpoints(origin), backend.Snapshot(run.id), backend.Snapshot(origin)]);
    const step = stepAt(points, Number(events[0]?.data?.checkpoint ?? 0));
    return { step, ...changed(theirs.state.plan, mine.state.plan), settled: run.status === 'finished' };
  }

  /** search looks through questions and reports; an answer to an older query is dropped. */
  async search() {
    const turn = ++this.turn;
    const text = this.query.trim();
    if (!text) return void (this.found = null);
    try {
      const found = await backend.SearchRuns(text);
      if (turn === this.turn) this.found = found;
    } catch (error) {
      toasts.fail(error);
    }
  }

  /** resume goes on with a run and returns the one that does; "" when it was refused. */
  async resume(id: string): Promise<string> {
    try {
      return (await backend.ResumeRun(id)).id;
    } catch (error) {
      toasts.fail(error);
      return '';
    }
  }

  async remove(id: string) {
    try {
      await backend.DeleteRun(id);
      toasts.say(t('history.removed'), { tone: 'done' });
    } catch (error) {
      toasts.fail(error);
    }
    await this.load();
    if (this.query) await this.search();
  }
}

export const history = new History();
