import { Fault, type core, type desk } from '../backend';
import { whenever } from './changes';
import { Draft, oneOf, text } from './draft.svelte';
import { toasts } from './toasts.svelte';
import { t } from './words.svelte';

export const modes = ['chat', 'deep_research'] as const;
export type Mode = (typeof modes)[number];

/** Turn is a question of the conversation on screen. */
export type Turn = Pick<core.Message, 'run' | 'question' | 'mode' | 'web' | 'at'>;

/** Ask is the conversations, the one on screen, and the question that is being written. */
export class Ask extends Draft {
  list = $state.raw<desk.Conversation[] | null>(null);
  /** here is the conversation on screen, "" for a new one. */
  here = $state('');
  title = $state('');
  turns = $state.raw<Turn[] | null>([]);
  /** lost is why the conversations, or the one on screen, cannot be shown. */
  lost = $state.raw<Fault | null>(null);

  question = $state('');
  mode = $state<Mode>('chat');
  private turn = 0;

  protected key = 'ask.draft';
  protected sense = { question: text, mode: oneOf(modes) };
  ready = $derived(this.question.trim() !== '' && !this.sending);

  override start(): () => void {
    void this.load();
    const stops = [super.start(), whenever('runs.changed', () => void this.load())];
    return () => stops.forEach((stop) => stop());
  }

  async load() {
    try {
      this.list = await this.ask.Conversations();
    } catch (error) {
      if (!this.list) this.lost = Fault.from(error);
    }
  }

  /** open shows a conversation, by its ID or that of a run of it; "" begins a new one. */
  async open(id: string): Promise<void> {
    const turn = ++this.turn;
    if (id === this.here && id && this.turns?.length) return;
    this.lost = null;
    this.here = id;
    this.web = '';
    this.title = '';
    this.turns = id ? null : [];
    if (!id) return;
    try {
      const talk = await this.ask.Conversation(id);
      if (turn !== this.turn) return;
      this.title = talk.title;
      this.turns = talk.messages;
    } catch (error) {
      if (turn === this.turn) this.lost = Fault.from(error);
    }
  }

  /** send asks the question; it returns the conversation it belongs to, null when it was refused. */
  send = () =>
    this.submit(async () => {
      const { here, mode, web } = this;
      const question = this.question.trim();
      const run = await this.ask.StartAsk({ ...this.where, question, mode, engine: '', model: '', follows: here });
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
    });

  /** again asks a question of the conversation once more, of the model. */
  async again({ question, mode, web }: Turn) {
    this.sending = true;
    try {
      const run = await this.ask.StartAsk({ ...this.where, question, mode, web, engine: 'ollama', model: '', follows: this.here });
      this.turns = [...(this.turns ?? []), { run: run.id, question, mode, web, at: run.created }];
    } catch (error) {
      toasts.fail(error);
    } finally {
      this.sending = false;
    }
  }

  /** remove deletes a conversation for good; it tells whether it is gone. */
  async remove(id: string): Promise<boolean> {
    try {
      await this.ask.DeleteConversation(id);
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

export const ask = new Ask();
