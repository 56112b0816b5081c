import { describe, expect, it } from 'vitest';
import { tidy, type Branch } from './tidy';

/** grown writes a tree as "1(2(3 4) 5)". */
function grown(text: string): Branch[] {
  const signs = text.match(/[\w.]+|[()]/g) ?? [];
  const read = (): Branch[] => {
    const list: { id: string; children: Branch[] }[] = [];
    for (let sign = signs.shift(); sign && sign !== ')'; sign = signs.shift()) {
      if (sign === '(') list.at(-1)!.children = read();
      else list.push({ id: sign, children: [] });
    }
    return list;
  };
  return read();
}

const rows = (text: string) => Object.fromEntries([...tidy(grown(text)).places].map(([id, place]) => [id, Math.round(place.row * 1000) / 1000]));

describe('tidy', () => {
  it('puts a parent in the middle of its children', () => {
    expect(rows('r(a b c)')).toEqual({ r: 1, a: 0, b: 1, c: 2 });
    expect(rows('r(a(x y) b)')).toMatchObject({ x: 0, y: 1, a: 0.5, b: 1.5, r: 1 });
  });
  it('puts a level into a column', () => {
    const { places, columns, rows } = tidy(grown('r(a(x(z)) b)'));
    expect([...places].map(([id, place]) => `${id}${place.column}`)).toEqual(['r0', 'a1', 'x2', 'z3', 'b1']);
    expect([columns, rows]).toEqual([4, 2]);
  });
  it('lets a short branch use the room beside a long one', () => {
    // b has no children: it stands right below a, not below all of a's.
    expect(rows('r(a(v w x y z) b)')['b']! - rows('r(a(v w x y z) b)')['a']!).toBe(1);
  });
  it('begins at the top, however the tree leans', () => {
    for (const text of ['r', 'r(a)', 'r(a b(v w x y z))', 'r(a(b(c(d e f g))) h)']) expect(Math.min(...Object.values(rows(text)))).toBe(0);
  });
  it('has nothing to place in an empty tree', () => {
    expect(tidy([])).toEqual({ places: new Map(), rows: 0, columns: 0 });
  });
  it('keeps 500 questions apart: no two of a column closer than a row, and cousins further', () => {
    // A tree that leans now here, now there, the same at every run.
    let seed = 7;
    const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    let left = 500;
    const grow = (id: string, depth: number): Branch => {
      left--;
      const children: Branch[] = [];
      for (let n = depth < 5 ? Math.floor(chance() * 9) : 0; n > 0 && left > 0; n--) children.push(grow(`${id}.${n}`, depth + 1));
      return { id, children };
    };
    const roots = [grow('1', 0)];
    while (left > 0) (roots[0]!.children as Branch[]).push(grow(`1.${1000 - left}x`, 1));
    const { places } = tidy(roots);
    expect(places.size).toBe(500);
    const columns = new Map<number, [string, number][]>();
    for (const [id, { column, row }] of places) columns.set(column, [...(columns.get(column) ?? []), [id, row]]);
    for (const list of columns.values()) {
      list.sort((a, b) => a[1] - b[1]);
      for (let i = 1; i < list.length; i++) {
        const [[before, above], [id, row]] = [list[i - 1]!, list[i]!];
        const sisters = before.slice(0, before.lastIndexOf('.')) === id.slice(0, id.lastIndexOf('.'));
        expect(row - above, `${before} and ${id}`).toBeGreaterThanOrEqual((sisters ? 1 : 1.35) - 1e-9);
      }
    }
  });
});
