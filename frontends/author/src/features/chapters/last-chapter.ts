import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';

const key = (bookId: string) => `inkbear-last-chapter:${bookId}`;

/** The chapter that was open last in a book, on this device. */
export const lastChapter = {
  read: (bookId: string): string | null => safeLocalStorage.get(key(bookId)),
  save: (bookId: string, chapterId: string): void => safeLocalStorage.set(key(bookId), chapterId),
};

type Numbered = Pick<ChapterItem, 'id' | 'chapterNumber'>;
/** A copy in the order of the chapter numbers. */
export const sortChapters = <C extends Numbered>(chapters: readonly C[]): C[] =>
  [...chapters].sort((a, b) => a.chapterNumber - b.chapterNumber);

/** The chosen chapter if it still exists, otherwise the remembered one, otherwise the first. */
export function chapterToOpen<C extends Numbered>(
  chapters: readonly C[],
  chosen: string | null,
  remembered: string | null,
): C | null {
  const find = (id: string | null) => chapters.find((chapter) => chapter.id === id);
  return find(chosen) ?? find(remembered) ?? sortChapters(chapters)[0] ?? null;
}
