import { type RefObject, useEffect, useRef, useState } from 'react';

/** An element counts as near up to this distance below or above the window. */
const margin = '400px 0px';
/** An element that is scrolled past faster is not loaded, in milliseconds. */
const dwellMs = 150;

/** Whether an element has been in or near the window; it stays true. */
export function useIsNear<E extends Element>(): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || element.current === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        if (entries.at(-1)?.isIntersecting === true) timer = setTimeout(() => setNear(true), dwellMs);
      },
      { rootMargin: margin },
    );
    observer.observe(element.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [isNear]);
  return [element, isNear];
}
