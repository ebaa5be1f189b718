import { isolateHistory } from '@codemirror/commands';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { typedTypography } from '@inkbear/prose/typography/typed-typography';
import { typographyPreference } from './typography-preference.ts';

/**
 * Replaces straight quotation marks, hyphens and full stops by typographic characters while the author types. The
 * replacement is an undo step of its own: one undo brings back what was typed.
 * @param language of the text, a BCP 47 tag
 */
export const typographyWhileTyping = (language: string): Extension =>
  EditorView.inputHandler.of((view, from, to, typed, createTransaction) => {
    const { doc, readOnly } = view.state;
    if (typed.length !== 1 || view.composing || readOnly || !typographyPreference.isOn()) return false;
    const [first, last] = [doc.lineAt(from), doc.lineAt(to)];
    const before = first.text.slice(0, from - first.from);
    const replacement = typedTypography({ before, typed, after: last.text.slice(to - last.from) }, language);
    if (replacement === null) return false;
    view.dispatch(createTransaction());
    const end = from + typed.length;
    const start = end - replacement.remove;
    view.dispatch({
      changes: { from: start, to: end, insert: replacement.insert },
      selection: { anchor: start + replacement.insert.length },
      annotations: isolateHistory.of('full'),
      userEvent: 'input.type.typography',
    });
    return true;
  });
