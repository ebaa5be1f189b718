export interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
}
export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
const command = isApple ? '⌘' : 'Ctrl';
const alt = isApple ? '⌥' : 'Alt';

/** All keyboard shortcuts of the editors. Add new ones here. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Writing',
    shortcuts: [
      { keys: [command, 'S'], does: 'Save now' },
      { keys: [command, 'Z'], does: 'Undo' },
      { keys: isApple ? ['⌘', 'Shift', 'Z'] : ['Ctrl', 'Y'], does: 'Redo' },
      { keys: [command, 'Shift', 'F'], does: 'Focus mode; Escape leaves it' },
    ],
  },
  {
    title: 'Finding',
    shortcuts: [
      { keys: [command, 'F'], does: 'Find and replace, with what is selected' },
      { keys: ['F3'], does: 'Next hit; with Shift the one before' },
      { keys: [command, 'K'], does: 'Go anywhere, do anything' },
    ],
  },
  {
    title: 'Chapters',
    shortcuts: [
      { keys: [alt, '↑'], does: 'Move the chapter up in the list' },
      { keys: [alt, '↓'], does: 'Move the chapter down in the list' },
      { keys: ['F2'], does: 'Rename the chapter in the list' },
    ],
  },
  { title: 'Help', shortcuts: [{ keys: ['?'], does: 'These shortcuts, outside the text' }] },
];

/** True when the target is a text field. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [contenteditable="true"]') !== null);
