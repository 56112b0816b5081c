import { describe, expect, it } from 'vitest';
import { column, detail, fit, furthest, nearest, readable, tall } from './scale';

describe('scale', () => {
  it('leaves out more the further away it is, and keeps rows apart', () => {
    expect([nearest, 50, 24, 12, furthest].map(detail)).toEqual(['card', 'pair', 'line', 'dot', 'dot']);
    for (let pitch = 4; pitch <= nearest; pitch++) expect(tall(pitch), `at ${pitch}`).toBeLessThanOrEqual(pitch);
  });
  it('gives a column its share of the view, within what the zoom allows, without a jump', () => {
    for (const share of [40, 200, 900]) {
      for (let pitch = furthest; pitch < nearest; pitch += 0.5) {
        expect(Math.abs(column(pitch + 0.5, share) - column(pitch, share)), `at ${pitch}`).toBeLessThan(8);
      }
    }
    expect([column(30, 200), column(nearest, 900), column(5, 300)]).toEqual([200, 360, 220]);
    expect(column(30, 40)).toBeGreaterThan(120);
  });
  it('fits what there is into the view, and no closer than the nearest', () => {
    expect(fit(2, 600)).toBe(nearest);
    expect(fit(20, 600)).toBe(30);
    expect(440 * fit(440, 600)).toBeLessThanOrEqual(600);
    expect(fit(440, 600, readable)).toBe(readable);
  });
});
