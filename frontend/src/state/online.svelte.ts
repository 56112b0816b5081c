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
function reaches(run: desk.Run): boolean {
  const meta = run.meta as { ask?: { web?: string }; web?: string | { policy?: string } } | undefined;
  const policy = meta?.ask?.web ?? (typeof meta?.web === 'string' ? meta.web : meta?.web?.policy);
  return run.live && run.status !== 'finished' && !!policy;
}

export const online = new Online();
