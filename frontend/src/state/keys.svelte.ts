import { comboOf, Sequence } from './combo';
import type { Key } from './words.svelte';

export type Scope = 'everywhere' | 'library' | 'start' | 'explore' | 'ask' | 'discover' | 'run' | 'report' | 'viewer' | 'history' | 'settings';

/** Shortcut is one key or sequence: "mod+k", "g l", "j", "escape". run returns false to let another have it. */
export interface Shortcut {
  combo: string;
  label: Key;
  scope?: Scope;
  run: (event: KeyboardEvent) => void | false;
}

/** Keys holds every shortcut that works now. The latest one registered wins, so a view may shadow the frame. */
class Keys {
  list = $state.raw<Shortcut[]>([]);
  sheet = $state(false);
  readonly mac = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '');
  private sequence = new Sequence();

  /** add registers shortcuts and returns how to remove them: `$effect(() => keys.add([...]))`. */
  add(shortcuts: Shortcut[]): () => void {
    // Read the list without following it: an effect that registers must not run again for the next one.
    this.set((list) => [...list, ...shortcuts]);
    return () => this.set((list) => list.filter((one) => !shortcuts.includes(one)));
  }

  /** start listens to the window; it returns how to stop. */
  start(): () => void {
    const press = (event: KeyboardEvent) => this.press(event, performance.now());
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }

  press(event: KeyboardEvent, now: number) {
    if (event.defaultPrevented || event.isComposing) return;
    const combo = comboOf(event);
    const modal = globalThis.document?.querySelector('dialog:modal') != null;
    if (modal || !free(combo, event.target)) return this.sequence.used();
    for (const meaning of this.sequence.next(combo, now)) {
      for (let i = this.known.length - 1; i >= 0; i--) {
        const one = this.known[i]!;
        // What sends or removes is done once for each press, however long the key is held.
        const held = event.repeat && /(enter|delete)$/.test(meaning);
        if (one.combo !== meaning || (!held && one.run(event) === false)) continue;
        event.preventDefault();
        return this.sequence.used();
      }
    }
  }

  private known: Shortcut[] = [];
  private set(change: (list: Shortcut[]) => Shortcut[]) {
    this.known = change(this.known);
    this.list = this.known;
  }
}

/** free says whether a combo may act while target has the focus: never steal a letter being typed or a button's Enter. */
export function free(combo: string, target: EventTarget | null): boolean {
  if (combo.startsWith('mod+') || combo === 'escape' || /^f\d+$/.test(combo)) return true;
  const element = target as Partial<HTMLElement> | null;
  const tag = element?.tagName?.toLowerCase() ?? '';
  if (element?.isContentEditable || tag === 'textarea' || tag === 'select') return false;
  if (tag === 'input') return ['checkbox', 'radio', 'button'].includes((element as HTMLInputElement).type) && combo.length === 1;
  if (combo === 'enter' || combo === 'space') return !['button', 'a', 'summary'].includes(tag);
  return true;
}

export const keys = new Keys();
