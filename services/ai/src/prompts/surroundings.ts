import { indexOfText } from '@inkbear/prose/index-of-text';

/** The text right before and after a passage, so that a replacement fits in. */
export interface SurroundingText {
  readonly before: string;
  readonly after: string;
}

/** UTF-16 units on each side: about 250 words. */
const maxSideLength = 1500;

/**
 * Finds the text around a passage. Null when the passage does not occur in the text, or is the whole text.
 * @param start position of the passage in UTF-16 units, needed only when the passage occurs more than once
 */
export function surroundingsOf(
  passage: string,
  fullContent: string | null | undefined,
  start?: number,
): SurroundingText | null {
  if (!fullContent) return null;
  const at = start !== undefined && fullContent.startsWith(passage, start) ? start : indexOfText(fullContent, passage);
  if (at === -1) return null;
  const before = fullContent
    .slice(Math.max(0, at - maxSideLength), at)
    .trim()
    .toWellFormed();
  const after = fullContent
    .slice(at + passage.length, at + passage.length + maxSideLength)
    .trim()
    .toWellFormed();
  return before === '' && after === '' ? null : { before, after };
}
