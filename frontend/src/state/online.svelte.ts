import { backend, stream, type desk } from '../backend';

/** Online says whether anything that is at work now may leave this computer. */
class Online {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private runs = $state(false);
  /** beside are the documents beside which a search goes on that may leave: it stands in no list of runs. */
  private beside = $state.raw<ReadonlySet<string>>(new Set());
  now = $derived(this.runs || this.beside.size > 0);

  /** start follows the runs; it returns how to stop. */
  start(): () => void {
    this.soon();
    const stop = stream.watch((batch) => {
      if (batch.some((event) => event.kind === 'runs.changed')) this.soon();
      for (const event of batch) if (event.kind === 'related.changed') this.hear(event.data);
    });
    return () => (clearTimeout(this.timer), stop());
  }

  private hear({ document, status, web }: { document: string; status: string; web: boolean }) {
    const leaves = web && (status === 'queued' || status === 'running');
    if (leaves === this.beside.has(document)) return;
    this.beside = new Set(leaves ? [...this.beside, document] : [...this.beside].filter((one) => one !== document));
  }

  private soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const runs = await backend.Runs().catch(() => null);
      if (runs) this.runs = runs.some(reaches);
    }, 200);
  }
}

/** reaches says whether a run at work was begun with the web. */
export function reaches(run: Pick<desk.Run, 'live' | 'status' | 'meta'>): boolean {
  const meta = run.meta as { ask?: { web?: string }; web?: { web?: string } } | undefined;
  return run.live && run.status !== 'finished' && !!(meta?.ask?.web ?? meta?.web?.web);
}

export const online = new Online();
