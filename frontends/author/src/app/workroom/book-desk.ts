import { ChangeSet } from '@codemirror/state';
import { listChapters } from '@inkbear/contracts/books/chapter';
import { normaliseNewlines } from '@inkbear/prose/changes';
import type { Replacement } from '@inkbear/prose/search/find-hits';
import { call } from '@inkbear/web-kit/api.ts';
import type { ManuscriptKind } from '@inkbear/web-kit/saving/manuscript.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { inOrder } from '../../features/chapters/last-chapter.ts';
import type { BookDesk, ChapterChange } from '../../features/search/book-desk.ts';
import { documents } from '../../features/writing/documents.ts';
import { placesOf } from '../../features/writing/made-change.ts';
import { withQueue } from '../manuscript/manuscript-queue.ts';
import { takeBack } from '../manuscript/take-back.ts';

/** Every text of a book through its save queue, and so through the editor it is open in, if it is, at that moment. */
export function bookDesk(userId: string, bookId: string): BookDesk {
  return {
    load: async () => {
      await documents.flushAll();
      const rows = await call(listChapters, { params: { id: bookId } });
      return inOrder(rows).map(({ id, title, chapterNumber, content }) => ({ id, title, chapterNumber, text: normaliseNewlines(content) }));
    },
    ...deskOf(userId, 'chapter'),
  };
}

/** A story by itself: there is nothing else to load. */
export const storyDesk = (userId: string): BookDesk => ({ load: () => Promise.resolve([]), ...deskOf(userId, 'story') });

const deskOf = (userId: string, kind: ManuscriptKind): Omit<BookDesk, 'load'> => ({
  noun: kind,
  change: (id, edit) => withQueue(userId, { kind, id }, (queue) => change(id, queue, edit)),
  takeBack: (made) => withQueue(userId, { kind, id: made.chapterId }, (queue) => takeBack(made, queue)),
});

async function change(chapterId: string, queue: SaveQueue, edit: (text: string) => readonly Replacement[]): Promise<ChapterChange | null> {
  if (!(await queue.flush())) throw new Error('What was typed here is not saved yet.');
  const edits = edit(queue.text.toString());
  if (edits.length === 0) return null;
  const before = queue.text;
  const changes = ChangeSet.of([...edits], before.length, '\n');
  if (!queue.applyHere(changes)) throw new Error('This text was changed in two places: decide between the two texts first.');
  // What others write, or the author types, while this is saved is none of the replacement.
  const made = { chapterId, count: edits.length, text: queue.text.toString(), places: placesOf(changes, before) };
  return { ...made, isSaved: await queue.flush() };
}
