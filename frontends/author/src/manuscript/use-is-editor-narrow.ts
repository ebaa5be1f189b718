import type { Breakpoint } from '@inkbear/ui-kit/breakpoints.ts';
import { useSyncExternalStore } from 'react';

const width: Breakpoint = 1024;
const query = `(width < ${width}px)`;

/** Whether the window is too narrow for chapters and tools beside the text. */
export const useIsEditorNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
