import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { highlightSelectionMatches } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { normaliseNewlines } from '@inkbear/prose/changes';
import { markupDecorations } from './markup-decorations.ts';
import { proseTheme } from './prose-theme.ts';
import { styleKeymap } from './style-keymap.ts';
import { typewriterScrolling } from './typewriter-scrolling.ts';
import { typographyWhileTyping } from './typed-typography.ts';
import { wellFormedInput } from './well-formed-input.ts';

export interface EditorOptions {
  readonly label: string;
  readonly language: string;
  readonly isReadOnly: boolean;
}

const pageNonce = () => document.querySelector<HTMLMetaElement>("meta[property='csp-nonce']")?.nonce ?? '';

/** The options that can change without a new editor. */
export const optionsCompartment = new Compartment();

export const proseOptions = ({ label, language, isReadOnly }: EditorOptions): Extension => [
  EditorState.readOnly.of(isReadOnly),
  typographyWhileTyping(language),
  isReadOnly ? [] : placeholder('Begin where you like. Everything is saved as you write.'),
  EditorView.contentAttributes.of({
    'aria-label': label,
    spellcheck: 'true',
    autocorrect: 'on',
    autocapitalize: 'sentences',
    lang: language.toLowerCase(),
  }),
];

/** The CodeMirror extensions of the prose editor. */
export function proseSetup(options: EditorOptions): Extension[] {
  return [
    EditorView.cspNonce.of(pageNonce()),
    EditorState.lineSeparator.of('\n'),
    EditorView.clipboardInputFilter.of((text) => normaliseNewlines(text).toWellFormed()),
    wellFormedInput,
    EditorView.lineWrapping,
    optionsCompartment.of(proseOptions(options)),
    history(),
    highlightSelectionMatches({ minSelectionLength: 3, wholeWords: true }),
    keymap.of([...styleKeymap, ...historyKeymap, ...defaultKeymap]),
    typewriterScrolling,
    markupDecorations,
    proseTheme,
  ];
}
