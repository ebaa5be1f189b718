import { type RefObject, useEffect } from 'react';

/** Closes a modal dialog when its backdrop is pressed; browsers close it on Escape by themselves. */
export function useCloseOnBackdrop(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const element = dialog.current;
    const closeOnBackdrop = (event: MouseEvent) => {
      if (event.target === element) element?.close();
    };
    element?.addEventListener('click', closeOnBackdrop);
    return () => element?.removeEventListener('click', closeOnBackdrop);
  }, [dialog]);
}
