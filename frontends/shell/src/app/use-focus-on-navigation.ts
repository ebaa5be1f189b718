import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Another page takes the focus into its content, as a full page load would: otherwise it stays on a link that is gone,
 * and a screen reader goes on where it was. Whatever the new page has focused by itself keeps the focus.
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
