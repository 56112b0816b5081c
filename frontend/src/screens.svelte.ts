import type { Component } from 'svelte';
import { connected } from './backend';
import type { Place } from './state/route';

/** Screen shows a place; from the address it takes what it needs. */
type Screen = Component<any>;

const code: Record<Place, () => Promise<{ default: Screen }>> = {
  library: () => import('./views/library/Library.svelte'),
  start: () => import('./views/start/Start.svelte'),
  explore: () => import('./views/explore/Run.svelte'),
  ask: () => import('./views/ask/Ask.svelte'),
  discover: () => import('./views/discover/Discover.svelte'),
  run: () => import('./views/run/Run.svelte'),
  report: () => import('./views/report/Report.svelte'),
  history: () => import('./views/history/History.svelte'),
  settings: () => import('./views/settings/Settings.svelte'),
  doc: () => import('./views/viewer/Document.svelte'),
};

/** Screens holds the code of the screens. The one a person opens the program on comes first, the others as soon as it stands. */
export class Screens {
  private here = $state.raw<Partial<Record<Place, Screen>>>({});

  constructor(private fetch: Record<Place, () => Promise<{ default: Screen }>> = code) {}

  /** of returns the screen of a place, or nothing when its code did not come. */
  of(place: Place): Screen | undefined {
    return this.here[place];
  }

  /**
   * bring fetches the code of a place; null when it is there. It never fails: a screen that could not be fetched is not there. While the
   * engine is out of reach nothing is fetched: another program may be listening at its address by then.
   */
  bring = (place: Place): Promise<void> | null => {
    if (this.here[place]) return null;
    if (!connected()) return Promise.resolve();
    return this.fetch[place]().then(
      (loaded) => void (this.here = { ...this.here, [place]: loaded.default }),
      () => {},
    );
  };

  /** rest brings the others one after the other, so that going to them waits for nothing. */
  async rest() {
    for (const place of Object.keys(this.fetch) as Place[]) await this.bring(place);
  }

  /** again is what a person does about a screen that did not come. Some browsers remember that code was missing until the page is read anew. */
  async again(place: Place, reload = () => location.reload()) {
    await this.bring(place);
    if (!this.of(place) && connected()) reload(); // else whoever listens at this address now would be asked for the page
  }
}

export const screens = new Screens();
