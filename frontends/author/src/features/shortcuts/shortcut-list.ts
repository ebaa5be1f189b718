export interface Shortcut {
  readonly keys: readonly string[];
  readonly action: string;
}
export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
const command = isApple ? '⌘' : 'Ctrl';
const alt = isApple ? '⌥' : 'Alt';

/** All keyboard shortcuts of the editors and the page preview. Add new ones here. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Writing',
    shortcuts: [
      { keys: [command, 'S'], action: 'Save now' },
      { keys: [command, 'Z'], action: 'Undo' },
      { keys: isApple ? ['⌘', 'Shift', 'Z'] : ['Ctrl', 'Y'], action: 'Redo' },
      { keys: [command, 'I'], action: 'Italic' },
      { keys: [command, 'B'], action: 'Bold' },
      { keys: [command, 'Shift', 'F'], action: 'Focus mode; Escape ends it' },
    ],
  },
  {
    title: 'Search',
    shortcuts: [
      { keys: [command, 'F'], action: 'Find and replace, starting with the selected text' },
      { keys: ['F3'], action: 'Next match; with Shift, the previous one' },
      { keys: [command, 'K'], action: 'Search for pages and commands' },
    ],
  },
  {
    title: 'Chapters',
    shortcuts: [
      { keys: [command, 'Shift', 'B'], action: 'Show what the story bible knows about the name at the cursor' },
      { keys: ['F8'], action: 'Next finding while Checks is open; with Shift, the previous one' },
      { keys: [alt, '↑'], action: 'Move the chapter up in the list' },
      { keys: [alt, '↓'], action: 'Move the chapter down in the list' },
      { keys: ['F2'], action: 'Rename the chapter in the list' },
    ],
  },
  {
    title: 'Page preview',
    shortcuts: [
      { keys: ['←'], action: 'Previous pages; → for the next ones' },
      { keys: ['Home'], action: 'First page; End for the last one' },
      { keys: ['G'], action: 'Go to a page' },
      { keys: ['+'], action: 'Zoom in; − to zoom out' },
    ],
  },
  { title: 'Help', shortcuts: [{ keys: ['?'], action: 'Show these shortcuts (when the cursor is not in the text)' }] },
];

/** True when the target is a text field. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [contenteditable="true"]') !== null);
