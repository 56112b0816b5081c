import { backend, stream, type desk } from '../backend';

/** Online says whether anything that is at work now may leave this computer. */
class Online {
  now = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** start follows the runs; it returns how to stop. */
  start(): () => void {
    this.soon();
    const stop = stream.watch((batch) => batch.some((event) => event.kind === 'runs.changed') && this.soon());
    return () => (clearTimeout(this.timer), stop());
  }

  private soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const runs = await backend.Runs().catch(() => null);
      if (runs) this.now = runs.some(reaches);
    }, 200);
  }
}

/** reaches says whether a run at work was begun with the web. */
export function reaches(run: Pick<desk.Run, 'live' | 'status' | 'meta'>): boolean {
  const meta = run.meta as { ask?: { web?: string }; web?: { web?: string } } | undefined;
  return run.live && run.status !== 'finished' && !!(meta?.ask?.web ?? meta?.web?.web);
}

export const online = new Online();
