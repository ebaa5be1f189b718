import { ChangeSet } from '@codemirror/state';
import { getChapter, listChapters } from '@inkbear/contracts/books/chapter';
import { normaliseNewlines } from '@inkbear/prose/changes';
import type { Replacement } from '@inkbear/prose/search/find-hits';
import { call } from '@inkbear/web-kit/api.ts';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import type { ManuscriptKind } from '../saving/manuscript.ts';
import type { SaveQueue } from '../saving/save-queue.ts';
import { sortChapters } from '../features/chapters/last-chapter.ts';
import type { SearchSource, ChapterChange } from '../features/search/search-source.ts';
import { documents } from '../features/writing/tab-documents.ts';
import { changedRanges } from '../features/writing/applied-change.ts';
import { withQueue } from './manuscript-queue.ts';
import { revertChange } from './revert-change.ts';

/** How many chapters are fetched concurrently. */
const parallelReads = 6;

/**
 * Search and replace in all chapters of a book. Edits go through each chapter's save queue, so an open editor shows
 * them.
 */
export function bookSearchSource(userId: string, bookId: string): SearchSource {
  // The text of a revision never changes, so a repeated search fetches only chapters with a new revision.
  const cache = new Map<string, { readonly rev: number; readonly text: string }>();
  const textOf = async ({ id, rev }: ChapterItem): Promise<string> => {
    const cached = cache.get(id);
    if (cached?.rev === rev) return cached.text;
    const chapter = await call(getChapter, { params: { id } });
    const text = normaliseNewlines(chapter.content);
    cache.set(id, { rev: chapter.rev, text });
    return text;
  };
  return {
    load: async () => {
      await documents.flushAll();
      const rows = sortChapters(await call(listChapters, { params: { id: bookId } }));
      const texts: string[] = [];
      for (let from = 0; from < rows.length; from += parallelReads) {
        texts.push(...(await Promise.all(rows.slice(from, from + parallelReads).map(textOf))));
      }
      return rows.map(({ id, title, chapterNumber }, at) => ({ id, title, chapterNumber, text: texts[at] ?? '' }));
    },
    ...editableSource(userId, 'chapter'),
  };
}

/** Search and replace in one story, which needs no other text. */
export const storySearchSource = (userId: string): SearchSource => ({
  load: () => Promise.resolve([]),
  ...editableSource(userId, 'story'),
});

const editableSource = (userId: string, kind: ManuscriptKind): Omit<SearchSource, 'load'> => ({
  kind,
  applyEdits: (id, edit) => withQueue(userId, { kind, id }, (queue) => applyAndSave(id, queue, edit)),
  revert: (change) => withQueue(userId, { kind, id: change.chapterId }, (queue) => revertChange(change, queue)),
});

async function applyAndSave(
  chapterId: string,
  queue: SaveQueue,
  edit: (text: string) => readonly Replacement[],
): Promise<ChapterChange | null> {
  if (!(await queue.flush())) throw new Error('The latest changes of this text are not saved yet.');
  const edits = edit(queue.text.toString());
  if (edits.length === 0) return null;
  const before = queue.text;
  const changes = ChangeSet.of([...edits], before.length, '\n');
  if (!queue.applyExternalEdit(changes))
    throw new Error('This text was changed elsewhere too: choose which version to keep first.');
  // Captured before saving, so that text typed or saved meanwhile is not part of the replacement.
  const change = {
    chapterId,
    count: edits.length,
    text: queue.text.toString(),
    ranges: changedRanges(changes, before),
  };
  return { ...change, isSaved: await queue.flush() };
}
