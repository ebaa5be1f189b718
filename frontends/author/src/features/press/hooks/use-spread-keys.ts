import { useEffect, useRef } from 'react';

export interface SpreadKeys {
  readonly onMove: (to: 'previous' | 'next' | 'first' | 'last') => void;
  readonly onZoom: (direction: 1 | -1) => void;
  readonly onGoToPage: () => void;
}

const usesKeys = 'input, textarea, select, [contenteditable], [role="tab"], [role="dialog"], dialog, [role="menu"]';

const scrollKeys = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);

/** Whether the focused element needs a key itself: a field, or a region that is scrolled sideways, such as a zoomed page. */
function mayUse(focused: Element, key: string): boolean {
  if (focused.closest(usesKeys) !== null) return true;
  const region = focused.closest('[role="region"][tabindex="0"]');
  return scrollKeys.has(key) && region !== null && region.scrollWidth > region.clientWidth;
}

/** The keys of the preview, unless the focused element needs them: ← → Home End, + −, and G for a page. */
export function useSpreadKeys(keys: SpreadKeys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && mayUse(event.target, event.key)) return;
      const action = actionOf(event.key, current.current);
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

function actionOf(key: string, { onMove, onZoom, onGoToPage }: SpreadKeys): (() => void) | undefined {
  switch (key) {
    case 'ArrowLeft':
      return () => onMove('previous');
    case 'ArrowRight':
      return () => onMove('next');
    case 'Home':
      return () => onMove('first');
    case 'End':
      return () => onMove('last');
    case '+':
    case '=':
      return () => onZoom(1);
    case '-':
    case '−':
      return () => onZoom(-1);
    case 'g':
    case 'G':
      return onGoToPage;
    default:
      return undefined;
  }
}
