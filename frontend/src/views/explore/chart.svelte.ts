import { flushSync } from 'svelte';
import type { desk } from '../../backend';
import { Glide, type Stand } from './glide.svelte';
import { clamp, column, detail, fit, furthest, pairs, readable, tall } from './scale';
import { tidy } from './tidy';
import { below, grow, pruned, rows, type Row } from './tree';

const pad = 24;
/** Between two columns. */
const gap = 28;
/** How much is drawn beyond what is seen, so that nothing is missing while it moves. */
const spare = 120;

/** Drawn is a question on the map and where it stands: x at its left edge, y in its middle. */
export interface Drawn {
  row: Row;
  x: number;
  y: number;
}

/** Chart is what the map shows of the questions, from where, and how near. */
export class Chart {
  nodes = $state.raw<readonly desk.ExploredNode[]>([]);
  closed = $state.raw<ReadonlySet<string>>(new Set());
  /** pitch is how high a row is: the zoom. */
  pitch = $state(72);
  /** own is set once the person has zoomed, moved or looked at a question: from then on the map does not follow the tree. */
  own = $state(false);
  active = $state('');
  chosen = $state('');
  // What is seen of it.
  box = $state<HTMLElement>();
  width = $state(800);
  height = $state(500);
  left = $state(0);
  top = $state(0);

  whole = $derived(grow(this.nodes));
  counts = $derived(below(this.whole));
  shown = $derived(pruned(this.whole, this.closed));
  list = $derived(rows(this.shown));
  laid = $derived(tidy(this.shown));
  index = $derived(new Map(this.list.map((row, i) => [row.twig.id, i])));
  /** here is the question that has the keyboard. */
  here = $derived(this.index.has(this.active) ? this.active : (this.list[0]?.twig.id ?? ''));

  shows = $derived(detail(this.pitch));
  wide = $derived(column(this.pitch, (this.width - 2 * pad + gap) / Math.max(1, this.laid.columns)));
  high = $derived(tall(this.pitch));
  /** room is how wide a question is drawn. */
  room = $derived(this.shows === 'dot' ? Math.max(this.high, 12) : this.wide - gap);
  /** roomy are questions with room for a second line above and below, where there is one line for most. */
  roomy = $derived.by(() => {
    const out = new Set<string>();
    if (this.shows !== 'line') return out;
    const columns: { id: string; row: number }[][] = [];
    for (const [id, { column, row }] of this.laid.places) (columns[column] ??= []).push({ id, row });
    for (const list of columns) {
      list.sort((a, b) => a.row - b.row);
      const apart = (i: number) => (list[i] && list[i + 1] ? (list[i + 1]!.row - list[i]!.row) * this.pitch : Infinity);
      list.forEach(({ id }, i) => Math.min(apart(i - 1), apart(i)) >= tall(pairs) + 2 && out.add(id));
    }
    return out;
  });
  private glide = new Glide(
    () => matchMedia('(prefers-reduced-motion: reduce)').matches,
    (before, after) => this.moved(before, after),
  );
  private lift = $derived(Math.max(pad, (this.height - this.glide.at.rows * this.pitch) / 2));
  size = $derived({ width: this.laid.columns * this.wide - gap + 2 * pad, height: Math.max(1, this.glide.at.rows * this.pitch + 2 * pad) });

  /** settle moves everything to where it belongs since the tree, the view or what is folded changed. */
  settle() {
    if (!this.list.length) return;
    const { places, rows } = this.laid;
    const pitch = this.own ? this.pitch : this.fitted(rows, readable);
    this.settling = true;
    this.glide.to({ places, rows, pitch }, this.pitch, (one) => one.slice(0, one.lastIndexOf('.')));
    this.settling = false;
  }
  private settling = false;

  /** moved keeps what the person looks at where it is while the tree grows around it; until then, the first question in the middle. */
  private moved(before: Stand, after: Stand) {
    if (!this.own) this.pitch = after.pitch;
    const lift = this.lift;
    const was = before.places.get(this.here);
    const from = was ? Math.max(pad, (this.height - before.rows * this.pitch) / 2) + was.row * this.pitch : null;
    const follow = () => {
      const is = after.places.get(this.here);
      if (!this.own && this.size.height > this.height) this.scroll(this.left, this.spot(this.list[0]!.twig.id).y - this.height / 2);
      else if (this.own && from !== null && is) this.scroll(this.left, this.top + lift + is.row * this.pitch - from);
    };
    // An effect cannot wait for what it draws; the next frame can.
    if (this.settling) requestAnimationFrame(follow);
    else follow();
  }
  end = () => this.glide.end();

