import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Moves the focus into the content after a navigation, as a full page load would. Otherwise the focus stays on a
 * removed link, and a screen reader continues at the old place. An element that the new page has focused keeps the
 * focus.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body && main.current?.contains(activeElement) === true)
      return;
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}
