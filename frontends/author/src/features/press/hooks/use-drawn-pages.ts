import { useEffect, useRef, useState } from 'react';
import type { DrawnPage, PageLayout } from '../preview/messages.ts';
import type { PreviewWorker } from '../preview/open-preview.ts';

interface Options {
  readonly worker: PreviewWorker | null;
  readonly layout: PageLayout;
  /** In the order in which they are drawn. */
  readonly pages: readonly number[];
  /** Pixels of the screen per point. */
  readonly scale: number;
}

/** The drawn pages by their index. Those that are no longer near the shown ones are dropped. */
export function useDrawnPages({ worker, layout, pages, scale }: Options): ReadonlyMap<number, DrawnPage> {
  const [drawn, setDrawn] = useState<ReadonlyMap<number, DrawnPage>>(new Map());
  const current = useRef(drawn);
  current.current = drawn;
  const drawnFor = useRef({ layout, scale });
  const wanted = pages.join(' ');
  useEffect(() => {
    if (worker === null) return;
    let isObsolete = false;
    const isFresh = drawnFor.current.layout === layout && drawnFor.current.scale === scale;
    drawnFor.current = { layout, scale };
    const list = wanted === '' ? [] : wanted.split(' ').map(Number);
    const known = new Set(isFresh ? current.current.keys() : []);
    const draw = async () => {
      for (const page of list) {
        if (isObsolete || known.has(page)) continue;
        const next = await worker.draw(page, scale);
        if (isObsolete) return close(next);
        setDrawn((before) => keepOnly(before, list, [page, next]));
      }
    };
    // If the worker has failed, the pending layout request is rejected too, and its error is shown to the author.
    draw().catch((error: unknown) => {
      if (!isObsolete) reportError(error);
    });
    return () => {
      isObsolete = true;
    };
  }, [worker, layout, wanted, scale]);
  return drawn;
}

function keepOnly(
  before: ReadonlyMap<number, DrawnPage>,
  pages: readonly number[],
  [page, next]: readonly [number, DrawnPage],
): ReadonlyMap<number, DrawnPage> {
  const kept = new Map([...before].filter(([index]) => index !== page && pages.includes(index)));
  for (const [index, old] of before) if (!kept.has(index)) close(old);
  return kept.set(page, next);
}

/** Frees the memory of an image. */
function close({ image }: DrawnPage): void {
  if ('close' in image) image.close();
}
