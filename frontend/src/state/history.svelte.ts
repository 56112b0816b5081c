import { backend, Fault, onConnection, stream, type desk } from '../backend';
import { answers, groupOf, lined, type Group } from './past';
import { stepAt } from './steps';
import { toasts } from './toasts.svelte';
import { t } from './words.svelte';

/** History is every run there was. */
class History {
  runs = $state.raw<desk.Run[] | null>(null);
  fault = $state.raw<Fault | null>(null);
  group = $state<Group>('all');
  query = $state('');
  found = $state.raw<desk.Found[] | null>(null);
  /** begun says at which step of its origin a fork began. */
  begun = $state.raw<ReadonlyMap<string, ReturnType<typeof stepAt>>>(new Map());
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
    const stops = [stream.watch((batch) => batch.some((event) => event.kind === 'runs.changed') && void this.load()), onConnection((up) => up && void this.load())];
    return () => stops.forEach((stop) => stop());
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

  /** trace finds out where forks began; what cannot be told any more, because the origin is gone, stays unsaid. */
  private async trace() {
    const forks = (this.runs ?? []).filter((run) => run.forked_from && !answers(run) && !this.begun.has(run.id));
    const found = await Promise.all(
      forks.map(async (run) => {
        const [events, points] = await Promise.all([backend.EventsSince(run.id, 0, 1), backend.Checkpoints(run.forked_from!)]).catch(() => [[], []]);
        return [run.id, stepAt(points, Number(events[0]?.data?.checkpoint ?? 0))] as const;
      }),
    );
    if (found.length) this.begun = new Map([...this.begun, ...found]);
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
