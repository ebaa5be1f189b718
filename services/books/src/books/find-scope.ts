import type { ReadDeps } from './read-book.ts';

/** Makes sure that a chapter and a book belong to the user, without reading a text. Throws 404. */
export async function findScope(
  { books, chapters }: Pick<ReadDeps, 'books' | 'chapters'>,
  { userId, ...wanted }: { userId: string; bookId?: string | undefined; chapterId?: string | undefined },
): Promise<{ bookId: string | null; chapterId: string | null; aiSuspended: boolean }> {
  const place = wanted.chapterId === undefined ? null : await chapters.getPlace(wanted.chapterId, userId);
  const asked = wanted.bookId === undefined ? null : await books.getLive(wanted.bookId, userId);
  const bookId = place?.bookId ?? asked?._id ?? null;
  const book = bookId === null || bookId === asked?._id ? asked : await books.getLive(bookId, userId);
  return { bookId, chapterId: place?._id ?? null, aiSuspended: book?.aiSuspended ?? false };
}
