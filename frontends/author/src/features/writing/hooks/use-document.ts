import type { SavePort } from '@inkbear/web-kit/saving/save-port.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { useCallback, useEffect, useState } from 'react';
import { documents } from '../documents.ts';

export type OpenedDocument =
  | { state: 'loading' }
  | { state: 'failed'; error: unknown; retry: () => void }
  | { state: 'open'; id: string; queue: SaveQueue };

/** Opens a document with what its journal still holds, and leaves it to save itself when the page goes on to another. `port` must be stable. */
export function useDocument(userId: string, id: string, port: SavePort): OpenedDocument {
  const [opened, setOpened] = useState<OpenedDocument>({ state: 'loading' });
  const [tries, setTries] = useState(0);
  const retry = useCallback(() => setTries((count) => count + 1), []);
  useEffect(() => {
    let isCurrent = true;
    setOpened({ state: 'loading' });
    documents.acquire(userId, id, port).then(
      (queue) => { if (isCurrent) setOpened({ state: 'open', id, queue }); },
      (error: unknown) => { if (isCurrent) setOpened({ state: 'failed', error, retry }); },
    );
    return () => {
      isCurrent = false;
      documents.release(userId, id);
    };
  }, [userId, id, port, tries, retry]);
  return opened.state === 'open' && opened.id !== id ? { state: 'loading' } : opened;
}
