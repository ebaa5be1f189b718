import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { describe, expect, it } from '@jest/globals';
import { ornate, terse, generateText } from '../testing/voices.ts';
import { CopyFinder } from './copy-finder.ts';
import { decodeFingerprint, encodeFingerprint, fingerprintOf, maxFingerprintHashes } from './fingerprint.ts';

const text = generateText(ornate, 600, 1);

describe('a fingerprint', () => {
  const isCopy = (copy: string, of: string) => new CopyFinder([['known', fingerprintOf(of)]]).find(copy) === 'known';

  it('recognises a copy, a part, and a copy with other quotation marks, case and spaces', () => {
    expect(isCopy(text, text)).toBe(true);
    expect(isCopy(text.slice(500, 2000), text)).toBe(true);
    expect(isCopy(text.toUpperCase().replaceAll('’', "'").replaceAll(' ', '\n'), text)).toBe(true);
  });

  it('does not recognise another text, nor one of which half is a copy', () => {
    expect(isCopy(generateText(terse, 600, 2), text)).toBe(false);
    expect(isCopy(`${text.slice(0, 1500)} ${generateText(terse, 400, 3)}`, text)).toBe(false);
  });

  it('recognises the text that shares most', () => {
    const texts = [1, 2, 3].map((seed) => generateText(ornate, 300, seed));
    const finder = new CopyFinder(texts.map((known, index) => [`${index}`, fingerprintOf(known)]));
    expect(texts.map((known) => finder.find(known))).toEqual(['0', '1', '2']);
    expect(new CopyFinder([]).find(text)).toBeNull();
  });

  it('has at most 8 KB, however long the text is, and still recognises a passage of it', () => {
    const long = Array.from({ length: 60 }, (_, seed) => generateText(seed % 2 ? ornate : terse, 500, seed)).join(
      '\n\n',
    );
    expect(fingerprintOf(long).hashes.length).toBeLessThanOrEqual(maxFingerprintHashes);
    expect(isCopy(long.slice(20_000, 28_000), long)).toBe(true);
  });

  it('has no hashes for fewer than eight words, and recognises nothing by them', () => {
    expect(fingerprintOf('one two three four five six seven').hashes).toEqual([]);
    expect(isCopy('one two three', text)).toBe(false);
  });

  it('is stored as base64', () => {
    const fingerprint = fingerprintOf(text);
    expect(decodeFingerprint(encodeFingerprint(fingerprint))).toEqual(fingerprint);
    expect(encodeFingerprint({ window: 4, hashes: [1, 0xffffffff] })).toEqual({ window: 4, hashes: 'AQAAAP////8=' });
    expect(decodeFingerprint({ window: 4, hashes: '/////wk=' }).hashes).toEqual([0xffffffff]);
  });

  it.each(Object.entries(hostileTexts(100_000)))('handles %s', (_name, hostile) => {
    const { hashes } = fingerprintOf(hostile);
    expect(hashes.length).toBeLessThanOrEqual(maxFingerprintHashes);
    expect(isCopy(hostile, hostile)).toBe(hashes.length > 0);
  });
});
