import { backend, Fault, onConnection, onStranger, quit, stream, type core, type desk, type prompts } from '../backend';
import { t } from './words.svelte';

/** Pull is how far the download of a model has come. */
export interface Pull {
  name: string;
  status: string;
  completed: number;
  total: number;
  done: boolean;
  problem?: desk.Fault | null;
}

/** Task is how far work in the background has come: a backup, a check, the switch of the embedder. */
export interface Task {
  name: 'backup' | 'check' | 'embedder';
  text: string;
  done: number;
  total: number;
  finished: boolean;
  problem?: desk.Fault | null;
  findings: core.Finding[];
  path: string;
}

/** How long the connection may be away before the program counts as ended. */
const patience = 1500;

/** Machine is how things stand here: library, engine, model, what is being read, whether the engine is within reach. */
class Machine {
  status = $state.raw<desk.Status | null>(null);
  thinking = $state.raw<core.Thinking | null>(null);
  adding = $state.raw<desk.Adding | null>(null);
  rereading = $state.raw<core.Rereading | null>(null);
  pull = $state.raw<Pull | null>(null);
  tasks = $state.raw<Partial<Record<Task['name'], Task>>>({});
  fault = $state.raw<Fault | null>(null);
  connected = $state(true);
  /** gone is set once the connection was away for longer than it takes to come back by itself: the program has ended. */
  gone = $state(false);
  /** stranger is set while another program answers at this page's address. */
  stranger = $state(false);

  /** start reads how things stand and follows what changes; it returns how to stop. */
  start(): () => void {
    void this.load();
    const stopWatching = stream.watch((batch) => {
      for (const event of batch) {
        if (event.kind === 'library.adding') this.adding = event.data;
        else if (event.kind === 'library.reread') this.rereading = event.data;
        else if (event.kind === 'model.pull') this.pulled(event.data);
        else if (event.kind === 'model.tested') this.tested(event.data);
        else if (event.kind === 'task') this.tasks = { ...this.tasks, [(event.data as Task).name]: event.data };
      }
      if (batch.some((event) => event.kind === 'library.changed')) void this.load();
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stopListening = onConnection((up) => {
      this.connected = up;
      clearTimeout(timer);
      if (up) this.gone = this.stranger = false;
      else timer = setTimeout(() => (this.gone = true), patience);
      if (up) void this.load();
    });
    const stopMeeting = onStranger(() => (this.gone = this.stranger = true));
    return () => {
      stopWatching();
      stopListening();
      stopMeeting();
      clearTimeout(timer);
    };
  }

  private pulled(pull: Pull) {
    this.pull = pull;
    if (pull.done) void this.think();
  }

  private tested(test: core.Tested) {
    if (test.state !== 'testing') void this.think();
  }

  async load() {
    try {
      this.status = await backend.Status();
      this.adding = this.status.adding;
      this.rereading = this.status.rereading;
      this.fault = null;
    } catch (error) {
      this.fault = Fault.from(error);
    }
  }

  /** think looks for the model anew; it takes up to two seconds. */
  async think() {
    try {
      this.thinking = await backend.Think();
    } catch (error) {
      this.fault = Fault.from(error);
    }
  }
}

export const machine = new Machine();

/** called is a model's name where it is chosen, with the word that it failed its test. */
export const called = (model: prompts.Card) => (model.test === 'weak' ? t('settings.failedTest', { model: model.name }) : model.name);

export { quit };
