import { backend, stream } from '../backend';
import { toasts } from './toasts.svelte';
import { t } from './words.svelte';

/** Seen is something that happened in a watched folder. */
export interface Seen {
  kind: 'scanned' | 'added' | 'replaced' | 'failed' | 'gone' | 'back' | 'unreadable';
  path?: string;
  name?: string;
  reason?: string;
  trouble?: string;
  files?: number;
  at: string;
}

const kept = 50;

/** Watched is the folders whose files are added as they come, and what happened in them, the latest first. */
class Watched {
  folders = $state.raw<string[] | null>(null);
  events = $state.raw<Seen[]>([]);

  constructor() {
    stream.watch((batch) => {
      const seen = batch.filter((event) => event.kind === 'library.watched').map((event) => ({ ...event.data, at: event.at }) as Seen);
      if (seen.length) this.events = [...seen.reverse(), ...this.events].slice(0, kept);
    });
  }

  async load() {
    try {
      this.folders = await backend.WatchedFolders();
    } catch (error) {
      toasts.fail(error);
    }
  }

  /** add lets the person choose a folder to watch. */
  add = async () => {
    try {
      const folder = await backend.ChooseWatched();
      if (folder) await backend.WatchFolder(folder);
    } catch (error) {
      toasts.fail(error);
    }
    await this.load();
  };

  async remove(folder: string) {
    try {
      await backend.UnwatchFolder(folder);
      toasts.say(t('watch.removed'));
    } catch (error) {
      toasts.fail(error);
    }
    await this.load();
  }
}

export const watched = new Watched();
