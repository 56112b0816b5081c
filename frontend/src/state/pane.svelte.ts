import type { Component } from 'svelte';

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
  private from: HTMLElement | null = null;

  /** show fills the pane; showing the same component again only changes its props, so a viewer stays open. */
  show<P extends Record<string, unknown>>(component: Component<P>, props: P, title: string, options: { focus?: boolean } = {}) {
    if (!this.content) this.from = document.activeElement as HTMLElement | null;
    this.content = { component, props, title };
    this.focus = options.focus ?? false;
  }

  /** close empties the pane and returns the focus to where it came from. */
  close() {
    if (!this.content) return;
    this.content = null;
    if (this.from?.isConnected) this.from.focus({ preventScroll: true });
    this.from = null;
  }
}

export const pane = new Pane();
