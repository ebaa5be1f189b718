import { useEffect } from 'react';
import { isTextPlace } from '../../features/shortcuts/shortcut-list.ts';

interface RoomKeys {
  readonly onSave: () => void;
  readonly onFind: () => void;
  readonly onShortcuts: () => void;
}

/** The keys of the open chapter: save, find, and `?` outside the text. */
export function useRoomKeys({ onSave, onFind, onShortcuts }: RoomKeys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      const key = event.key.toLowerCase();
      if (isCommand && key === 's') onSave();
      else if (isCommand && key === 'f') onFind();
      else if (key === '?' && !event.ctrlKey && !event.metaKey && !isTextPlace(event.target)) onShortcuts();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
