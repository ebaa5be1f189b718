import { type OriginDelta, type OriginSpan, deltaByOrigin } from '@inkbear/prose/origins';
import { replaceRanges, toPositionMap } from '@inkbear/prose/changes';
import type { TextEdit, TextRange } from '@inkbear/prose/text-edit';
import { type Synopsis, toStored } from '../chapters/synopses.ts';
import { netWords } from '../progress/progress.ts';

/**
 * A range of one chapter's text that stands somewhere else after an operation. Positions are UTF-16 units: `from` and `to`
 * of the text before, `at` of the text after.
 */
export interface MovedText extends TextRange {
  readonly fromId: string;
  readonly toId: string;
  readonly at: number;
}

/** Where a range or a position stands after it has moved; null when it is not in the moved text. */
export function movePlace({ from, to, at }: MovedText, place: TextRange): TextRange | null {
  if (place.from < from || place.to > to) return null;
  return { from: place.from - from + at, to: place.to - from + at };
}

/** The moved text in the other direction. */
export const reverseMove = ({ fromId, toId, from, to, at }: MovedText): MovedText => ({
  fromId: toId,
  toId: fromId,
  from: at,
  to: at + to - from,
  at: from,
});

/** The spans of the moved text, in positions of the text after. */
export const moveSpans = (spans: readonly OriginSpan[], moved: MovedText): OriginSpan[] =>
  spans.flatMap((span) => {
    const inside = { from: Math.max(span.from, moved.from), to: Math.min(span.to, moved.to) };
    const place = inside.from < inside.to ? movePlace(moved, inside) : null;
    return place ? [{ ...span, ...place }] : [];
  });

/** The words of a text by origin, as the save that would insert it counts them. */
export function wordsOfText(text: string, spans: readonly OriginSpan[]): ReturnType<typeof netWords> {
  const delta: OriginDelta = deltaByOrigin('', replaceRanges(0, [{ from: 0, to: 0, insert: text }]), spans);
  return netWords(delta);
}

/** A chapter that an operation changes, as far as positions depend on it. */
interface ChangedText {
  readonly id: string;
  readonly length: number;
  readonly edits: readonly TextEdit[];
  /** The revision after the operation. */
  readonly rev: number;
  readonly synopses: readonly Synopsis[];
}

/**
 * The synopses of each chapter after an operation. Those in the moved text go with it, and the others move with the text
 * around them. A chapter that goes to the trash with its text keeps a copy of its own, which is replaced when it is back.
 */
export function moveSynopsesOf(chapters: readonly ChangedText[], moved: MovedText): ReadonlyMap<string, Synopsis[]> {
  const moving = chapters
    .filter(({ id }) => id === moved.fromId)
    .flatMap(({ synopses }) => synopses.flatMap((synopsis) => moveSynopsis(synopsis, moved) ?? []));
  return new Map(
    chapters.map(({ id, length, edits, rev, synopses }) => {
      const map = toPositionMap(replaceRanges(length, edits));
      const isChanged = edits.length > 0;
      const leaves = (synopsis: Synopsis): boolean =>
        (isChanged && id === moved.fromId && moveSynopsis(synopsis, moved) !== null) ||
        (!isChanged && id === moved.toId && moveSynopsis(synopsis, reverseMove(moved)) !== null);
      const staying = synopses
        .filter((synopsis) => !leaves(synopsis))
        .map((synopsis) => withPosition(synopsis, map.mapPos(Math.min(synopsis.at, length), 1), rev));
      const arriving = id === moved.toId ? moving.map((synopsis) => ({ ...synopsis, rev })) : [];
      return [id, toStored([...arriving, ...staying])];
    }),
  );
}

function moveSynopsis(synopsis: Synopsis, moved: MovedText): Synopsis | null {
  const place = movePlace(moved, { from: synopsis.at, to: synopsis.at });
  return place && { ...synopsis, at: place.from };
}

const withPosition = (synopsis: Synopsis, at: number, rev: number): Synopsis =>
  at === synopsis.at ? synopsis : { ...synopsis, at, rev };

/** The edits that take edits back. @param before the text that the edits were made in */
export function reverseEdits(
  edits: readonly { readonly from: number; readonly to: number; readonly inserted: number }[],
  before: string,
): TextEdit[] {
  let shift = 0;
  return edits.map(({ from, to, inserted }) => {
    const start = from + shift;
    shift += inserted - (to - from);
    return { from: start, to: start + inserted, insert: before.slice(from, to) };
  });
}
