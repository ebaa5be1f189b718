import type { SentencePart } from '@inkbear/prose/sentence-diff';

/** The text with the accepted hunks applied. */
export const applyHunks = (parts: readonly SentencePart[], isAccepted: (index: number) => boolean): string =>
  parts.map((part, index) => (part.isChanged && !isAccepted(index) ? part.before : part.after)).join('');

/** Indexes of the hunks that replace or remove text. */
export const destructiveHunks = (parts: readonly SentencePart[]): number[] =>
  parts.flatMap((part, index) => (part.isChanged && part.before.trim() !== '' ? [index] : []));

/** Indexes of the hunks that touch one of the given spans of the old text. */
export function hunksTouching(
  parts: readonly SentencePart[],
  spans: readonly { readonly from: number; readonly to: number }[],
): number[] {
  let from = 0;
  return parts.flatMap((part, index) => {
    const to = from + part.before.length;
    const touches = part.isChanged && spans.some((span) => span.from <= to && span.to >= from);
    from = to;
    return touches ? [index] : [];
  });
}
