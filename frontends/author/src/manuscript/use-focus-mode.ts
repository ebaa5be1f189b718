import { useEffect, useState } from 'react';
import type { EditorLayout } from './open-manuscript.ts';

export type FocusMode = Pick<EditorLayout, 'isFocusMode' | 'setFocusMode'>;

/** Focus mode hides everything but the text. Ctrl+Shift+F toggles it, Escape ends it. */
export function useFocusMode(): FocusMode {
  const [isFocusMode, setFocusMode] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === 'f') {
        event.preventDefault();
        setFocusMode((before) => !before);
      } else if (event.key === 'Escape' && !event.defaultPrevented) setFocusMode(false);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    // The page header is covered, so Tab must not reach it.
    const covered = [...document.querySelectorAll<HTMLElement>('main ~ *, :has(> main) > header')].filter(
      (element) => element.tagName === 'HEADER',
    );
    for (const element of covered) element.inert = isFocusMode;
    return () => {
      for (const element of covered) element.inert = false;
    };
  }, [isFocusMode]);
  return { isFocusMode, setFocusMode };
}