  /** fitted is the zoom, no further away than least, at which rows and columns stand in the view. */
  private fitted(rows: number, least = furthest): number {
    const share = (this.width - 2 * pad + gap) / Math.max(1, this.laid.columns);
    let pitch = fit(rows, this.inner(), least);
    while (pitch > least && column(pitch, share) > share) pitch = Math.max(least, pitch - 2);
    return pitch;
  }
  private inner = () => this.height - 2 * pad;
  private spot(one: string): { x: number; y: number } {
    const place = this.glide.at.places.get(one) ?? this.laid.places.get(one)!;
    return { x: pad + place.column * this.wide, y: this.lift + (place.row + 0.5) * this.pitch };
  }

  /** drawn are the questions that can be seen, and the one that has the keyboard. */
  drawn = $derived.by(() => {
    const out: Drawn[] = [];
    for (const row of this.list) {
      const { x, y } = this.spot(row.twig.id);
      const seen = x + this.room > this.left - spare && x < this.left + this.width + spare && y > this.top - spare && y < this.top + this.height + spare;
      if (seen || row.twig.id === this.here) out.push({ row, x, y });
    }
    return out;
  });

  /** lines lead from parents to children; those on the way to the chosen question stand out. */
  lines = $derived.by(() => {
    const trail = new Set(this.chosen.split('.').map((_, i, all) => all.slice(0, i + 1).join('.')));
    const paths = { all: '', trail: '' };
    const reach = this.shows === 'dot' ? this.high : this.room;
    for (const { twig } of this.list) {
      if (!twig.children.length) continue;
      const from = this.spot(twig.id);
      for (const child of twig.children) {
        const to = this.spot(child.id);
        if (Math.max(from.y, to.y) < this.top - spare || Math.min(from.y, to.y) > this.top + this.height + spare) continue;
        const [x, bend] = [from.x + reach, (to.x - from.x - reach) / 2];
        paths[trail.has(child.id) ? 'trail' : 'all'] += `M${x} ${from.y}C${x + bend} ${from.y} ${x + bend} ${to.y} ${to.x} ${to.y}`;
      }
    }
    return paths;
  });

  /** zoom changes how near it is and keeps what lies at a point of the view there. */
  zoom(by: number, x = this.width / 2, y = this.height / 2) {
    if (!this.box) return;
    this.own = true;
    const at = { column: (this.left + x - pad) / this.wide, row: (this.top + y - this.lift) / this.pitch };
    this.pitch = clamp(this.pitch * by);
    this.scroll(at.column * this.wide + pad - x, at.row * this.pitch + this.lift - y);
  }

  /** all shows the whole tree, as small as it has to be, and follows it as it grows while it can be read. */
  all() {
    const next = this.fitted(this.laid.rows);
    this.zoom(next / this.pitch);
    this.own = next < readable;
    this.scroll(0, 0);
  }

  /** scroll moves what is seen. All is drawn for the new place before the browser lays it out: once, not twice. */
  scroll(left: number, top: number) {
    const within = (to: number, whole: number, seen: number) => Math.max(0, Math.min(to, whole - seen));
    this.left = within(left, this.size.width, this.width);
    this.top = within(top, this.size.height, this.height);
    flushSync();
    this.box?.scrollTo(this.left, this.top);
    this.scrolled();
  }
  scrolled = () => {
    this.left = this.box?.scrollLeft ?? 0;
    this.top = this.box?.scrollTop ?? 0;
  };

  /** look puts the keyboard on a question and brings it into view; the map stays with it while the tree grows. */
  look(one: string) {
    this.active = one;
    this.own = true;
    this.reveal(one);
  }

  /** reveal brings a question into view, with some room around it. */
  reveal(one: string) {
    const place = this.laid.places.get(one);
    if (!place) return;
    const [x, y, space] = [pad + place.column * this.wide, this.lift + (place.row + 0.5) * this.pitch, Math.max(this.high, 40)];
    const within = (from: number, to: number, at: number, size: number) => (from < at ? from : to > at + size ? to - size : at);
    this.scroll(within(x - pad, x + this.room + pad, this.left, this.width), within(y - space, y + space, this.top, this.height));
  }

  fold(one: string, shut: boolean) {
    const next = new Set(this.closed);
    if (shut) next.add(one);
    else next.delete(one);
    this.closed = next;
  }
  foldAll = (shut: boolean) => (this.closed = shut ? new Set(this.whole.flatMap((root) => root.children.map((child) => child.id))) : new Set());

  /** walk is the question that a key leads to from the one that has the keyboard: "" when none; folding is what the key does instead. */
  walk(key: string): string {
    const at = this.index.get(this.here) ?? 0;
    const row = this.list[at];
    const page = Math.max(1, Math.floor(this.height / Math.max(this.pitch, 24)) - 1);
    const to: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: this.list.length - 1 };
    if (key in to) return this.list[Math.max(0, Math.min(this.list.length - 1, to[key]!))]?.twig.id ?? '';
    if (key === 'ArrowRight') return row?.twig.children[0]?.id ?? '';
    return row?.twig.node.parent ?? '';
  }
}
