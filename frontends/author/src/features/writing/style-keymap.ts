import { isolateHistory } from '@codemirror/commands';
import { EditorSelection } from '@codemirror/state';
import type { Command, EditorView, KeyBinding } from '@codemirror/view';
import { type Style, toggleStyle } from '@inkbear/prose/marks/toggle-style';

/** Toggles a style of the selected text as one undo step. The marks count as typed, like those that the author types. */
const toggle =
  (style: Style): Command =>
  (view: EditorView) => {
    const { state } = view;
    if (state.readOnly) return false;
    const { from, to } = state.selection.main;
    const { edits, selection } = toggleStyle(state.doc.toString(), { from, to }, style);
    view.dispatch({
      changes: [...edits],
      selection: EditorSelection.single(selection.from, selection.to),
      annotations: isolateHistory.of('full'),
      userEvent: 'input.style',
      scrollIntoView: true,
    });
    return true;
  };

/** Emphasis and strong, with the keys of word processors. */
export const styleKeymap: readonly KeyBinding[] = [
  { key: 'Mod-i', run: toggle('emphasis'), preventDefault: true },
  { key: 'Mod-b', run: toggle('strong'), preventDefault: true },
];
