/** The map is zoomed by the height of a row: text keeps its size, and what there is no room for is left away. */
export const nearest = 88;
export const furthest = 1;
/** What a fit while the tree grows goes down to: questions can still be read there. */
export const readable = 25;

/** From here on there is room for two lines of a question. */
export const pairs = 38;

export type Detail = 'card' | 'pair' | 'line' | 'dot';

/** detail is how much of a question is shown in rows of a height: all, two lines of it, one, or its sign alone. */
export function detail(pitch: number): Detail {
  if (pitch >= 70) return 'card';
  if (pitch >= pairs) return 'pair';
  return pitch >= 24 ? 'line' : 'dot';
}

const heights: Record<Exclude<Detail, 'dot'>, number> = { card: 64, pair: 36, line: 24 };

/** tall is how high a question is drawn in rows of a height. */
export function tall(pitch: number): number {
  const shown = detail(pitch);
  return shown === 'dot' ? Math.max(3, Math.min(14, pitch * 0.8)) : heights[shown];
}

/** How narrow and how wide a column may be at a zoom; between the points it changes evenly. */
const widths: [pitch: number, narrow: number, wide: number][] = [
  [furthest, 56, 220],
  [16, 72, 220],
  [24, 128, 340],
  [38, 140, 340],
  [70, 184, 340],
  [nearest, 200, 360],
];

/** column is how wide a step from the root is: its share of the view, as far as the zoom allows. */
export function column(pitch: number, share: number): number {
  const after = Math.max(1, widths.findIndex(([at]) => at >= pitch));
  const [a, b] = [widths[after - 1]!, widths[after]!];
  const part = (pitch - a[0]) / (b[0] - a[0]);
  return Math.max(a[1] + (b[1] - a[1]) * part, Math.min(a[2] + (b[2] - a[2]) * part, share));
}

export const clamp = (pitch: number) => Math.max(furthest, Math.min(nearest, pitch));

/** fit is the row height at which so many rows stand in a view, no less than least. */
export const fit = (rows: number, height: number, least = furthest) => Math.max(least, clamp(height / Math.max(1, rows)));
