/** Band is a stretch of a page from top to bottom, in any unit. */
export interface Band {
  top: number;
  bottom: number;
}

/** groups puts together what stands beside the same lines: bands that overlap by half of the smaller one. Groups are in reading order. */
export function groups<T>(list: readonly T[], band: (one: T) => Band | null): { band: Band; members: T[] }[] {
  const found: { band: Band; members: T[] }[] = [];
  const placed = list.flatMap((one) => {
    const at = band(one);
    return at ? [{ one, at }] : [];
  });
  placed.sort((a, b) => a.at.top - b.at.top);
  for (const { one, at } of placed) {
    const near = found.find(({ band: other }) => {
      const shared = Math.min(at.bottom, other.bottom) - Math.max(at.top, other.top);
      return shared > 0.5 * Math.min(at.bottom - at.top, other.bottom - other.top);
    });
    if (!near) found.push({ band: { ...at }, members: [one] });
    else {
      near.members.push(one);
      near.band.bottom = Math.max(near.band.bottom, at.bottom);
    }
  }
  return found;
}
