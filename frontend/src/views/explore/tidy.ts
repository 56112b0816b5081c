/** Branch is a question with those below it that are shown. */
export interface Branch {
  id: string;
  children: readonly Branch[];
}

/** Place is where a question stands: how many steps from the root, and in which row; rows have fractions. */
export interface Place {
  column: number;
  row: number;
}

/** Outline is how far a branch reaches, column by column, measured from the row of its root. */
interface Outline {
  top: number[];
  bottom: number[];
}

/** How far apart neighbours stand, in rows: sisters, and questions of different parents. */
const sisters = 1;
const cousins = 1.35;

/**
 * tidy lays out a tree from left to right, as Reingold and Tilford do: parents stand in the middle of their children, branches
 * lie as close together as their outlines allow, and like branches look alike wherever they stand.
 */
export function tidy(roots: readonly Branch[]): { places: Map<string, Place>; rows: number; columns: number } {
  const offsets = new Map<string, number>(); // of a question from its parent's row
  const outline = settle(roots, offsets);
  const first = Math.min(0, ...outline.top);
  const places = new Map<string, Place>();
  const put = (branch: Branch, column: number, above: number) => {
    const row = above + offsets.get(branch.id)!;
    places.set(branch.id, { column, row });
    for (const child of branch.children) put(child, column + 1, row);
  };
  for (const root of roots) put(root, 0, -first);
  return { places, rows: places.size ? Math.max(0, ...outline.bottom) - first + 1 : 0, columns: outline.top.length };
}

/** settle puts branches below each other, in order, and returns how far they reach together, from the middle between the first and the last. */
function settle(branches: readonly Branch[], offsets: Map<string, number>): Outline {
  const all: Outline = { top: [], bottom: [] };
  const rows = branches.map((branch) => {
    const below = settle(branch.children, offsets);
    const own = { top: [0, ...below.top], bottom: [0, ...below.bottom] };
    let row = 0;
    for (let at = 0; at < Math.min(own.top.length, all.bottom.length); at++) row = Math.max(row, all.bottom[at]! + (at ? cousins : sisters) - own.top[at]!);
    own.top.forEach((top, at) => {
      all.top[at] ??= top + row;
      all.bottom[at] = own.bottom[at]! + row;
    });
    return row;
  });
  const middle = ((rows[0] ?? 0) + (rows.at(-1) ?? 0)) / 2;
  branches.forEach((branch, i) => offsets.set(branch.id, rows[i]! - middle));
  return { top: all.top.map((row) => row - middle), bottom: all.bottom.map((row) => row - middle) };
}
