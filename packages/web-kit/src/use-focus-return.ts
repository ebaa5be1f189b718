import { useEffect, useRef } from 'react';

/**
 * For a button that is disabled while its work runs, which takes the focus from it. Call the returned function with the
 * button on each press: when the work has ended and nothing else has the focus, the button gets it back.
 */
export function useFocusReturn(isRunning: boolean): (button: HTMLElement) => void {
  const pressed = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (isRunning || pressed.current === null) return;
    if (document.activeElement === document.body) pressed.current.focus({ preventScroll: true });
    pressed.current = null;
  }, [isRunning]);
  return (button) => {
    pressed.current = button;
  };
}
