import { backend } from '../backend';
import { reading, written } from './keeping';

/** Remembered holds small things about the interface that outlive the window: a width, a sort order, where one was. */
class Remembered {
  private values: Record<string, unknown> = $state({});
  private waiting = new Map<string, number>();

  /** load reads what was kept; before the first view is drawn. */
  async load() {
    for (const [key, text] of Object.entries(await backend.Remembered())) this.values[key] = reading(text);
  }

  get<T>(key: string, otherwise: T): T {
    return (this.values[key] as T | undefined) ?? otherwise;
  }

  /** set keeps a value; a dragged edge is written once it rests. */
  set(key: string, value: unknown) {
    this.values[key] = value;
    clearTimeout(this.waiting.get(key));
    // Losing a width is not worth a message.
    this.waiting.set(key, window.setTimeout(() => void backend.Remember(key, written(value)).catch(() => {}), 300));
  }
}

export const remembered = new Remembered();
