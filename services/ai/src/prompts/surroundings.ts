/** What stands right before and after a passage, so that what is written in its place fits there. */
export interface Surroundings {
  readonly before: string;
  readonly after: string;
}

/** UTF-16 units on each side: about 250 words. */
const reach = 1500;

/** Null when the passage is not in the text, or is all of it. Words that stand there more than once are those at `start`, in UTF-16 units. */
export function surroundingsOf(
  passage: string,
  fullContent: string | null | undefined,
  start?: number,
): Surroundings | null {
  if (!fullContent) return null;
  const at = start !== undefined && fullContent.startsWith(passage, start) ? start : fullContent.indexOf(passage);
  if (at === -1) return null;
  const before = fullContent
    .slice(Math.max(0, at - reach), at)
    .trim()
    .toWellFormed();
  const after = fullContent
    .slice(at + passage.length, at + passage.length + reach)
    .trim()
    .toWellFormed();
  return before === '' && after === '' ? null : { before, after };
}
