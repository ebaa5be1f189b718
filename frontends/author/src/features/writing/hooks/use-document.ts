import { ApiError } from '@inkbear/web-kit/api-error.ts';
import type { SavePort } from '@inkbear/web-kit/saving/save-port.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { useCallback, useEffect, useState } from 'react';
import { documents } from '../documents.ts';

export type OpenedDocument =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'open'; id: string; queue: SaveQueue };

/** Milliseconds before a document that could not be reached is opened again. */
const [firstRetryMs, lastRetryMs] = [2000, 30_000];

/**
 * Opens a document with what its journal still holds, and leaves it to save itself when the page goes on to another. One that could not be
 * reached is opened again by itself, with growing pauses and at once when the network is back. `port` must be stable.
 */
export function useDocument(userId: string, id: string, port: SavePort): OpenedDocument {
  const [opened, setOpened] = useState<OpenedDocument>({ state: 'loading' });
  const [tries, setTries] = useState(0);
  const retry = useCallback(() => {
    setOpened({ state: 'loading' });
    setTries((count) => count + 1);
  }, []);
  useEffect(() => setOpened({ state: 'loading' }), [userId, id, port]);
  useEffect(() => {
    let isCurrent = true;
    documents.acquire(userId, id, port).then(
      (queue) => {
        if (isCurrent) setOpened({ state: 'open', id, queue });
      },
      (error: unknown) => {
        if (isCurrent) setOpened({ state: 'failed', error, retry });
      },
    );
    return () => {
      isCurrent = false;
      documents.release(userId, id);
    };
  }, [userId, id, port, tries, retry]);
  useEffect(() => {
    if (opened.state !== 'failed' || !mayWorkLater(opened.error)) return undefined;
    // The notice stays until the document is there.
    const again = () => setTries((count) => count + 1);
    const timer = setTimeout(again, Math.min(firstRetryMs * 2 ** tries, lastRetryMs));
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [opened, tries]);
  return opened.state === 'open' && opened.id !== id ? { state: 'loading' } : opened;
}

/** The server did not answer, or not for now; a refusal is final until somebody acts. */
const mayWorkLater = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 408 || error.status === 429;
