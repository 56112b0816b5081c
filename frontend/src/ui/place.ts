export type Side = 'top' | 'bottom' | 'left' | 'right';

interface Size {
  width: number;
  height: number;
}
interface Box extends Size {
  left: number;
  top: number;
}

const gap = 6;
const edge = 8;

/** place puts a box beside its anchor: on the side asked for, else opposite, and always inside the window. */
export function place(anchor: Box, size: Size, view: Size, side: Side): { left: number; top: number } {
  const room: Record<Side, number> = {
    top: anchor.top - gap - size.height,
    bottom: view.height - (anchor.top + anchor.height + gap + size.height),
    left: anchor.left - gap - size.width,
    right: view.width - (anchor.left + anchor.width + gap + size.width),
  };
  const opposite: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };
  const chosen = room[side] < edge && room[opposite[side]] > room[side] ? opposite[side] : side;
  const spot = {
    top: { left: anchor.left, top: anchor.top - gap - size.height },
    bottom: { left: anchor.left, top: anchor.top + anchor.height + gap },
    left: { left: anchor.left - gap - size.width, top: anchor.top + (anchor.height - size.height) / 2 },
    right: { left: anchor.left + anchor.width + gap, top: anchor.top + (anchor.height - size.height) / 2 },
  }[chosen];
  return { left: within(spot.left, size.width, view.width), top: within(spot.top, size.height, view.height) };
}

function within(at: number, size: number, room: number): number {
  return Math.max(edge, Math.min(at, room - size - edge));
}
