import { expect, it } from '@jest/globals';
import { fingerprintOf } from '@inkbear/story-analysis/provenance/fingerprint';
import { generateText, ornate, terse } from '@inkbear/story-analysis/testing/voices';
import { changedShare } from './changed-share.ts';

const text = generateText(ornate, 2000, 1);
const before = fingerprintOf(text);

it('is 0 for an equal text, and 1 for another one', () => {
  expect(changedShare(before, text)).toBe(0);
  expect(changedShare(before, generateText(terse, 2000, 2))).toBeGreaterThan(0.9);
});

it.each([0.1, 0.3, 0.5])('approximately equals the share of removed or added words: %d', (share) => {
  const shorter = text.slice(Math.round(text.length * share));
  expect(changedShare(before, shorter)).toBeCloseTo(share, 1);
  expect(changedShare(fingerprintOf(shorter), text)).toBeCloseTo(share, 1);
});

it('is 0 between texts of fewer than eight words, and 1 once there is more', () => {
  const short = fingerprintOf('One two three.');
  expect(changedShare(short, '')).toBe(0);
  expect(changedShare(short, text)).toBe(1);
  expect(changedShare(before, 'One two three.')).toBe(1);
});
