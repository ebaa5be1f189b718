import { useEffect } from 'react';
import { isTextField } from '../features/shortcuts/shortcut-list.ts';

interface ShortcutHandlers {
  readonly onSave: () => void;
  readonly onFind: () => void;
  readonly onShortcuts: () => void;
}

/** Keyboard shortcuts of an open manuscript: save, find, and `?` outside of text fields. */
export function useEditorShortcuts({ onSave, onFind, onShortcuts }: ShortcutHandlers): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      const key = event.key.toLowerCase();
      if (isCommand && key === 's') onSave();
      else if (isCommand && key === 'f') onFind();
      else if (key === '?' && !event.ctrlKey && !event.metaKey && !isTextField(event.target)) onShortcuts();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
