import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

const lookForMs = 4000;
const lookEveryMs = 50;

/**
 * Every change of address glides to the top, or to the place that its `#` names, as soon as that place is there; one
 * whose history state says `keepScroll` stays. The address that was opened is left to the browser: whoever reads a page
 * before it comes alive is not moved.
 */
export function useScrollToTop(): void {
  const { pathname, search, hash, state } = useLocation();
  const isKept = (state as { keepScroll?: boolean } | null)?.keepScroll === true;
  const opened = useRef<string | null>(null);
  useEffect(() => {
    const address = pathname + search + hash;
    opened.current ??= address;
    const isOpened = opened.current === address;
    if (!isOpened) opened.current = '';
    if (isKept || (isOpened && (hash === '' || placeOf(hash)))) return undefined;
    return glideTo(hash);
  }, [pathname, search, hash, isKept]);
}

/**
 * A browser looks for the raw id first, then for the decoded one; a hash that is not valid percent-encoding (`#50%`)
 * has only the first.
 */
function placeOf(hash: string): HTMLElement | null {
  const raw = hash.slice(1);
  const place = document.getElementById(raw);
  if (place !== null) return place;
  try {
    return document.getElementById(decodeURIComponent(raw));
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** Answers what ends the search for the place. */
function glideTo(hash: string): (() => void) | undefined {
  const behavior: ScrollBehavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  if (hash === '') {
    window.scrollTo({ top: 0, behavior });
    return undefined;
  }
  const until = Date.now() + lookForMs;
  const look = () => {
    const place = placeOf(hash);
    place?.scrollIntoView({ behavior });
    if (place || Date.now() > until) clearInterval(timer);
  };
  const timer = setInterval(look, lookEveryMs);
  look();
  return () => clearInterval(timer);
}
