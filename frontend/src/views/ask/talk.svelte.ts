import { tick } from 'svelte';
import type { AskRun } from '../../state/askrun.svelte';

/** Talk follows how a conversation is read: which answer is in view, and that what is written stays there while its end is. */
export class Talk {
  /** box is what scrolls. */
  box = $state<HTMLElement>();
  runs = $state.raw<AskRun[]>([]);
  /** chosen is the answer that was chosen or used last, as long as it can be seen. */
  chosen = $state('');
  private inView = $state('');
  private atEnd = true;
  /** put is how far it was scrolled without the person; -1 where it was not. */
  private put = -1;
  /** awaited is the run whose answer the person waits for. */
  private awaited = '';

  /** shown is the answer that is being read. */
  shown = $derived(this.run(this.chosen) ?? this.run(this.inView) ?? this.runs.at(-1));
  busy = $derived(this.runs.some((run) => run.working));

  /** keep takes a run into the talk; it returns how it leaves. */
  keep = (run: AskRun) => {
    this.runs = [...this.runs, run];
    return () => void (this.runs = this.runs.filter((one) => one !== run));
  };

  /** use chooses the answer in which something was used. */
  use = (event: Event) => void (this.chosen = (event.target as HTMLElement).closest<HTMLElement>('[data-testid=ask-turn]')?.dataset.run ?? this.chosen);

  /** toEnd goes to the question that was just asked: the answer of run is awaited there. */
  async toEnd(run: string) {
    this.chosen = '';
    this.atEnd = true;
    this.awaited = run;
    await tick();
    if (this.box) this.box.scrollTop = this.box.scrollHeight;
  }

  /** follow keeps what is written in view as long as the end was; once it is written it is shown from its question on. */
  follow() {
    const last = this.runs.at(-1);
    void [last?.draft, last?.report, last?.asked, last?.checking];
    if (!this.box || !last) return;
    if (last.working) this.awaited = last.id;
    if (this.awaited !== last.id || !this.atEnd) return;
    const article = this.articles().at(-1);
    if (last.finished) this.awaited = '';
    if (article && (last.finished || last.checking) && article.offsetHeight > this.box.clientHeight - 24) article.scrollIntoView({ block: 'start' });
    else this.box.scrollTop = this.box.scrollHeight;
    this.put = this.box.scrollTop;
  }

  /** look finds the answer that is being read: at the end the last one, else the one at a third of the height. */
  look() {
    if (!this.box) return;
    const { top, bottom, height } = this.box.getBoundingClientRect();
    const around = (one: HTMLElement) => one.getBoundingClientRect();
    const articles = this.articles();
    this.inView = this.ends() ? '' : (articles.find((one) => around(one).bottom > top + height / 3)?.dataset.run ?? '');
    const own = articles.find((one) => one.dataset.run === this.chosen);
    if (!own) return;
    const seen = Math.min(around(own).bottom, bottom) - Math.max(around(own).top, top);
    if (seen < Math.min(around(own).height - 1, height * 0.4)) this.chosen = '';
  }

  scrolled = () => {
    this.atEnd = this.ends() || Math.abs((this.box?.scrollTop ?? 0) - this.put) < 2;
    this.look();
  };

  private run(id: string) {
    return this.runs.find((one) => one.id === id);
  }

  private ends() {
    return !this.box || this.box.scrollTop + this.box.clientHeight >= this.box.scrollHeight - 40;
  }

  private articles() {
    return [...(this.box?.querySelectorAll<HTMLElement>('[data-testid=ask-turn]') ?? [])];
  }
}
