import { expect, it } from '@jest/globals';
import { chartShape, niceStep } from './chart-shape.ts';

it('chooses round steps', () => {
  expect([niceStep(100, 4), niceStep(7, 4), niceStep(0.03, 4), niceStep(1_800_000, 4)]).toEqual([25, 2, 0.01, 500_000]);
});

it('draws bars from the base line, in proportion, inside the frame', () => {
  const { bars, base, height, ticks } = chartShape([0, 50, 100], true, 960);
  expect(bars.map((bar) => Math.round(bar.height))).toEqual([0, 110, 220]);
  expect(bars.every((bar) => bar.y + bar.height <= base + 0.001 && bar.y >= 0)).toBe(true);
  expect(base).toBeLessThan(height);
  expect(ticks.map(({ value }) => value)).toEqual([0, 25, 50, 75, 100]);
});

it('draws a negative value below the base line', () => {
  const { bars, base, ticks } = chartShape([-10, 30], false, 960);
  expect(bars[0]?.y).toBe(base);
  expect(bars[0]?.height).toBeGreaterThan(0);
  expect(ticks[0]?.value).toBeLessThan(0);
});

it('has a scale without values, in whole steps for counts', () => {
  expect(chartShape([0, 0], true, 960).ticks.map(({ value }) => value)).toEqual([0, 1]);
  expect(chartShape([1, 2], true, 960).ticks.map(({ value }) => value)).toEqual([0, 1, 2]);
});
