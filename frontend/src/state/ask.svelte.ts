import { backend, Fault, onConnection, stream, type core, type desk } from '../backend';
import { remembered } from './remembered.svelte';
import { toasts } from './toasts.svelte';
import { t } from './words.svelte';

export const modes = ['chat', 'deep_research'] as const;
export type Mode = (typeof modes)[number];
export type Web = '' | 'listed' | 'open';

interface Draft {
  question: string;
  mode: Mode;
  collections: string[];
  documents: string[];
}

/** Turn is a question of the conversation on screen. */
export type Turn = Pick<core.Message, 'run' | 'question' | 'mode' | 'web' | 'at'>;

/** Ask is the conversations, the one on screen, and the question that is being written. */
export class Ask {
  list = $state.raw<desk.Conversation[] | null>(null);
  /** here is the conversation on screen, "" for a new one. */
  here = $state('');
  title = $state('');
  turns = $state.raw<Turn[] | null>([]);
  fault = $state.raw<Fault | null>(null);

  question = $state('');
  mode = $state<Mode>('chat');
  /** web is off in every new conversation: it is never on because it was on before. */
  web = $state<Web>('');
  collections = $state.raw<string[]>([]);
  documents = $state.raw<string[]>([]);
  library = $state.raw<desk.Document[] | null>(null);
  sending = $state(false);
  private turn = 0;

  searchable = $derived((this.library ?? []).filter((one) => one.passages > 0));
  scoped = $derived(this.collections.length + this.documents.length > 0);
  chosen = $derived(this.searchable.filter((one) => !this.scoped || this.collections.includes(one.collection) || this.documents.includes(one.name)));

  constructor(private engine: typeof backend = backend) {}

  /** start reads what there is and follows what changes; it returns how to stop. */
  start(): () => void {
    Object.assign(this, pick(remembered.get<Partial<Draft>>('ask.draft', {})));
    void this.load();
    void this.look();
    const stops = [
      stream.watch((batch) => {
        if (batch.some((event) => event.kind === 'runs.changed')) void this.load();
        if (batch.some((event) => event.kind === 'library.changed')) void this.look();
      }),
      onConnection((up) => up && void this.load()),
    ];
    return () => stops.forEach((stop) => stop());
  }

  async load() {
    try {
      this.list = await this.engine.Conversations();
    } catch (error) {
      if (!this.list) this.fault = Fault.from(error);
    }
  }

  private async look() {
    try {
      this.library = await this.engine.Documents();
      this.documents = this.documents.filter((name) => this.searchable.some((one) => one.name === name));
      this.collections = this.collections.filter((name) => this.searchable.some((one) => one.collection === name));
    } catch (error) {
      this.fault = Fault.from(error);
    }
  }

  /** open shows a conversation, by its ID or that of a run of it; "" begins a new one. */
  async open(id: string): Promise<void> {
    const turn = ++this.turn;
    if (id === this.here && id && this.turns?.length) return;
    this.fault = null;
    this.here = id;
    this.web = '';
    this.title = '';
    this.turns = id ? null : [];
    if (!id) return;
    try {
      const talk = await this.engine.Conversation(id);
      if (turn !== this.turn) return;
      this.title = talk.title;
      this.turns = talk.messages;
    } catch (error) {
      if (turn === this.turn) this.fault = Fault.from(error);
    }
  }

  /** keep remembers what is being written. */
  keep() {
    const { question, mode, collections, documents } = this;
    remembered.set('ask.draft', { question, mode, collections, documents });
  }

  ready = $derived(this.question.trim() !== '' && !this.sending);

  /** send asks the question; it returns the conversation it belongs to, null when it was refused. */
  async send(): Promise<string | null> {
    if (!this.ready) return null;
    this.sending = true;
    const { here, mode, web, collections, documents } = this;
    const question = this.question.trim();
    try {
      const run = await this.engine.StartAsk({ question, mode, web, hosts: [], consented: false, collections, documents, engine: '', model: '', follows: here });
      const turn: Turn = { run: run.id, question, mode, web, at: run.created };
      if (this.here === here) {
        this.turns = [...(this.turns ?? []), turn];
        this.title ||= question;
        this.here ||= run.id;
      }
      this.question = '';
      this.keep();
      void this.load();
      return here || run.id;
    } catch (error) {
      toasts.fail(error);
      return null;
    } finally {
      this.sending = false;
    }
  }

  /** remove deletes a conversation for good; it tells whether it is gone. */
  async remove(id: string): Promise<boolean> {
    try {
      await this.engine.DeleteConversation(id);
      toasts.say(t('ask.removed'), { tone: 'done' });
      if (this.here === id) await this.open('');
      return true;
    } catch (error) {
      toasts.fail(error);
      return false;
    } finally {
      void this.load();
    }
  }
}

/** pick takes from what was remembered what still makes sense. */
function pick(kept: Partial<Draft>): Partial<Draft> {
  const out: Partial<Draft> = {};
  if (typeof kept.question === 'string') out.question = kept.question;
  if (modes.includes(kept.mode as Mode)) out.mode = kept.mode!;
  if (Array.isArray(kept.collections)) out.collections = kept.collections;
  if (Array.isArray(kept.documents)) out.documents = kept.documents;
  return out;
}

export const ask = new Ask();
