import { documentIdOf, type Manuscript } from '../saving/manuscript.ts';
import type { SaveQueue } from '../saving/save-queue.ts';
import { documents } from '../features/writing/tab-documents.ts';
import { manuscriptPort } from '../features/writing/manuscript-port.ts';

/**
 * Runs `act` with the save queue of a manuscript, which may not be open. An open editor sees the changes, because it
 * shares the queue.
 */
export async function withQueue<T>(
  userId: string,
  manuscript: Manuscript,
  act: (queue: SaveQueue) => Promise<T>,
): Promise<T> {
  const documentId = documentIdOf(manuscript);
  const queue = await documents.acquire(userId, documentId, manuscriptPort(manuscript));
  try {
    return await act(queue);
  } finally {
    documents.release(userId, documentId);
  }
}
