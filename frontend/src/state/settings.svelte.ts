import { backend, Fault, type core, type desk, type settings as kept } from '../backend';
import { machine } from './machine.svelte';
import { toasts } from './toasts.svelte';

/** thinks are the settings that decide what does the reasoning. */
const thinks = /^(RABBITHOLE_(ENGINE|MODEL|WEAK_MODELS)|OLLAMA_HOST)$/;

/** Settings is what a person may set, and what there is to know about this machine. */
class Settings {
  list = $state.raw<kept.Setting[] | null>(null);
  findings = $state.raw<core.Finding[] | null>(null);
  connections = $state.raw<desk.Connection[] | null>(null);
  fault = $state.raw<Fault | null>(null);

  private asked = 0;

  /** load asks for the settings; of two answers on their way, the one that was asked for last counts. */
  async load() {
    const asked = ++this.asked;
    try {
      const list = await backend.Settings();
      if (asked !== this.asked) return;
      this.list = list;
      this.fault = null;
    } catch (error) {
      if (asked === this.asked) this.fault = Fault.from(error);
    }
  }

  get = (name: string) => this.list?.find((one) => one.name === name);

  /** change stores a setting, "" its default; it returns why not, "" when it did. */
  async change(name: string, value: string): Promise<string> {
    try {
      await backend.ChangeSetting(name, value);
      await this.load();
      if (thinks.test(name)) await machine.think();
      return '';
    } catch (error) {
      return Fault.from(error).message;
    }
  }

  /** look asks once what the program found on this machine. */
  async look(anew = false) {
    if (this.findings && !anew) return;
    try {
      this.findings = await backend.Doctor();
    } catch (error) {
      toasts.fail(error);
    }
  }

  found = (name: string) => this.findings?.find((one) => one.name === name);

  async loadConnections() {
    try {
      this.connections = await backend.Connections();
    } catch (error) {
      toasts.fail(error);
    }
  }

  pull(name: string) {
    return this.attempt(async () => {
      await backend.PullModel(name);
      machine.pull = { name, status: '', completed: 0, total: 0, done: false };
    });
  }
  stopPull = () => this.attempt(() => backend.StopPull());

  /** embed switches to another embedder; the old vectors answer until the new ones are there. */
  embed = (name: string) =>
    this.attempt(async () => {
      await backend.ChangeEmbedder(name);
      await this.load();
    });

  /** backup writes the library into a file that the person chooses. */
  backup = () =>
    this.attempt(async () => {
      const path = await backend.ChooseSave(`rabbithole-${new Date().toISOString().slice(0, 10)}.zip`);
      if (path) await backend.Backup(path);
    });

  check = () => this.attempt(() => backend.CheckLibrary());

  private async attempt(wish: () => Promise<unknown>) {
    try {
      await wish();
    } catch (error) {
      toasts.fail(error);
    }
  }
}

export const settings = new Settings();
