import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Moves the focus into the content after a navigation, as a full page load would. Otherwise the focus stays on a
 * removed link, and a screen reader continues at the old place. An element that the new page has focused keeps the
 * focus. Another view of the same page (`?tab=`) takes the focus only when its element has disappeared.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname, search } = useLocation();
  const last = useRef({ pathname, search });
  useEffect(() => {
    const isNewPage = last.current.pathname !== pathname;
    if (!isNewPage && last.current.search === search) return;
    last.current = { pathname, search };
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    const keepsFocus = isNewPage ? main.current?.contains(activeElement) === true : true;
    if (isLost || !keepsFocus) main.current?.focus({ preventScroll: true });
  }, [pathname, search, main]);
}
