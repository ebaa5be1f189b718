import { ChangeSet } from '@codemirror/state';
import { getChapter, listChapters } from '@inkbear/contracts/books/chapter';
import { normaliseNewlines } from '@inkbear/prose/changes';
import type { Replacement } from '@inkbear/prose/search/find-hits';
import { call } from '@inkbear/web-kit/api.ts';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import type { ManuscriptKind } from '@inkbear/web-kit/saving/manuscript.ts';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { inOrder } from '../../features/chapters/last-chapter.ts';
import type { BookDesk, ChapterChange } from '../../features/search/book-desk.ts';
import { documents } from '../../features/writing/documents.ts';
import { placesOf } from '../../features/writing/made-change.ts';
import { withQueue } from '../manuscript/manuscript-queue.ts';
import { takeBack } from '../manuscript/take-back.ts';

/** Chapters that are fetched at the same time. */
const parallelReads = 6;

/** Every text of a book through its save queue, and so through the editor it is open in, if it is, at that moment. */
export function bookDesk(userId: string, bookId: string): BookDesk {
  // A text never changes under its revision, so a search is repeated without fetching it again.
  const known = new Map<string, { readonly rev: number; readonly text: string }>();
  const textOf = async ({ id, rev }: ChapterItem): Promise<string> => {
    const before = known.get(id);
    if (before?.rev === rev) return before.text;
    const chapter = await call(getChapter, { params: { id } });
    const text = normaliseNewlines(chapter.content);
    known.set(id, { rev: chapter.rev, text });
    return text;
  };
  return {
    load: async () => {
      await documents.flushAll();
      const rows = inOrder(await call(listChapters, { params: { id: bookId } }));
      const texts: string[] = [];
      for (let from = 0; from < rows.length; from += parallelReads) {
        texts.push(...(await Promise.all(rows.slice(from, from + parallelReads).map(textOf))));
      }
      return rows.map(({ id, title, chapterNumber }, at) => ({ id, title, chapterNumber, text: texts[at] ?? '' }));
    },
    ...deskOf(userId, 'chapter'),
  };
}

/** A story by itself: there is nothing else to load. */
export const storyDesk = (userId: string): BookDesk => ({
  load: () => Promise.resolve([]),
  ...deskOf(userId, 'story'),
});

const deskOf = (userId: string, kind: ManuscriptKind): Omit<BookDesk, 'load'> => ({
  noun: kind,
  change: (id, edit) => withQueue(userId, { kind, id }, (queue) => change(id, queue, edit)),
  takeBack: (made) => withQueue(userId, { kind, id: made.chapterId }, (queue) => takeBack(made, queue)),
});

async function change(
  chapterId: string,
  queue: SaveQueue,
  edit: (text: string) => readonly Replacement[],
): Promise<ChapterChange | null> {
  if (!(await queue.flush())) throw new Error('What was typed here is not saved yet.');
  const edits = edit(queue.text.toString());
  if (edits.length === 0) return null;
  const before = queue.text;
  const changes = ChangeSet.of([...edits], before.length, '\n');
  if (!queue.applyHere(changes))
    throw new Error('This text was changed in two places: decide between the two texts first.');
  // What others write, or the author types, while this is saved is none of the replacement.
  const made = { chapterId, count: edits.length, text: queue.text.toString(), places: placesOf(changes, before) };
  return { ...made, isSaved: await queue.flush() };
}
