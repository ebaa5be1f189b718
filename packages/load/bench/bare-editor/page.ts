// The baseline of the typing benchmark: CodeMirror 6 with only a history, a keymap and line wrapping.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

const response = await fetch('/text');
const parent = document.querySelector('main');
if (!parent) throw new Error('The page has no element for the editor.');
new EditorView({
  parent,
  state: EditorState.create({
    doc: await response.text(),
    extensions: [history(), keymap.of([...historyKeymap, ...defaultKeymap]), EditorView.lineWrapping],
  }),
});
