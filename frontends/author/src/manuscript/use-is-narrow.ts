import type { Breakpoint } from '@inkbear/ui-kit/breakpoints.ts';
import { useSyncExternalStore } from 'react';

/** Whether the window is narrower than `width` pixels. */
export function useIsNarrow(width: Breakpoint): boolean {
  const query = `(width < ${width}px)`;
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
}
