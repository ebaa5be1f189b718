import { ApiError } from '@inkbear/web-kit/api-error.ts';
import type { SavePort } from '../../../saving/save-port.ts';
import type { SaveQueue } from '../../../saving/save-queue.ts';
import { useCallback, useEffect, useState } from 'react';
import { documents } from '../tab-documents.ts';

export type OpenedDocument =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'open'; id: string; queue: SaveQueue };

/** Backoff, in milliseconds, before a document that failed to load is opened again. */
const [firstRetryMs, lastRetryMs] = [2000, 30_000];

/**
 * Opens a document, including unsaved changes from its journal, and releases it on unmount; its queue keeps saving. A
 * document that failed to load is retried with exponential backoff, and at once when the network is back. `port` must
 * be the same object on every render.
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
    if (opened.state !== 'failed' || !isRetryable(opened.error)) return undefined;
    // A retry keeps the error notice until the document is loaded.
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

/** True for network errors, server errors, timeouts and rate limits; other refusals are final. */
const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 408 || error.status === 429;
