import { diffSentences } from '@inkbear/prose/sentence-diff';
import { expect, it } from '@jest/globals';
import { stretchesIn, takeStretches } from './stretches.ts';

const parts = diffSentences('She ran. He sat. It rained.', 'She walked. He sat. It poured.');

it('changes can be taken one by one', () => {
  expect(takeStretches(parts, () => true)).toBe('She walked. He sat. It poured.');
  expect(takeStretches(parts, () => false)).toBe('She ran. He sat. It rained.');
  expect(takeStretches(parts, (index) => index === 0)).toBe('She walked. He sat. It rained.');
});

it('changes are found by where they lie in the old text', () => {
  expect(stretchesIn(parts, [{ from: 20, to: 22 }]).map((index) => parts[index]?.before)).toEqual(['It rained.']);
  expect(stretchesIn(parts, [])).toEqual([]);
});
