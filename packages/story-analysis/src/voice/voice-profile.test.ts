import { describe, expect, it } from '@jest/globals';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { ornate, type Style, terse, generateText } from '../testing/voices.ts';
import { measureText } from './measured-text.ts';
import { measureStyle, styleFeatures } from './style-features.ts';
import { typedBlocks } from './typed-blocks.ts';
import { compareVoice, createVoiceProfile } from './voice-profile.ts';

const blocksOf = (style: Style, count: number): number[][] =>
  Array.from({ length: count }, (_item, index) => measureStyle(generateText(style, 500, index + 1)));

const valueOf = (text: string, id: string): number =>
  measureStyle(text)[styleFeatures.findIndex((feature) => feature.id === id)] ?? NaN;

describe('measureStyle', () => {
  it.each([
    ['word:the', 'The river and the lamp', 400],
    ['contractions', 'Don’t go. It’s late, sir', 400],
    ['adverbs', 'He only spoke slowly to the family', 1000 / 7],
    ['commas', 'One, two, three four', 500],
    ['ellipses', 'Well... no… yes', 2000 / 3],
    ['sentence-length', 'One two three. Four five.', 2.5],
    ['paragraph-length', 'One two.\n\nThree four five six.', 3],
    ['dialogue', '“Go!” he', 4 / 8],
  ])('measures %s', (id, text, value) => {
    expect(valueOf(text, id)).toBeCloseTo(value, 5);
  });

  it('accepts an empty text and pathological texts', () => {
    for (const text of ['', ...Object.values(hostileTexts(20_000))])
      expect(measureStyle(text).every(Number.isFinite)).toBe(true);
  });
});

describe('measureText', () => {
  it('measures parts of about 500 words, and a short text as a whole', () => {
    expect(measureText(generateText(terse, 1700, 1)).blocks).toHaveLength(3);
    expect(measureText(generateText(terse, 499, 1)).blocks).toHaveLength(1);
    expect(measureText('')).toEqual({ words: 0, blocks: [] });
  });

  it('cuts a text that has no spaces', () => {
    expect(measureText(`${'a'.repeat(5000)} `.repeat(1000).trim()).blocks).toHaveLength(2);
  });
});

describe('typedBlocks', () => {
  const paragraph = Array.from({ length: 100 }, (_item, index) => `w${index}`).join(' ');

  it('join typed paragraphs to blocks of 500 words and leave out the rest', () => {
    const text = Array.from({ length: 11 }, () => paragraph).join('\n\n');
    const blocks = typedBlocks([{ text, origins: [] }]);
    expect(blocks.map((block) => block.split('\n\n').length)).toEqual([5, 5]);
  });

  it('leave out paragraphs of which more than a tenth was not typed', () => {
    const text = Array.from({ length: 6 }, () => paragraph).join('\n\n');
    const origins = (share: number) => [{ from: 0, to: Math.round(paragraph.length * share), kind: 'ai' as const }];
    const first = (share: number) => typedBlocks([{ text, origins: origins(share) }])[0]?.split('\n\n').length;
    expect(typedBlocks([{ text, origins: origins(0.2) }])).toHaveLength(1);
    expect(first(0.05)).toBe(5);
    const short = Array.from({ length: 5 }, () => paragraph).join('\n\n');
    expect(typedBlocks([{ text: short, origins: origins(0.2) }])).toEqual([]);
  });
});

describe('a voice', () => {
  const profile = createVoiceProfile(blocksOf(terse, 30), true);

  it('needs ten blocks', () => {
    expect(createVoiceProfile(blocksOf(terse, 9), true)).toBeNull();
    expect(createVoiceProfile(blocksOf(terse, 10), true)).not.toBeNull();
  });

  it('recognises texts of its author and those of another one', () => {
    if (!profile) throw new Error('there is no profile');
    const own = Array.from({ length: 20 }, (_item, index) =>
      compareVoice(profile, measureText(generateText(terse, 1500, 1000 + index))),
    );
    const other = Array.from({ length: 20 }, (_item, index) =>
      compareVoice(profile, measureText(generateText(ornate, 1500, 2000 + index))),
    );
    expect(own.filter((comparison) => comparison?.verdict === 'far')).toEqual([]);
    expect(other.every((comparison) => comparison?.verdict === 'far')).toBe(true);
    expect(other[0]?.differences).toHaveLength(3);
    expect(other[0]?.distance).toBeGreaterThan(Math.max(...own.map((comparison) => comparison?.distance ?? 0)));
  });

  it('is close to a text that repeats itself', () => {
    const paragraph = 'The lamp on the quay went out at nine, and nobody could say who had last carried the ladder. ';
    const text = Array.from({ length: 36 }, (_item, at) => `${at + 1}. ${paragraph.repeat(4)}`).join('\n\n');
    const blocks = typedBlocks(Array.from({ length: 20 }, () => ({ text, origins: [] }))).map(measureStyle);
    const repeated = createVoiceProfile(blocks, true);
    expect(repeated && compareVoice(repeated, measureText(text))?.verdict).toBe('close');
  });

  it('names the largest difference with both values', () => {
    if (!profile) throw new Error('there is no profile');
    const text = generateText({ ...terse, sentence: 60 }, 1500, 7);
    const difference = compareVoice(profile, measureText(text))?.differences.find(
      ({ feature }) => feature === 'sentence-length',
    );
    expect(difference?.unit).toBe('words');
    expect(difference?.here).toBeGreaterThan(2 * (difference?.own ?? Infinity));
  });

  it('is not compared with a text of less than 300 words, and roughly below 1,500', () => {
    if (!profile) throw new Error('there is no profile');
    expect(compareVoice(profile, measureText(generateText(terse, 299, 3)))).toBeNull();
    expect(compareVoice(profile, measureText(generateText(terse, 300, 3)))?.isRough).toBe(true);
    expect(compareVoice(profile, measureText(generateText(terse, 1500, 3)))?.isRough).toBe(false);
  });

  it('is measured by rhythm only in another language', () => {
    const german = createVoiceProfile(blocksOf(terse, 10), false);
    if (!german) throw new Error('there is no profile');
    const comparison = compareVoice(german, measureText(generateText(ornate, 1500, 5)));
    expect(comparison?.differences.some(({ feature }) => feature.startsWith('word:'))).toBe(false);
  });
});
