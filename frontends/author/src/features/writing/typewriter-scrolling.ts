import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { typewriterPreference } from './typewriter-preference.ts';

const followed = ['input', 'delete', 'undo', 'redo', 'select'];

/**
 * Keeps the line of the cursor in the middle of the window while the author types or moves the cursor by keyboard. A click
 * scrolls nothing, because the text would move away from the pointer.
 */
export const typewriterScrolling: Extension = EditorState.transactionExtender.of((transaction) => {
  if (!typewriterPreference.isOn() || transaction.isUserEvent('select.pointer')) return null;
  if (!followed.some((event) => transaction.isUserEvent(event))) return null;
  return { effects: EditorView.scrollIntoView(transaction.newSelection.main.head, { y: 'center' }) };
});
