import type { ProseEditor } from './prose-editor.ts';

/**
 * For a button that disappears when it is pressed: moves the focus to the text, or to the page's content while no editor
 * is shown (null).
 */
export function focusText(editor: ProseEditor | null): void {
  if (editor === null) document.getElementById('content')?.focus({ preventScroll: true });
  else editor.focus();
}
