import { countWords } from '@inkbear/prose/word-count';
import { measureStyle } from './style-features.ts';

/** Words of a block in which a style is measured. */
export const blockWords = 500;

/** A text as it is compared with a voice. */
export interface MeasuredText {
  readonly words: number;
  /** The values of `styleFeatures` in each part of about 500 words. */
  readonly blocks: readonly (readonly number[])[];
}

/** Measures the style of a text in parts of about the same length. */
export function measureText(text: string): MeasuredText {
  const words = countWords(text);
  const parts = cutIntoParts(text, Math.max(1, Math.floor(words / blockWords)));
  return { words, blocks: parts.map(measureStyle) };
}

/** Cuts a text into `count` parts at paragraphs, or at line breaks and spaces where paragraphs are long. */
function cutIntoParts(text: string, count: number): string[] {
  const length = text.length / count;
  const parts: string[] = [];
  let from = 0;
  for (let part = 1; part < count; part += 1) {
    const to = findCut(text, Math.max(from, Math.round(length * part)), length / 2);
    parts.push(text.slice(from, to));
    from = to;
  }
  return [...parts, text.slice(from)].filter((part) => part.trim() !== '');
}

/** The first end of a paragraph, line or word from `target` on, at most `reach` units away. */
function findCut(text: string, target: number, reach: number): number {
  const near = text.slice(target, target + reach);
  for (const mark of ['\n\n', '\n', ' ']) {
    const at = near.indexOf(mark);
    if (at >= 0) return target + at;
  }
  return target;
}
