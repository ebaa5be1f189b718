import { hostileTexts } from '@inkbear/prose/test-hostile-texts';
import { describe, expect, it } from '@jest/globals';
import { ornate, terse, write } from '../test-voices.ts';
import { fingerprintOf, maxFingerprintHashes, packHashes, sharedWith, unpackHashes } from './fingerprint.ts';

const text = write(ornate, 600, 1);

describe('a fingerprint', () => {
  it('recognises a copy, a part, and a copy with other quotation marks, case and spaces', () => {
    const fingerprint = fingerprintOf(text);
    expect(sharedWith(text, fingerprint)).toBe(1);
    expect(sharedWith(text.slice(500, 2000), fingerprint)).toBeGreaterThan(0.9);
    expect(sharedWith(text.toUpperCase().replaceAll('’', "'").replaceAll(' ', '\n'), fingerprint)).toBe(1);
  });

  it('is not shared by another text', () => {
    expect(sharedWith(write(terse, 600, 2), fingerprintOf(text))).toBe(0);
  });

  it('is shared in part by a text that is half a copy', () => {
    const half = `${text.slice(0, 1500)} ${write(terse, 260, 3)}`;
    expect(sharedWith(half, fingerprintOf(text))).toBeGreaterThan(0.3);
    expect(sharedWith(half, fingerprintOf(text))).toBeLessThan(0.7);
  });

  it('has at most 8 KB, however long the text is, and still recognises a passage of it', () => {
    const long = Array.from({ length: 60 }, (_, seed) => write(seed % 2 ? ornate : terse, 500, seed)).join('\n\n');
    const fingerprint = fingerprintOf(long);
    expect(fingerprint.hashes.length).toBeLessThanOrEqual(maxFingerprintHashes);
    expect(sharedWith(long.slice(20_000, 28_000), fingerprint)).toBeGreaterThan(0.6);
  });

  it('has no hashes for fewer than eight words, and shares nothing with them', () => {
    expect(fingerprintOf('one two three four five six seven').hashes).toEqual([]);
    expect(sharedWith('one two three', fingerprintOf(text))).toBe(0);
  });

  it('can be stored as bytes', () => {
    const { hashes } = fingerprintOf(text);
    expect(unpackHashes(packHashes(hashes))).toEqual(hashes);
    expect(unpackHashes(new Uint8Array([0, 255, 255, 255, 255, 9]).subarray(1))).toEqual([0xffffffff]);
  });

  it.each(Object.entries(hostileTexts(100_000)))('handles %s', (_name, hostile) => {
    const fingerprint = fingerprintOf(hostile);
    expect(fingerprint.hashes.length).toBeLessThanOrEqual(maxFingerprintHashes);
    expect(sharedWith(hostile, fingerprint)).toBe(fingerprint.hashes.length === 0 ? 0 : 1);
  });
});
