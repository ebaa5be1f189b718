import { EditorView } from '@codemirror/view';

/** Makes CodeMirror look like a page of prose: the page scrolls, and lines are paragraphs. */
export const proseTheme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'transparent', fontSize: 'var(--prose-size, var(--text-prose))' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { overflow: 'visible', fontFamily: 'var(--font-prose)', lineHeight: '1.65' },
  '.cm-content': {
    padding: '0 0 var(--prose-end, 40vh)',
    caretColor: 'var(--accent)',
    minHeight: 'var(--prose-least, 50vh)',
  },
  '.cm-line': { padding: '0' },
  '.cm-placeholder': { color: 'var(--muted)', fontStyle: 'italic' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-indented': { textIndent: '1.5em' },
  // A blank line between paragraphs is not printed, so it takes only part of the height of a line.
  '.cm-blank': { lineHeight: '0.65' },
  '.cm-scene-break': { textAlign: 'center', color: 'var(--muted)', letterSpacing: '0.3em' },
  '.cm-heading': { fontWeight: '600', textAlign: 'center' },
  '.cm-heading-1': { fontSize: 'var(--text-28)' },
  '.cm-heading-2': { fontSize: 'var(--text-22)' },
  '.cm-emphasis': { fontStyle: 'italic' },
  '.cm-strong': { fontWeight: '600' },
  '.cm-style-mark': { color: 'var(--muted)', fontStyle: 'normal', fontWeight: '400' },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-finding': {
    textDecoration: 'underline',
    textDecorationSkipInk: 'none',
    textDecorationThickness: '1.5px',
    textUnderlineOffset: '0.22em',
  },
  '.cm-finding-high': {
    textDecorationStyle: 'wavy',
    textDecorationColor: 'var(--danger)',
    textDecorationThickness: '1px',
  },
  '.cm-finding-medium': { textDecorationStyle: 'dashed', textDecorationColor: 'var(--accent)' },
  '.cm-finding-low': { textDecorationStyle: 'dotted', textDecorationColor: 'var(--muted)' },
  '.cm-mention': {
    textDecoration: 'underline dotted var(--muted)',
    textDecorationThickness: '1.5px',
    textUnderlineOffset: '0.25em',
  },
  '.cm-tooltip:has(> .cm-mention-card), .cm-mention-card': { border: 'none', backgroundColor: 'transparent' },
  '.cm-hit': {
    borderRadius: 'var(--radius-mark)',
    backgroundColor: 'var(--accent-soft)',
    boxShadow: '0 0 0 1px var(--accent)',
  },
  '.cm-hit-current': { backgroundColor: 'color-mix(in srgb, var(--accent) 35%, transparent)' },
  '.cm-spoken': {
    borderRadius: 'var(--radius-mark)',
    backgroundColor: 'var(--accent-soft)',
    boxShadow: 'inset 0 -2px 0 var(--accent)',
  },
});
