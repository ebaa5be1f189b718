import {
  listScenes,
  mergeChapters,
  moveScene,
  saveSynopsis,
  type SceneReply,
  splitChapter,
  undoStructure,
} from '@inkbear/contracts/books/scene';
import type { ClientReply } from '@inkbear/contracts/route';
import { listTrash } from '@inkbear/contracts/books/book';
import { call, callWithHeaders } from '@inkbear/web-kit/api.ts';
import { isSignedOut, messageOf, withReference } from '@inkbear/web-kit/api-error.ts';
import { readKey } from '@inkbear/web-kit/read.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isStale } from '../../kit/use-put-mutation.ts';
import { UnsavedError } from '../../saving/unsaved-error.ts';
import { invalidateBook, invalidateBookList } from '../books/books.api.ts';
import { chapterQuery } from '../chapters/chapters.api.ts';
import { limitConcurrency } from './limit-concurrency.ts';

/** The scenes of one revision of a chapter's text. */
export interface ChapterScenes {
  readonly rev: number;
  readonly scenes: readonly SceneReply[];
}

/** A board that is scrolled fast would otherwise request many chapters at once. */
const inTurn = limitConcurrency(3);

/** The scenes of a chapter. Always refetched on mount, because the text may have been changed in the editor. */
export const scenesQuery = (chapterId: string) =>
  queryOptions({
    queryKey: readKey(listScenes, { params: { id: chapterId } }),
    queryFn: ({ signal }): Promise<ChapterScenes> => inTurn(signal, () => fetchScenes(chapterId, signal)),
    refetchOnMount: 'always',
  });

async function fetchScenes(chapterId: string, signal: AbortSignal): Promise<ChapterScenes> {
  const { body, headers } = await callWithHeaders(listScenes, { params: { id: chapterId }, signal });
  return { rev: revOf(headers.get('etag')), scenes: body };
}

/** The revision of an `ETag`, also of a weak one, which a proxy makes when it compresses a reply. */
function revOf(tag: string | null): number {
  const rev = Number(tag?.replace('W/', '').replaceAll('"', ''));
  if (!Number.isSafeInteger(rev) || rev < 1) throw new Error('The scenes came without the revision of their text.');
  return rev;
}

interface Synopsis {
  readonly chapterId: string;
  readonly rev: number;
  readonly index: number;
  readonly synopsis: string;
}

/** Saves the synopsis of a scene. The card shows its errors. */
export function useSaveSynopsis() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ chapterId, index, rev, synopsis }: Synopsis) =>
      call(saveSynopsis, { params: { id: chapterId, index: String(index) }, body: { rev, synopsis } }),
    onSuccess: (saved, { chapterId, rev }) =>
      client.setQueryData<ChapterScenes>(scenesQuery(chapterId).queryKey, (read) =>
        read?.rev === rev ? { rev, scenes: read.scenes.with(saved.index, saved) } : read,
      ),
  });
}

/** A change of the structure of a book, with the revisions that the board shows. */
export type StructureChange =
  | {
      readonly kind: 'move';
      readonly chapterId: string;
      readonly rev: number;
      readonly index: number;
      readonly toChapterId: string;
      readonly toRev: number;
      readonly toIndex: number;
    }
  | { readonly kind: 'split'; readonly chapterId: string; readonly rev: number; readonly at: number }
  | {
      readonly kind: 'merge';
      readonly chapterId: string;
      readonly rev: number;
      readonly withId: string;
      readonly withRev: number;
    }
  | { readonly kind: 'undo'; readonly operationId: string; readonly chapterIds: readonly string[] };

/** A chapter after a change, and the operation that Undo takes back. */
export type Restructured = ClientReply<typeof moveScene>[number];

/** The chapters that a change affects, as far as the request names them. */
export function chapterIdsOf(change: StructureChange): readonly string[] {
  if (change.kind === 'undo') return change.chapterIds;
  if (change.kind === 'move') return [change.chapterId, change.toChapterId];
  return change.kind === 'merge' ? [change.chapterId, change.withId] : [change.chapterId];
}

/** Replies with the changed chapters that are in the book, first the one that the request names. */
async function sendChange(bookId: string, change: StructureChange): Promise<readonly Restructured[]> {
  switch (change.kind) {
    case 'move': {
      const { chapterId, rev, index, toChapterId, toRev, toIndex } = change;
      return await call(moveScene, {
        params: { id: chapterId },
        body: { rev, index, toChapterId, toRev, toIndex },
      });
    }
    case 'split':
      return await call(splitChapter, { params: { id: change.chapterId }, body: { rev: change.rev, at: change.at } });
    case 'merge': {
      const { chapterId, rev, withRev } = change;
      return [await call(mergeChapters, { params: { id: chapterId }, body: { rev, withRev } })];
    }
    case 'undo':
      return await call(undoStructure, { params: { id: bookId, operationId: change.operationId } });
  }
}

/** Refetches what a change affects: the book with its list of chapters, and the texts and scenes of these chapters. */
async function refresh(client: QueryClient, bookId: string, chapterIds: readonly string[]): Promise<void> {
  void invalidateBookList(client);
  void client.invalidateQueries({ queryKey: readKey(listTrash) });
  await Promise.all([
    invalidateBook(client, bookId),
    ...chapterIds.map((id) => client.invalidateQueries({ queryKey: chapterQuery(id).queryKey })),
  ]);
}

const failureTitles: Readonly<Record<StructureChange['kind'], string>> = {
  move: 'The scene was not moved',
  split: 'The chapter was not divided',
  merge: 'The chapters were not merged',
  undo: 'This was not undone',
};

/**
 * Changes the structure of a book, one change at a time, and shows the board as it is afterwards, also after a failure.
 * @param saveFirst saves unsaved texts, so that the server knows them; false when that fails
 */
export function useChangeStructure(bookId: string, saveFirst: () => Promise<boolean>) {
  const client = useQueryClient();
  return useSingleFlightMutation<readonly Restructured[], StructureChange>(
    {
      mutationFn: async (change) => {
        if (!(await saveFirst())) throw new UnsavedError();
        try {
          return await sendChange(bookId, change);
        } finally {
          await refresh(client, bookId, chapterIdsOf(change));
        }
      },
      onError: (error, { kind }) => {
        if (!isSignedOut(error))
          showToast({ title: failureTitles[kind], description: failureText(error), tone: 'destructive' });
      },
    },
    anyInput,
  );
}

function failureText(error: unknown): string {
  if (error instanceof UnsavedError)
    return 'Your latest changes are not saved yet. They are kept; please try again once they are saved.';
  if (isStale(error))
    return 'The text was changed somewhere else. The corkboard shows it as it is now, and nothing is lost. Please try again.';
  return withReference(error, messageOf(error, 'The server did not answer. Please try again.'));
}
