import { diffSentences } from '@inkbear/prose/sentence-diff';
import { expect, it } from '@jest/globals';
import { hunksTouching, applyHunks } from './hunks.ts';

const parts = diffSentences('She ran. He sat. It rained.', 'She walked. He sat. It poured.');

it('applies only the accepted hunks', () => {
  expect(applyHunks(parts, () => true)).toBe('She walked. He sat. It poured.');
  expect(applyHunks(parts, () => false)).toBe('She ran. He sat. It rained.');
  expect(applyHunks(parts, (index) => index === 0)).toBe('She walked. He sat. It rained.');
});

it('finds the hunks that touch a span of the old text', () => {
  expect(hunksTouching(parts, [{ from: 20, to: 22 }]).map((index) => parts[index]?.before)).toEqual(['It rained.']);
  expect(hunksTouching(parts, [])).toEqual([]);
});
