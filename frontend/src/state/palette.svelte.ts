import type { Part } from './excerpt';
import { score } from './fuzzy';

/** Command is one line of the palette. label is a function so that it follows the language. */
export interface Command {
  id: string;
  label: () => string;
  hint?: () => string;
  combo?: string;
  /** excerpt is the text of a passage of the library, which stands below its label. */
  excerpt?: Part[];
  run: () => void;
}

/** Source finds commands that depend on what is typed: documents, runs, reports. */
export type Source = (query: string) => Command[] | Promise<Command[]>;

/** How long nothing is typed before passages are searched, in milliseconds. */
export const pause = 180;

/** Palette is everything that can be done or opened from one field. */
class Palette {
  open = $state(false);
  query = $state('');
  found = $state.raw<Command[]>([]);
  /** passages are found in the library's text, a moment after the person stops typing. */
  passages = $state.raw<Command[]>([]);
  searching = $state(false);
  private commands = $state.raw<Command[]>([]);
  private all: Command[] = [];
  private sources: Source[] = [];
  private library: Source | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private turn = 0;

  matches = $derived(
    [...[...rank(this.query, this.commands), ...this.found].slice(0, 40), ...this.passages].filter((one, i, list) => list.findIndex((other) => other.id === one.id) === i),
  );

  /** add registers commands and returns how to remove them: `$effect(() => palette.add([...]))`. */
  add(commands: Command[]): () => void {
    this.commands = this.all = [...this.all, ...commands];
    return () => {
      this.commands = this.all = this.all.filter((one) => !commands.includes(one));
    };
  }

  /** provide registers a source of commands and returns how to remove it. */
  provide(source: Source): () => void {
    this.sources.push(source);
    return () => void (this.sources = this.sources.filter((one) => one !== source));
  }

  /** read registers the source of passages, which is asked only when the typing pauses; it returns how to remove it. */
  read(source: Source): () => void {
    this.library = source;
    return () => void (this.library = null);
  }

  show() {
    void this.search('');
    this.open = true;
  }

  /** search asks the sources; an answer to an older query is dropped. */
  async search(query: string) {
    this.query = query;
    const turn = ++this.turn;
    clearTimeout(this.timer);
    const asked = query.trim();
    this.searching = asked.length > 1 && this.library !== null;
    if (!this.searching) this.passages = [];
    else this.timer = setTimeout(() => void this.look(asked, turn), pause);
    if (!asked) return void (this.found = []);
    const lists = await Promise.all(this.sources.map(async (source) => source(query)).map((list) => list.catch(() => [])));
    if (turn === this.turn) this.found = lists.flat();
  }

  private async look(query: string, turn: number) {
    const passages = await Promise.resolve(this.library?.(query) ?? []).catch(() => []);
    if (turn !== this.turn) return;
    this.passages = passages;
    this.searching = false;
  }

  /** obey runs the command of an id, if there is one now: the window's menu names commands so. */
  obey(id: string) {
    this.all.find((command) => command.id === id)?.run();
  }

  run(command: Command) {
    this.open = false;
    command.run();
  }
}

/** rank keeps what answers the query, best first. */
export function rank(query: string, commands: Command[]): Command[] {
  return commands
    .map((command) => ({ command, points: score(query, command.label()) }))
    .filter((one) => one.points > 0)
    .sort((a, b) => b.points - a.points)
    .map((one) => one.command);
}

export const palette = new Palette();
