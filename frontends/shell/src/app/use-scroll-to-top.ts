import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

const pollForMs = 4000;
const pollEveryMs = 50;

/**
 * After a navigation, scrolls to the top, or to the element that the hash names as soon as it exists. A navigation with
 * `keepScroll` in its history state does not scroll. The browser scrolls the first page itself, so that the page does
 * not jump under a visitor who reads it before hydration.
 */
export function useScrollToTop(): void {
  const { pathname, search, hash, state } = useLocation();
  const keepsScroll = (state as { keepScroll?: boolean } | null)?.keepScroll === true;
  /** The address of the first page; empty after the first navigation. */
  const firstAddress = useRef<string | null>(null);
  useEffect(() => {
    const address = pathname + search + hash;
    firstAddress.current ??= address;
    const isFirstPage = firstAddress.current === address;
    if (!isFirstPage) firstAddress.current = '';
    if (keepsScroll || (isFirstPage && (hash === '' || findTarget(hash)))) return undefined;
    return scrollToHash(hash);
  }, [pathname, search, hash, keepsScroll]);
}

/**
 * Like a browser, looks for the hash itself as an id first, then for the decoded hash. A hash that is not valid
 * percent-encoding (`#50%`) cannot be decoded.
 */
function findTarget(hash: string): HTMLElement | null {
  const raw = hash.slice(1);
  const target = document.getElementById(raw);
  if (target !== null) return target;
  try {
    return document.getElementById(decodeURIComponent(raw));
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** Scrolls to the target, or polls for it. Returns the function that stops polling. */
function scrollToHash(hash: string): (() => void) | undefined {
  const behavior: ScrollBehavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  if (hash === '') {
    window.scrollTo({ top: 0, behavior });
    return undefined;
  }
  const until = Date.now() + pollForMs;
  const scrollIfFound = () => {
    const target = findTarget(hash);
    target?.scrollIntoView({ behavior });
    if (target || Date.now() > until) clearInterval(timer);
  };
  const timer = setInterval(scrollIfFound, pollEveryMs);
  scrollIfFound();
  return () => clearInterval(timer);
}
