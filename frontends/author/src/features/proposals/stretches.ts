import type { SentencePart } from '@inkbear/prose/sentence-diff';

/** The text with the chosen changes taken and the others left as they were. */
export const takeStretches = (parts: readonly SentencePart[], isTaken: (index: number) => boolean): string =>
  parts.map((part, index) => (part.isChanged && !isTaken(index) ? part.before : part.after)).join('');

/** The changes that would replace or remove something. */
export const stretchesOver = (parts: readonly SentencePart[]): number[] =>
  parts.flatMap((part, index) => (part.isChanged && part.before.trim() !== '' ? [index] : []));

/** The changes that touch one of the given spans of the old text. */
export function stretchesIn(
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
