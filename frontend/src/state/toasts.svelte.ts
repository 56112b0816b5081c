import { Fault } from '../backend/fault';
import { told } from './trouble';
import { t } from './words.svelte';

/** Toast is a short message at the edge; what a person must act on stays until closed. */
export interface Toast {
  id: number;
  tone: 'info' | 'done' | 'trouble';
  text: string;
  hint: string;
  action?: { label: string; run: () => void };
}

/** Toasts are the messages on screen, oldest first. */
class Toasts {
  list = $state.raw<Toast[]>([]);
  private last = 0;

  /** say shows a message; it leaves by itself unless it is trouble or offers an action. */
  say(text: string, more: Partial<Omit<Toast, 'id' | 'text'>> = {}): number {
    const toast: Toast = { id: ++this.last, tone: 'info', hint: '', ...more, text };
    this.list = [...this.list.slice(-3), toast];
    if (toast.tone !== 'trouble' && !toast.action) setTimeout(() => this.close(toast.id), 5000);
    return toast.id;
  }

  /** fail shows an error with what to do about it. */
  fail(error: unknown, action?: Toast['action']): number {
    const { text, hint } = told(Fault.from(error));
    return this.say(text || t('app.failedTitle'), { tone: 'trouble', hint, ...(action ? { action } : {}) });
  }

  close(id: number) {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
