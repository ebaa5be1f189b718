import { EditorState, Transaction } from '@codemirror/state';

const entered = ['input.type', 'input.paste', 'input.drop'];

/** Half of a character cannot be stored or sent: it becomes U+FFFD at once, so that the page shows what the server will have. */
export const wellFormedInput = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || !entered.some((event) => transaction.isUserEvent(event))) return transaction;
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
