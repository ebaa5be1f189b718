import { type RefObject, useEffect } from 'react';

/** Closes a modal dialog when the backdrop around it is pressed; Escape does so anyway. */
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
