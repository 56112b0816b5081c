import { describe, expect, it } from 'vitest';
import { column, detail, fit, furthest, nearest, readable, tall } from './scale';

describe('scale', () => {
  it('leaves out more the further away it is, and keeps rows apart', () => {
    expect([nearest, 50, 24, 12, furthest].map(detail)).toEqual(['card', 'line', 'line', 'dot', 'dot']);
    for (let pitch = 4; pitch <= nearest; pitch++) expect(tall(pitch), `at ${pitch}`).toBeLessThanOrEqual(pitch);
  });
  it('widens its columns without a jump', () => {
    for (let pitch = furthest; pitch < nearest; pitch += 0.5) {
      const step = column(pitch + 0.5) - column(pitch);
      expect(step, `at ${pitch}`).toBeGreaterThanOrEqual(0);
      expect(step, `at ${pitch}`).toBeLessThan(8);
    }
  });
  it('fits what there is into the view, and no closer than the nearest', () => {
    const view = { width: 900, height: 600 };
    expect(fit(2, 2, view)).toBe(nearest);
    expect(fit(20, 3, view)).toBe(30);
    expect(fit(440, 4, view)).toBeLessThan(furthest + 0.1);
    expect(fit(440, 4, view, readable)).toBe(readable);
    expect(4 * column(fit(10, 4, { width: 500, height: 900 }))).toBeLessThanOrEqual(500);
  });
});
