import { tick, type Component } from 'svelte';

interface Content {
  // The props belong to the component given with them; show() checks that they fit.
  component: Component<any>;
  props: Record<string, unknown>;
  title: string;
}

/** Pane is the place at the right where proof appears beside the claim. One content at a time. */
class Pane {
  content = $state.raw<Content | null>(null);
  size = $state(520);
  /** focus is set when the keyboard should follow into the pane. */
  focus = $state(false);
  /** keep is how much of the width a view wants to keep for itself, where there is enough; 0: no more than any other. */
  keep = $state(0);
  private from: HTMLElement | null = null;

  /** show fills the pane; showing the same component again only changes its props, so a viewer stays open. */
  show<P extends Record<string, unknown>>(component: Component<P>, props: P, title: string, options: { focus?: boolean } = {}) {
    if (!this.content) this.from = document.activeElement as HTMLElement | null;
    this.content = { component, props, title };
    this.focus = options.focus ?? false;
  }

  /** close empties the pane; a focus that was in it returns to where it came from, unless the view knows a better place. */
  close() {
    if (!this.content) return;
    this.content = null;
    const from = this.from;
    this.from = null;
    void tick().then(() => from?.isConnected && document.activeElement === document.body && from.focus({ preventScroll: true }));
  }
}

export const pane = new Pane();
