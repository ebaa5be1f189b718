import { blockWords, type MeasuredText } from './measured-text.ts';
import { styleFeatures } from './style-features.ts';
import { voiceWords } from './voice-words.ts';

/** An author's voice: how the blocks of their own text vary. */
export interface VoiceProfile {
  readonly isEnglish: boolean;
  /** Of each feature of `styleFeatures`. */
  readonly means: readonly number[];
  readonly deviations: readonly number[];
  /** The distance of each block to all others, ascending. */
  readonly distances: readonly number[];
}

const minBlocks = voiceWords.profile / blockWords;

/** A feature in which a text differs most. */
export interface VoiceDifference {
  readonly feature: string;
  readonly unit: (typeof styleFeatures)[number]['unit'];
  /** The mean of the author's own blocks. */
  readonly own: number;
  /** The mean of the compared text. */
  readonly here: number;
}

export interface VoiceComparison {
  /** The mean number of standard deviations by which the features differ (Burrows's Delta). */
  readonly distance: number;
  /**
   * The percentage of the author's blocks whose distance to the other blocks is smaller than this text's distance to
   * them.
   */
  readonly percentile: number;
  readonly verdict: 'close' | 'some-distance' | 'far';
  readonly isRough: boolean;
  /** The three largest ones, largest first. */
  readonly differences: VoiceDifference[];
}

const closeUpTo = 80;
const someDistanceUpTo = 99;
const listedDifferences = 3;

/**
 * The profile of an author; null for fewer than ten blocks.
 * @param blocks the values of `styleFeatures` in each block of 500 words that the author typed
 */
export function createVoiceProfile(blocks: readonly (readonly number[])[], isEnglish: boolean): VoiceProfile | null {
  if (blocks.length < minBlocks) return null;
  const sums = new Sums(blocks);
  const { means, deviations } = sums.without(null);
  const distances = blocks
    .map((values) => distanceOf(values, { ...sums.without(values), isEnglish }))
    .sort((a, b) => a - b);
  return { isEnglish, means, deviations, distances };
}

/** Compares a text with an author's voice; null for a text that is too short. */
export function compareVoice(profile: VoiceProfile, { words, blocks }: MeasuredText): VoiceComparison | null {
  if (words < voiceWords.compared || blocks.length === 0) return null;
  const distance = blocks.reduce((sum, values) => sum + distanceOf(values, profile), 0) / blocks.length;
  const percentile = percentileOf(distance, profile.distances);
  return {
    distance,
    percentile,
    verdict: percentile <= closeUpTo ? 'close' : percentile <= someDistanceUpTo ? 'some-distance' : 'far',
    isRough: words < voiceWords.reliable,
    differences: largestDifferences(profile, new Sums(blocks).without(null).means),
  };
}

interface Spread {
  readonly means: readonly number[];
  readonly deviations: readonly number[];
}

/** Sums of measured blocks, which give mean and deviation without one block in constant time (leave-one-out). */
class Sums {
  readonly #count: number;
  readonly #sums: readonly number[];
  readonly #squares: readonly number[];

  constructor(measured: readonly (readonly number[])[]) {
    this.#count = measured.length;
    this.#sums = styleFeatures.map((_feature, at) => measured.reduce((sum, values) => sum + (values[at] ?? 0), 0));
    this.#squares = styleFeatures.map((_feature, at) =>
      measured.reduce((sum, values) => sum + (values[at] ?? 0) ** 2, 0),
    );
  }

  without(block: readonly number[] | null): Spread {
    const count = block ? this.#count - 1 : this.#count;
    const means = this.#sums.map((sum, at) => (sum - (block?.[at] ?? 0)) / count);
    const deviations = this.#squares.map((sum, at) => {
      const variance = (sum - (block?.[at] ?? 0) ** 2) / count - (means[at] ?? 0) ** 2;
      // Rounding may make the variance of equal values slightly negative.
      return Math.max(styleFeatures[at]?.minDeviation ?? 1, Math.sqrt(Math.max(0, variance)));
    });
    return { means, deviations };
  }
}

/** The distance of one feature from the mean, in standard deviations. */
const zScore = (value: number, at: number, { means, deviations }: Spread): number =>
  Math.abs(value - (means[at] ?? 0)) / (deviations[at] ?? 1);

function distanceOf(values: readonly number[], spread: Spread & { readonly isEnglish: boolean }): number {
  let [sum, count] = [0, 0];
  for (const [at, value] of values.entries()) {
    if (styleFeatures[at]?.isEnglish && !spread.isEnglish) continue;
    sum += zScore(value, at, spread);
    count += 1;
  }
  return sum / count;
}

/** A smaller difference of two distances says nothing, for example in a text that repeats itself. */
const insignificant = 0.01;

const percentileOf = (distance: number, ascending: readonly number[]): number =>
  (ascending.filter((own) => own < distance - insignificant).length * 100) / ascending.length;

function largestDifferences(profile: VoiceProfile, means: readonly number[]): VoiceDifference[] {
  return styleFeatures
    .map(({ id, unit, isEnglish }, at) => ({ id, unit, isEnglish, at, score: zScore(means[at] ?? 0, at, profile) }))
    .filter(({ isEnglish }) => profile.isEnglish || !isEnglish)
    .sort((a, b) => b.score - a.score)
    .slice(0, listedDifferences)
    .map(({ id, unit, at }) => ({ feature: id, unit, own: profile.means[at] ?? 0, here: means[at] ?? 0 }));
}
