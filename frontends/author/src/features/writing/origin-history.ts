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
/** Many words at once by the author's order (a replacement, a change that is taken back): neither typed nor lost by typing. */
export const inBulk = Annotation.define<boolean>();

/** In a position of the text after the undo. The history maps it through later changes of another text, which may be shorter. */
const mapped = (position: number, changes: ChangeDesc): number =>
  position <= changes.length ? changes.mapPos(position) : position + changes.newLength - changes.length;

/** Origins of what an undo or redo brings back. */
const restored = StateEffect.define<readonly OriginSpan[]>({
  map: (spans, changes) =>
    spans.map((span) => ({ ...span, from: mapped(span.from, changes), to: mapped(span.to, changes) })),
});
/** This undo or redo reverts a change in bulk: what it brings back without a known origin is not typed again. */
const revertsBulk = StateEffect.define<boolean>();

/** Where the text was not typed, as far as it came into it since the editor was opened. */
const knownOrigins = StateField.define<readonly OriginSpan[]>({
  create: () => [],
  update: (spans, transaction) =>
    transaction.docChanged ? originsAfter(spans, transaction.changes, insertedOrigins(transaction)) : spans,
});

/** Without it, undoing the deletion of an AI passage, or redoing its insertion, would count as typing it. */
const undoneOrigins = invertedEffects.of((transaction) => {
  if (!transaction.docChanged) return [];
  const removed = originsRemoved(transaction.startState.field(knownOrigins), transaction.changes);
  const isBulk = transaction.annotation(fromAi) !== undefined || transaction.annotation(inBulk) === true;
  return [...(removed.length === 0 ? [] : [restored.of(removed)]), ...(isBulk ? [revertsBulk.of(true)] : [])];
});

export const originHistory: Extension = [knownOrigins, undoneOrigins];

/** Spans of the new text that a transaction inserts and that were not typed, in order. */
export function insertedOrigins(transaction: Transaction): OriginSpan[] {
  const { changes, effects } = transaction;
  const ai = transaction.annotation(fromAi);
  if (ai !== undefined) return insertedAs(changes, 'ai', ai.resultId ?? undefined);
  if (transaction.annotation(inBulk) === true) return insertedAs(changes, 'imported');
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

/** Lays `newer` over `older`, cut down to what `changes` inserts. */
const onlyInserted = (changes: ChangeSet, older: readonly OriginSpan[], newer: readonly OriginSpan[]): OriginSpan[] => {
  const fitting = newer.filter(({ from, to }) => from < to && to <= changes.newLength);
  return overlayOrigins(older, originsAfter([], changes, fitting));
};
