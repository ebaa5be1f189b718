import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { chapterPort } from '../features/chapters/api/chapter-port.ts';
import { documents } from '../features/writing/documents.ts';

/** Acts on a chapter's text through its save queue, and so through the editor it is open in, if it is. */
export async function withChapterQueue<T>(userId: string, chapterId: string, act: (queue: SaveQueue) => Promise<T>): Promise<T> {
  const documentId = `chapter:${chapterId}`;
  const queue = await documents.acquire(userId, documentId, chapterPort(chapterId));
  try {
    return await act(queue);
  } finally {
    documents.release(userId, documentId);
  }
}
