import type { Transaction } from '@codemirror/state';
import { countWordsDelta } from '@inkbear/prose/word-count';

/** Words gained or lost by typing and deleting; counts only around the changes. */
export const typedWords = (transactions: readonly Transaction[]): number =>
  transactions
    .filter((each) => each.docChanged && (each.isUserEvent('input.type') || each.isUserEvent('delete')))
    .reduce((sum, { startState, changes }) => sum + countWordsDelta(startState.doc, changes), 0);
