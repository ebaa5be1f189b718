import { type RefCallback, useCallback, useRef, useState } from 'react';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The inner size of an element in pixels, also after it has changed. Before it is known, a small window is assumed. */
export function useElementSize(): [RefCallback<HTMLElement>, Size] {
  const [size, setSize] = useState<Size>({ width: 360, height: 480 });
  const observer = useRef<ResizeObserver | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect();
    if (element === null) return;
    const read = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0)
        setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    read();
    observer.current = new ResizeObserver(read);
    observer.current.observe(element);
  }, []);
  return [ref, size];
}
