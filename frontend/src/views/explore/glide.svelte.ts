import type { Place } from './tidy';

const span = 180; // ms, as the interface moves elsewhere

/** Glide moves what is on the map from where it stood to where it stands now; what is new grows out of its parent. */
export class Glide {
  /** at is where everything stands at the moment. */
  at = $state.raw<ReadonlyMap<string, Place>>(new Map());
  private frame = 0;

  constructor(
    private still: () => boolean,
    /** moved is told of every step, before it is drawn. */
    private moved: (before: ReadonlyMap<string, Place>, after: ReadonlyMap<string, Place>) => void = () => {},
  ) {}

  /** to begins the way to new places. */
  to(places: ReadonlyMap<string, Place>, parentOf: (id: string) => string) {
    cancelAnimationFrame(this.frame);
    const from = new Map<string, Place>();
    for (const [id, place] of places) from.set(id, this.at.get(id) ?? from.get(parentOf(id)) ?? place);
    const rests = this.at.size === 0 || this.still() || [...places].every(([id, place]) => from.get(id)!.row === place.row && from.get(id)!.column === place.column);
    if (rests) return this.put(places);
    const began = performance.now();
    const step = (now: number) => {
      const share = Math.min(1, Math.max(0, now - began) / span);
      const eased = 1 - (1 - share) ** 3;
      if (share >= 1) return this.put(places);
      const between = new Map<string, Place>();
      for (const [id, place] of places) {
        const was = from.get(id)!;
        between.set(id, { column: was.column + (place.column - was.column) * eased, row: was.row + (place.row - was.row) * eased });
      }
      this.put(between);
      this.frame = requestAnimationFrame(step);
    };
    this.put(from);
    this.frame = requestAnimationFrame(step);
  }

  end() {
    cancelAnimationFrame(this.frame);
  }

  private put(places: ReadonlyMap<string, Place>) {
    this.moved(this.at, places);
    this.at = places;
  }
}
