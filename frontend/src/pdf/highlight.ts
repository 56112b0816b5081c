import { known, type Size } from './layout';

/** Rect is a rectangle on a page in points from its top left corner, as the engine gives it. */
export interface Rect {
  X: number;
  Y: number;
  W: number;
  H: number;
}

/** Box is a rectangle as shares of its page, in percent, so that it holds at every zoom. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** boxes turns rectangles into boxes, a little larger than the letters, cut at the page's edges; what has no area is left out. */
export function boxes(rects: readonly Rect[] | null | undefined, page: Size, pad = 1): Box[] {
  const size = known(page);
  return (rects ?? []).flatMap((rect) => {
    const left = Math.max(0, rect.X - pad);
    const top = Math.max(0, rect.Y - pad);
    const right = Math.min(size.width, rect.X + rect.W + pad);
    const bottom = Math.min(size.height, rect.Y + rect.H + pad);
    if (rect.W <= 0 || rect.H <= 0 || !(right > left) || !(bottom > top)) return [];
    const across = (x: number) => (100 * x) / size.width;
    const down = (y: number) => (100 * y) / size.height;
    return [{ left: across(left), top: down(top), width: across(right - left), height: down(bottom - top) }];
  });
}

/** css writes a box as a style. */
export const css = (box: Box) => `left:${box.left}%;top:${box.top}%;width:${box.width}%;height:${box.height}%`;

/** covers reports whether more than half of a box lies under others. */
export function covers(others: readonly Box[], box: Box): boolean {
  return others.some((other) => {
    const across = Math.min(box.left + box.width, other.left + other.width) - Math.max(box.left, other.left);
    const down = Math.min(box.top + box.height, other.top + other.height) - Math.max(box.top, other.top);
    return across > 0 && down > 0 && across * down > 0.5 * box.width * box.height;
  });
}

/** around returns the smallest box around boxes; null when there is none. */
export function around(list: readonly Box[]): Box | null {
  if (!list.length) return null;
  const left = Math.min(...list.map((box) => box.left));
  const top = Math.min(...list.map((box) => box.top));
  const right = Math.max(...list.map((box) => box.left + box.width));
  const bottom = Math.max(...list.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}

/**
 * aim returns where to scroll so that a passage that begins share (0 to 1) down its page stands in the upper third of a room:
 * a fifth down, which leaves the lines above it for context. A passage at the page's head keeps the page's edge in sight.
 */
export function aim(pageTop: number, pageHeight: number, share: number, room: number): number {
  return Math.max(0, Math.max(pageTop - 12, pageTop + share * pageHeight - room / 5));
}

/** aimAcross returns how far to scroll sideways so that a passage of a page wider than the room is seen. */
export function aimAcross(now: number, room: number, left: number, right: number): number {
  if (left >= now && right <= now + room) return now;
  return Math.max(0, Math.min(left - 24, right - room + 24 > left - 24 ? left - 24 : right - room + 24));
}
