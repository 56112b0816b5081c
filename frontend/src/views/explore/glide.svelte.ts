import type { Place } from './tidy';

const span = 180; // ms, as the interface moves elsewhere

/** Stand is where everything on the map stands, over how many rows, and how high a row is. */
export interface Stand {
  places: ReadonlyMap<string, Place>;
  rows: number;
  pitch: number;
}

/** Glide moves what is on the map from where it stood to where it stands now; what is new grows out of its parent. */
export class Glide {
  /** at is where everything stands at the moment. */
  at = $state.raw<Stand>({ places: new Map(), rows: 0, pitch: 0 });
  private frame = 0;

  constructor(
    private still: () => boolean,
    /** moved is told of every step. */
    private moved: (before: Stand, after: Stand) => void,
  ) {}

  /** to begins the way to where everything is to stand; pitch is how high a row is now. */
  to(goal: Stand, pitch: number, parentOf: (id: string) => string) {
    cancelAnimationFrame(this.frame);
    const from = new Map<string, Place>();
    for (const [id, place] of goal.places) from.set(id, this.at.places.get(id) ?? from.get(parentOf(id)) ?? place);
    const rows = this.at.rows;
    const rests = rows === goal.rows && pitch === goal.pitch && [...goal.places].every(([id, place]) => from.get(id)!.row === place.row && from.get(id)!.column === place.column);
    if (rests || rows === 0 || this.still()) return this.put(goal);
    const began = performance.now();
    const step = (now: number) => {
      const share = Math.min(1, Math.max(0, now - began) / span);
      if (share >= 1) return this.put(goal);
      const way = (was: number, is: number) => was + (is - was) * (1 - (1 - share) ** 3);
      const between = new Map<string, Place>();
      for (const [id, place] of goal.places) between.set(id, { column: way(from.get(id)!.column, place.column), row: way(from.get(id)!.row, place.row) });
      this.put({ places: between, rows: way(rows, goal.rows), pitch: way(pitch, goal.pitch) });
      this.frame = requestAnimationFrame(step);
    };
    this.put({ places: from, rows, pitch });
    this.frame = requestAnimationFrame(step);
  }

  end() {
    cancelAnimationFrame(this.frame);
  }

  private put(stand: Stand) {
    const before = this.at;
    this.at = stand;
    this.moved(before, stand);
  }
}
