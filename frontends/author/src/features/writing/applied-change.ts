import { diffToChanges } from '@inkbear/prose/changes';
import type { TextEdit } from '@inkbear/prose/text-edit';
import { type ChangeDesc, ChangeSet, type Text } from '@codemirror/state';

/** One edited range of a change: its position in the text after the change, and the text that it replaced. */
export interface ChangedRange {
  readonly from: number;
  readonly to: number;
  readonly inserted: string;
  readonly removed: string;
}

/** A change that has been applied in an editor, with what is needed to revert it later. */
export interface AppliedChange {
  /** The whole text directly after the change. */
  readonly text: Text;
  readonly ranges: readonly ChangedRange[];
  /**
   * Reverts only this change, at its current position. Returns false when the changed text was edited since, and null
   * when the editor is closed.
   */
  readonly undo: () => boolean | null;
}

/** The edited ranges of a change set. @param before the text before it */
export function changedRanges(changes: ChangeSet, before: Text): ChangedRange[] {
  const ranges: ChangedRange[] = [];
  changes.iterChanges(
    (fromA, toA, from, to, inserted) =>
      void ranges.push({ from, to, inserted: inserted.toString(), removed: before.sliceString(fromA, toA) }),
  );
  return ranges;
}

/**
 * The edits that revert all ranges; null when one of them was edited since.
 * @param later the changes since then
 * @param currentText the current text
 */
export function inverseEdits(ranges: readonly ChangedRange[], later: ChangeDesc, currentText: Text): TextEdit[] | null {
  const edits = unchangedInverseEdits(ranges, later, currentText);
  return edits.length === ranges.length ? edits : null;
}

/** Like `inverseEdits`, but skips the ranges that were edited since. */
export const unchangedInverseEdits = (
  ranges: readonly ChangedRange[],
  later: ChangeDesc,
  currentText: Text,
): TextEdit[] => ranges.flatMap((range) => inverseOf(range, later, currentText) ?? []);

function inverseOf(range: ChangedRange, later: ChangeDesc, currentText: Text): TextEdit | null {
  // After a deletion there is no text to compare, so the range must be untouched.
  if (range.inserted === '' && later.touchesRange(range.from) !== false) return null;
  const from = later.mapPos(range.from, 1);
  const to = range.inserted === '' ? from : later.mapPos(range.to, -1);
  return to < from || currentText.sliceString(from, to) !== range.inserted ? null : { from, to, insert: range.removed };
}

/** How long, in milliseconds, every later step is recorded: longer than any toast offers Undo. */
const recordedMs = 120_000;

/**
 * The changes since a given change. At first every step is recorded and composed; after `recordedMs` they are computed
 * as a diff of the two texts.
 */
export class LaterChanges {
  readonly #text: Text;
  readonly #until: number;
  #all: ChangeDesc;

  /** @param text the text directly after the given change */
  constructor(text: Text, now: number) {
    this.#text = text;
    this.#until = now + recordedMs;
    this.#all = ChangeSet.empty(text.length).desc;
  }

  /** Whether steps are still recorded. */
  isRecording(now: number): boolean {
    return now < this.#until;
  }

  record(changes: ChangeSet): void {
    this.#all = this.#all.composeDesc(changes.desc);
  }

  /** All changes since the given one. @param text the current text */
  upTo(text: Text, now: number): ChangeDesc {
    return this.isRecording(now) ? this.#all : diffToChanges(this.#text.toString(), text.toString()).desc;
  }
}
