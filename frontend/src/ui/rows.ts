/** Rows knows where each row of a long list stands: all of one height, or measured one by one as they are seen. */
export class Rows {
  private heights: Float64Array;
  private tops: Float64Array;
  private known: number; // tops[0..known] are right

  constructor(
    readonly count: number,
    readonly estimate: number,
    before?: Rows,
  ) {
    this.heights = new Float64Array(count).fill(estimate);
    // A list that grew keeps what was measured.
    if (before?.estimate === estimate) this.heights.set(before.heights.subarray(0, Math.min(count, before.count)));
    this.tops = new Float64Array(count + 1);
    this.known = 0;
  }

  /** measure notes a row's height; it says whether anything moved. */
  measure(index: number, height: number): boolean {
    if (index >= this.count || height <= 0 || Math.abs(this.heights[index]! - height) < 0.5) return false;
    this.heights[index] = height;
    this.known = Math.min(this.known, index);
    return true;
  }

  height(index: number): number {
    return this.heights[index] ?? 0;
  }

  /** top is the distance of a row from the start of the list; top(count) is the whole height. */
  top(index: number): number {
    const to = Math.max(0, Math.min(index, this.count));
    for (; this.known < to; this.known++) this.tops[this.known + 1] = this.tops[this.known]! + this.heights[this.known]!;
    return this.tops[to]!;
  }

  get total(): number {
    return this.top(this.count);
  }

  /** at is the row under a distance from the start. */
  at(distance: number): number {
    this.top(this.count);
    let low = 0;
    let high = Math.max(0, this.count - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.tops[middle]! <= distance) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** seen is the half-open range of rows to draw for a view of some height, with some rows to spare. */
  seen(scroll: number, view: number, spare = 6): { from: number; to: number } {
    if (!this.count) return { from: 0, to: 0 };
    return { from: Math.max(0, this.at(scroll) - spare), to: Math.min(this.count, this.at(scroll + view) + 1 + spare) };
  }

  /** reveal is the scroll position nearest to the present one that shows a row whole. */
  reveal(index: number, scroll: number, view: number): number {
    const top = this.top(index);
    const bottom = top + this.height(index);
    if (top < scroll) return top;
    if (bottom > scroll + view) return Math.max(0, bottom - view);
    return scroll;
  }
}
