/** Held is what was held down while picking. */
export interface Held {
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Selection is what is picked in a list: one, several with Ctrl, a stretch with Shift. */
export class Selection {
  ids = $state.raw<ReadonlySet<string>>(new Set());
  private anchor = '';

  has = (id: string) => this.ids.has(id);

  /** pick takes a row; list is what is shown, in its order. */
  pick(id: string, list: readonly string[], held: Held) {
    const from = list.indexOf(this.anchor);
    const to = list.indexOf(id);
    if (held.shiftKey && from >= 0 && to >= 0) {
      const stretch = list.slice(Math.min(from, to), Math.max(from, to) + 1);
      this.ids = new Set(held.ctrlKey || held.metaKey ? [...this.ids, ...stretch] : stretch);
      return;
    }
    this.anchor = id;
    if (held.ctrlKey || held.metaKey) this.toggle(id);
    else this.ids = new Set([id]);
  }

  toggle(id: string) {
    this.anchor = id;
    const ids = new Set(this.ids);
    if (!ids.delete(id)) ids.add(id);
    this.ids = ids;
  }

  all(list: readonly string[]) {
    this.ids = new Set(list);
  }

  clear() {
    this.ids = new Set();
    this.anchor = '';
  }

  /** keep drops what is not there any more. */
  keep(there: (id: string) => boolean) {
    if ([...this.ids].some((id) => !there(id))) this.ids = new Set([...this.ids].filter(there));
  }
}
