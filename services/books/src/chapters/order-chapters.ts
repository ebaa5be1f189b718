import { ProblemError } from '@inkbear/service-kit/problem';
import type { ChapterWithoutText } from './chapter.repository.ts';
import type { StructureDeps } from './create-chapter.ts';

/**
 * Sorts the chapters as in `chapterIds`. Throws 409 unless it names each chapter exactly once: the list has changed
 * meanwhile.
 */
export async function orderChapters(
  { books, chapters, policy, outbox, clock }: StructureDeps,
  input: { bookId: string; userId: string; chapterIds: readonly string[] },
): Promise<ChapterWithoutText[]> {
  const { bookId, userId, chapterIds } = input;
  await policy.requireEditable(await books.getLive(bookId, userId));
  const at = clock.now();
  return await outbox.run(async ({ session }) => {
    await books.lock(bookId, userId, at, session);
    const stored = new Map((await chapters.listAllLive(bookId, session)).map((chapter) => [chapter._id, chapter]));
    const ordered = chapterIds.flatMap((id, index) => {
      const chapter = stored.get(id);
      return chapter ? [{ ...chapter, chapterNumber: index + 1 }] : [];
    });
    if (ordered.length !== stored.size || chapterIds.length !== stored.size || new Set(chapterIds).size !== stored.size)
      throw new ProblemError('books.order_conflict');
    const moved = ordered.filter(({ _id, chapterNumber }) => stored.get(_id)?.chapterNumber !== chapterNumber);
    await chapters.setNumbers(
      moved.map(({ _id, chapterNumber }) => ({ id: _id, chapterNumber })),
      session,
    );
    return ordered;
  });
}
