import { EditorState, Transaction } from '@codemirror/state';

const inputEvents = ['input.type', 'input.paste', 'input.drop'];

/**
 * Replaces lone surrogates with U+FFFD on input, because they cannot be stored: the page then shows what the server
 * stores.
 */
export const wellFormedInput = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || !inputEvents.some((event) => transaction.isUserEvent(event))) return transaction;
  const changes: { from: number; to: number; insert: string }[] = [];
  let isWellFormed = true;
  transaction.changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    const insert = inserted.toString();
    isWellFormed &&= insert.isWellFormed();
    changes.push({ from, to, insert: insert.toWellFormed() });
  });
  if (isWellFormed) return transaction;
  const { selection, effects, scrollIntoView } = transaction;
  const userEvent = transaction.annotation(Transaction.userEvent);
  return {
    changes,
    effects,
    scrollIntoView,
    ...(selection === undefined ? {} : { selection }),
    ...(userEvent === undefined ? {} : { userEvent }),
  };
});
