import { EditorView } from '@codemirror/view';

/** Paper, not code: the page scrolls, the lines are paragraphs. */
export const proseTheme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'transparent', fontSize: 'var(--prose-size, 1.1875rem)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { overflow: 'visible', fontFamily: 'var(--font-prose)', lineHeight: '1.65' },
  '.cm-content': { padding: '0 0 var(--prose-end, 40vh)', caretColor: 'var(--accent)', minHeight: 'var(--prose-least, 50vh)' },
  '.cm-line': { padding: '0' },
  '.cm-placeholder': { color: 'var(--muted)', fontStyle: 'italic' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-searchMatch': { backgroundColor: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in srgb, var(--accent) 35%, transparent)' },
  '.cm-panels': { position: 'sticky', top: '0', zIndex: '5', backgroundColor: 'var(--surface)', color: 'var(--ink)', border: '1px solid var(--line)', borderRadius: 'var(--radius-control)', fontFamily: 'var(--font-ui)', fontSize: '0.875rem' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)', marginBottom: '16px' },
  '.cm-textfield, .cm-button': { padding: '5px 8px', border: '1px solid var(--edge)', borderRadius: '6px', background: 'var(--surface)', color: 'var(--ink)', fontSize: '0.875rem' },
});
