import type { ChangeSet, Text } from '@codemirror/state';
import type { OriginSpan } from '@inkbear/prose/origins';
import { type ClassSpan, clipSpans } from './class-spans.ts';
import type { CopyFinder } from './copy-finder.ts';
import { type RemovedTexts, minReinsertedUnits } from './removed-texts.ts';

/** A replaced range of a change. Positions of the earlier text (A) and of the later one (B). */
export interface Hunk {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
  readonly inserted: string;
}

/** A part of an inserted text that has one origin. Positions of the later text. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly kind: OriginSpan['kind'];
  /** The AI result that it comes from, accepted or pasted as a copy; null for other text. */
  readonly source: string | null;
  /** Its classes, if it was in the book before. */
  readonly reinserted: readonly ClassSpan[] | null;
}

export interface Insertion extends Hunk {
  readonly segments: readonly Segment[];
}

/** Stands for a result whose id is unknown. */
export const unknownResult = '';
/**
 * A typed text counts as reinserted when at least this share of it was removed before. A moved line has one more line
 * break.
 */
const minReinsertedShare = 0.8;

export function hunksOf(changes: ChangeSet): Hunk[] {
  const hunks: Hunk[] = [];
  changes.iterChanges((fromA, toA, fromB, toB, inserted) => {
    hunks.push({ fromA, toA, fromB, toB, inserted: inserted.toString() });
  });
  return hunks;
}

interface KnownTexts {
  readonly before: { readonly text: Text; readonly spans: readonly ClassSpan[] };
  readonly removed: RemovedTexts;
  readonly copies: CopyFinder;
  /** An earlier revision was restored. Its parts are looked for later, in the whole text. */
  readonly isRestored: boolean;
}

/** Divides an inserted text by its origins, and finds what of it was in the book before or is a copy of a result. */
export function readInsertion(hunk: Hunk, origins: readonly OriginSpan[], known: KnownTexts): Insertion {
  const { fromB, toB, inserted } = hunk;
  const segments: Segment[] = [];
  const add = (from: number, to: number, { kind, resultId }: Omit<OriginSpan, 'from' | 'to'>): void => {
    if (to <= from) return;
    const text = inserted.slice(from - fromB, to - fromB);
    const reinserted = findReinserted(known, { from, text, kind });
    const source =
      kind === 'ai' ? (resultId ?? unknownResult) : kind === 'pasted' && !reinserted ? known.copies.find(text) : null;
    segments.push({ from, to, text, kind, source, reinserted });
  };
  let position = fromB;
  for (const { from, to, ...origin } of origins) {
    if (to <= position || from >= toB) continue;
    add(position, Math.max(position, from), { kind: 'typed' });
    add(Math.max(position, from), Math.min(toB, to), origin);
    position = Math.min(toB, to);
  }
  add(position, toB, { kind: 'typed' });
  return { ...hunk, segments };
}

/** The classes of a text that was in the book before: after an undo, cut and paste, a moved line, or as a copy. */
function findReinserted(
  { before, removed, isRestored }: KnownTexts,
  { from, text, kind }: Pick<Segment, 'from' | 'text' | 'kind'>,
): ClassSpan[] | null {
  const shifted = (spans: readonly ClassSpan[]): ClassSpan[] => clipSpans(spans, 0, text.length, from);
  if (text.length < minReinsertedUnits) return null;
  const whole = removed.findWhole(text);
  if (whole) return shifted(whole);
  if (kind === 'ai' || isRestored) return null;
  const parts = removed.findParts(text);
  const units = parts.reduce((sum, part) => sum + part.to - part.from, 0);
  // A pasted text counts as reinserted only if all of it but surrounding white space was removed before; any new part
  // would be classified as the author's own.
  if (units >= (kind === 'pasted' ? text.trim().length : minReinsertedShare * text.length))
    return shifted(parts.flatMap(({ spans }) => spans));
  // Searching the whole text is slow, so it is not done for each text that is typed: a copied line has a line break.
  const copy = text.trim();
  if (copy.length < minReinsertedUnits || (kind !== 'pasted' && !text.includes('\n'))) return null;
  const at = before.text.toString().indexOf(copy);
  if (at < 0) return null;
  const start = text.indexOf(copy);
  return shifted(clipSpans(before.spans, at, at + copy.length, start - at));
}
