import type { Key } from './words.svelte';

/** Taker is a screen that wants what is dropped into the window, in the library's place. */
export interface Taker {
  title: Key;
  hint: Key;
  take: (paths: string[]) => void;
}

/** Dropping knows where files go that are dropped anywhere: into the library, unless a screen takes them. */
class Dropping {
  taker = $state.raw<Taker | null>(null);

  /** claim hands what is dropped to a screen until it leaves: `onMount(() => dropping.claim({...}))`. */
  claim(taker: Taker): () => void {
    this.taker = taker;
    return () => {
      if (this.taker === taker) this.taker = null;
    };
  }
}

export const dropping = new Dropping();
