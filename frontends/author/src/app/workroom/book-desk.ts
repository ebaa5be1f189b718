import { ChangeSet } from '@codemirror/state';
import { getChapter, listChapters, restoreRevision } from '@inkbear/contracts/books/chapter';
import { normaliseNewlines } from '@inkbear/prose/changes';
import type { Replacement } from '@inkbear/prose/search/find-hits';
import { call } from '@inkbear/web-kit/api.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { chapterPort } from '../../features/chapters/api/chapter-port.ts';
import { inOrder } from '../../features/chapters/last-chapter.ts';
import type { BookDesk, ChapterChange } from '../../features/search/book-desk.ts';
import { documents } from '../../features/writing/documents.ts';
import type { ProseEditor } from '../../features/writing/prose-editor.ts';

interface Open { readonly id: string; readonly queue: SaveQueue; readonly editor: ProseEditor | null }

/** Every text of a book through its save queue, the open chapter through its editor as well. */
export function bookDesk(userId: string, bookId: string, open: Open): BookDesk {
  return {
    load: async () => {
      await documents.flushAll();
      const rows = await call(listChapters, { params: { id: bookId } });
      return inOrder(rows).map(({ id, title, chapterNumber, content }) => ({ id, title, chapterNumber, text: normaliseNewlines(content) }));
    },
    change: (chapterId, edit) => withQueue(userId, chapterId, (queue) =>
      change(chapterId, queue, edit, chapterId === open.id && open.editor !== null ? open.editor.apply : (edits) => queue.edit(ChangeSet.of([...edits], queue.text.length, '\n')))),
    takeBack: ({ chapterId, before, after }) => withQueue(userId, chapterId, async (queue) => {
      if (!(await queue.flush())) return false;
      // The server's own number: another tab may have written on.
      if ((await call(getChapter, { params: { id: chapterId } })).rev !== after) return false;
      await call(restoreRevision, { params: { id: chapterId, rev: String(before) } });
      await queue.refresh();
      return true;
    }),
  };
}

async function withQueue<T>(userId: string, chapterId: string, act: (queue: SaveQueue) => Promise<T>): Promise<T> {
  const documentId = `chapter:${chapterId}`;
  const queue = await documents.acquire(userId, documentId, chapterPort(chapterId));
  try {
    return await act(queue);
  } finally {
    documents.release(userId, documentId);
  }
}

async function change(chapterId: string, queue: SaveQueue, edit: (text: string) => readonly Replacement[], apply: (edits: readonly Replacement[]) => void): Promise<ChapterChange | null> {
  if (!(await queue.flush())) throw new Error('What was typed in this chapter is not saved yet.');
  const edits = edit(queue.text.toString());
  if (edits.length === 0) return null;
  const before = queue.view().rev;
  apply(edits);
  if (!(await queue.flush())) throw new Error('The replacements are kept in this browser and not saved yet.');
  return { chapterId, before, after: queue.view().rev, count: edits.length };
}
