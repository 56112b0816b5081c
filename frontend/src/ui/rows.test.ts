import { describe, expect, it } from 'vitest';
import { Rows } from './rows';

describe('Rows of one height', () => {
  const rows = new Rows(5000, 32);
  it('draws what is in view and a little more', () => {
    expect(rows.total).toBe(160_000);
    expect(rows.seen(0, 320, 6)).toEqual({ from: 0, to: 17 });
    expect(rows.seen(32_000, 320, 6)).toEqual({ from: 994, to: 1017 });
    expect(rows.seen(160_000 - 320, 320, 6)).toEqual({ from: 4984, to: 5000 });
  });
  it('scrolls no more than it must', () => {
    expect(rows.reveal(3, 0, 320)).toBe(0);
    expect(rows.reveal(10, 0, 320)).toBe(32);
    expect(rows.reveal(0, 500, 320)).toBe(0);
  });
  it('is nothing when there is nothing', () => expect(new Rows(0, 32).seen(0, 300)).toEqual({ from: 0, to: 0 }));
});

describe('Rows that are measured', () => {
  it('moves what stands below', () => {
    const rows = new Rows(100, 40);
    expect(rows.top(50)).toBe(2000);
    expect(rows.measure(10, 100)).toBe(true);
    expect(rows.measure(10, 100.2)).toBe(false);
    expect([rows.top(10), rows.top(11), rows.top(50), rows.total]).toEqual([400, 500, 2060, 4060]);
    expect([rows.at(399), rows.at(400), rows.at(499), rows.at(500)]).toEqual([9, 10, 10, 11]);
  });
  it('agrees with adding up by hand', () => {
    const rows = new Rows(500, 20);
    const heights = Array.from({ length: 500 }, (_, i) => 10 + ((i * 37) % 50));
    heights.forEach((height, i) => rows.measure((i * 7) % 500, heights[(i * 7) % 500]!) && height);
    for (let i = 0, sum = 0; i < 500; sum += heights[i]!, i++) expect(rows.top(i)).toBe(sum);
  });
  it('keeps its measures when the list grows', () => {
    const rows = new Rows(3, 40);
    rows.measure(1, 90);
    expect(new Rows(5, 40, rows).total).toBe(250);
  });
});
