import { backend, Fault, type core } from '../backend';
import { whenever } from './changes';
import { toasts } from './toasts.svelte';
import { t } from './words.svelte';

/** Trails is every trail that a person's curiosity left, the one that was gone on with last first. */
export class Trails {
  list = $state.raw<core.Trail[] | null>(null);
  fault = $state.raw<Fault | null>(null);

  constructor(private ask: typeof backend = backend) {}

  /** start reads the trails and follows what changes; it returns how to stop. */
  start(): () => void {
    void this.load();
    return whenever('runs.changed', () => void this.load());
  }

  async load() {
    try {
      this.list = await this.ask.Trails();
      this.fault = null;
    } catch (error) {
      this.fault = Fault.from(error);
    }
  }

  /** remove deletes a trail for good. */
  async remove(id: string) {
    try {
      await this.ask.DeleteTrail(id);
      toasts.say(t('discover.removed'), { tone: 'done' });
    } catch (error) {
      toasts.fail(error);
    } finally {
      void this.load();
    }
  }
}
