import { invertedEffects } from '@codemirror/commands';
import {
  Annotation,
  type ChangeDesc,
  type ChangeSet,
  type Extension,
  StateEffect,
  StateField,
  type Transaction,
} from '@codemirror/state';
import { insertedAs, originsAfter, originsRemoved, type OriginSpan, overlayOrigins } from '@inkbear/prose/origins';

/** AI text that the author accepted. */
export const fromAi = Annotation.define<{ resultId: string | null }>();
/** A bulk edit that the author requested (a replacement, a reverted change): its text does not count as typed. */
export const bulkEdit = Annotation.define<boolean>();

/** Maps a position of the text after the undo. The history may map it through changes of another, shorter text. */
const mapped = (position: number, changes: ChangeDesc): number =>
  position <= changes.length ? changes.mapPos(position) : position + changes.newLength - changes.length;

/** Origins of the text that an undo or redo restores. */
const restored = StateEffect.define<readonly OriginSpan[]>({
  map: (spans, changes) =>
    spans.map((span) => ({ ...span, from: mapped(span.from, changes), to: mapped(span.to, changes) })),
});
/** Marks an undo or redo of a bulk edit: restored text without a known origin does not count as typed. */
const revertsBulk = StateEffect.define<boolean>();

/** Spans that were not typed, of text that was inserted since the editor was opened. */
const knownOrigins = StateField.define<readonly OriginSpan[]>({
  create: () => [],
  update: (spans, transaction) =>
    transaction.docChanged ? originsAfter(spans, transaction.changes, insertedOrigins(transaction)) : spans,
});

/**
 * Keeps origins through undo: otherwise undoing the deletion of an AI passage, or redoing its insertion, would count as
 * typing.
 */
const undoneOrigins = invertedEffects.of((transaction) => {
  if (!transaction.docChanged) return [];
  const removed = originsRemoved(transaction.startState.field(knownOrigins), transaction.changes);
  const isBulk = transaction.annotation(fromAi) !== undefined || transaction.annotation(bulkEdit) === true;
  return [...(removed.length === 0 ? [] : [restored.of(removed)]), ...(isBulk ? [revertsBulk.of(true)] : [])];
});

export const originHistory: Extension = [knownOrigins, undoneOrigins];

/** Spans of the new text that a transaction inserts and that were not typed, in order. */
export function insertedOrigins(transaction: Transaction): OriginSpan[] {
  const { changes, effects } = transaction;
  const ai = transaction.annotation(fromAi);
  if (ai !== undefined) return insertedAs(changes, 'ai', ai.resultId ?? undefined);
  if (transaction.annotation(bulkEdit) === true) return insertedAs(changes, 'imported');
  if (transaction.isUserEvent('input.paste') || transaction.isUserEvent('input.drop'))
    return insertedAs(changes, 'pasted');
  if (!transaction.isUserEvent('undo') && !transaction.isUserEvent('redo')) return [];
  const isBulk = effects.some((effect) => effect.is(revertsBulk));
  const base = isBulk ? insertedAs(changes, 'imported') : [];
  return effects.reduce(
    (spans, effect) => (effect.is(restored) ? onlyInserted(changes, spans, effect.value) : spans),
    base,
  );
}

/** Overlays `newer` on `older`, limited to the text that `changes` inserts. */
const onlyInserted = (changes: ChangeSet, older: readonly OriginSpan[], newer: readonly OriginSpan[]): OriginSpan[] => {
  const fitting = newer.filter(({ from, to }) => from < to && to <= changes.newLength);
  return overlayOrigins(older, originsAfter([], changes, fitting));
};
