/** The map is zoomed by the height of a row: text keeps its size, and what there is no room for is left away. */
export const nearest = 88;
export const furthest = 2;
/** What a fit while the tree grows goes down to: questions can still be read there. */
export const readable = 25;

export type Detail = 'card' | 'line' | 'dot';

/** detail is how much of a question is shown in rows of a height. */
export function detail(pitch: number): Detail {
  if (pitch >= 70) return 'card';
  return pitch >= 24 ? 'line' : 'dot';
}

/** tall is how high a question is drawn in rows of a height. */
export function tall(pitch: number): number {
  const shown = detail(pitch);
  return shown === 'card' ? 64 : shown === 'line' ? 24 : Math.max(3, Math.min(14, pitch * 0.8));
}

/** column is how wide a step from the root is; it changes without a jump, so that the place under the mouse stays there. */
export function column(pitch: number): number {
  if (pitch >= 70) return 268;
  if (pitch >= 24) return 232 + ((pitch - 24) / 46) * 36;
  if (pitch >= 14) return 96 + ((pitch - 14) / 10) * 136;
  return 56 + (Math.max(0, pitch - furthest) / 12) * 40;
}

export const clamp = (pitch: number) => Math.max(furthest, Math.min(nearest, pitch));

/** fit is the row height at which so many rows and columns stand in a view. */
export function fit(rows: number, columns: number, view: { width: number; height: number }, least = furthest): number {
  let pitch = Math.max(least, clamp(view.height / Math.max(1, rows)));
  while (pitch > least && columns * column(pitch) > view.width) pitch = Math.max(least, pitch - 1);
  return pitch;
}
