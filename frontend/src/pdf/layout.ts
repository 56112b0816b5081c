/** Size is a page's width and height in points. */
export interface Size {
  width: number;
  height: number;
}

/**
 * Zoom is how large pages are: fitted to the room there is, or a scale in which 1 shows a point as 1/72 inch. 'auto' fits the
 * width as far as reading gains from it.
 */
export type Zoom = 'auto' | 'width' | 'page' | number;

/** Room is the space of the scroller, scroll bar excluded, in CSS pixels. */
export interface Room {
  width: number;
  height: number;
}

export const gap = 12;
// Beside a narrow pane's pages every pixel is worth more in the page.
const sideOf = (room: number) => (room < 700 ? 8 : 20);
const inch = 96 / 72;
const widest = 1.25 * inch;
const steps = [0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5];
const paper: Size = { width: 595, height: 842 };

/** typical returns the size that most pages have: fitting looks at it, so that one plan does not shrink a book. */
export function typical(sizes: readonly Size[]): Size {
  const count = new Map<string, number>();
  let best = sizes[0];
  let most = 0;
  for (const size of sizes) {
    const key = `${Math.round(size.width)} ${Math.round(size.height)}`;
    const n = (count.get(key) ?? 0) + 1;
    count.set(key, n);
    if (n > most) [best, most] = [size, n];
  }
  return known(best);
}

/** scaleOf returns CSS pixels per point for a zoom. */
export function scaleOf(zoom: Zoom, page: Size, room: Room): number {
  const size = known(page);
  const across = Math.max(80, room.width - 2 * sideOf(room.width)) / size.width;
  const down = Math.max(80, room.height - 2 * gap) / size.height;
  const fitted = { auto: Math.min(across, widest), width: across, page: Math.min(across, down) };
  const scale = typeof zoom === 'number' ? zoom * inch : fitted[zoom];
  return Math.min(steps.at(-1)! * inch, Math.max(0.1, scale));
}

/** step returns the next larger (+1) or smaller (-1) scale of the usual row. */
export function step(scale: number, direction: 1 | -1): number {
  const now = scale / inch;
  if (direction > 0) return steps.find((one) => one > now * 1.01) ?? steps.at(-1)!;
  return steps.findLast((one) => one < now * 0.99) ?? steps[0]!;
}

/** shownScale is the scale as people read it: 1 is 100 %. */
export const shownScale = (scale: number) => scale / inch;

/** known replaces a size nobody knows by a sheet of A4. */
export const known = (size: Size | undefined): Size => (size && size.width > 0 && size.height > 0 ? size : paper);

/** Layout is where pages stand below one another, in CSS pixels at one scale; positions are indexes from 0. */
export class Layout {
  private tops: Float64Array;
  readonly height: number;
  readonly width: number;

  constructor(
    private sizes: readonly Size[],
    readonly scale: number,
    space = gap,
  ) {
    this.tops = new Float64Array(sizes.length + 1);
    let top = space;
    let width = 0;
    sizes.forEach((size, i) => {
      this.tops[i] = top;
      top += this.size(i).height + space;
      width = Math.max(width, known(size).width * scale);
    });
    this.tops[sizes.length] = this.height = top;
    this.width = width;
  }

  get count() {
    return this.sizes.length;
  }

  top(i: number): number {
    return this.tops[Math.max(0, Math.min(i, this.sizes.length - 1))] ?? 0;
  }

  size(i: number): Size {
    const size = known(this.sizes[i]);
    return { width: Math.round(size.width * this.scale), height: Math.round(size.height * this.scale) };
  }

  /** at returns the page that y lies on, the gap below a page included. */
  at(y: number): number {
    let low = 0;
    let high = Math.max(0, this.sizes.length - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.tops[middle]! <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** anchor says which share of which page y lies at; place finds it again at another scale. */
  anchor(y: number): { page: number; share: number } {
    const page = this.at(y);
    return { page, share: (y - this.top(page)) / this.size(page).height };
  }

  place(anchor: { page: number; share: number }): number {
    return this.top(anchor.page) + anchor.share * this.size(anchor.page).height;
  }
}

/** Window is the run of pages to keep: seen from..to, mounted first..last, the page being read. */
export interface Window {
  first: number;
  last: number;
  from: number;
  to: number;
  read: number;
}

/** windowOf returns the pages in [top, top+height) and as much again before and behind them, three pages at the most. */
export function windowOf(layout: Layout, top: number, height: number): Window {
  const from = layout.at(top);
  const to = Math.max(from, layout.at(top + height - 1));
  const first = Math.max(layout.at(top - height), from - 3, 0);
  const last = Math.min(layout.at(top + 2 * height), to + 3, layout.count - 1);
  // The page being read is the one across the line a third down: where a citation is put.
  return { first, last, from, to, read: layout.at(top + height / 3) };
}

/** order returns the pages of a window as they should be drawn: seen ones from the top, then those ahead, then those behind. */
export function order(window: Window, down: boolean): number[] {
  const seen = range(window.from, window.to);
  const below = range(window.to + 1, window.last);
  const above = range(window.first, window.from - 1).reverse();
  return [...seen, ...(down ? [...below, ...above] : [...above, ...below])];
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
