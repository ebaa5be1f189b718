import type { OriginSpan } from '@inkbear/prose/origins';
import { countWords } from '@inkbear/prose/word-count';
import { type MeasuredText, measureText } from '@inkbear/story-analysis/voice/measured-text';
import { measureStyle } from '@inkbear/story-analysis/voice/style-features';
import { typedBlocks } from '@inkbear/story-analysis/voice/typed-blocks';

export interface ChapterText {
  readonly id: string;
  readonly text: string;
  /** Where it was not typed; sorted. */
  readonly origins: readonly OriginSpan[];
}

export interface MeasuredChapters {
  /** The style of each block of 500 words that the author typed. */
  readonly typedBlocks: readonly (readonly number[])[];
  readonly typedWords: number;
  readonly chapters: readonly { readonly id: string; readonly measured: MeasuredText }[];
}

/** Measures the style of chapters, and of what was typed in them. Takes time proportional to their length. */
export function measureVoice(chapters: readonly ChapterText[]): MeasuredChapters {
  const blocks = typedBlocks(chapters);
  return {
    typedBlocks: blocks.map(measureStyle),
    typedWords: blocks.reduce((sum, block) => sum + countWords(block), 0),
    chapters: chapters.map(({ id, text }) => ({ id, measured: measureText(text) })),
  };
}
