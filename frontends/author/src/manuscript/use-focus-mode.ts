import { useEffect, useState } from 'react';

/** Focus mode hides everything but the text. Ctrl+Shift+F toggles it, Escape ends it. */
export function useFocusMode(): [boolean, (on: boolean) => void] {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === 'f') {
        event.preventDefault();
        setOn((before) => !before);
      } else if (event.key === 'Escape' && !event.defaultPrevented) setOn(false);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    // The page header is covered, so Tab must not reach it.
    const covered = [...document.querySelectorAll<HTMLElement>('main ~ *, :has(> main) > header')].filter(
      (element) => element.tagName === 'HEADER',
    );
    for (const element of covered) element.inert = isOn;
    return () => {
      for (const element of covered) element.inert = false;
    };
  }, [isOn]);
  return [isOn, setOn];
}
