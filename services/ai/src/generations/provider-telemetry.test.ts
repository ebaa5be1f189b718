import { expect, it } from '@jest/globals';
import { costOf } from './provider-telemetry.ts';

const prices = { input: 1, cachedInput: 0.1, cacheWrite: 1.25, output: 5 };

it.each([
  ['nothing', { input: 0, cached: 0, cacheWrite: 0, output: 0 }, 0],
  ['a prompt that is not cached', { input: 1_000_000, cached: 0, cacheWrite: 0, output: 0 }, 1],
  ['a prompt that is written to the cache', { input: 1_000_000, cached: 0, cacheWrite: 1_000_000, output: 0 }, 1.25],
  ['a prompt that is mostly read from it', { input: 1_000_000, cached: 900_000, cacheWrite: 0, output: 0 }, 0.19],
  ['a reply', { input: 0, cached: 0, cacheWrite: 0, output: 200_000 }, 1],
])('computes the cost of %s', (_name, tokens, dollars) => {
  expect(costOf(tokens, prices)).toBeCloseTo(dollars, 10);
});
