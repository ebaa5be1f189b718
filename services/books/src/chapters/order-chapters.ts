import { ProblemError } from '@inkbear/service-kit/problem';
import type { ChapterPlan } from './chapter.repository.ts';
import type { StructureDeps } from './create-chapter.ts';

/** Puts the chapters into the order of `chapterIds`, which must name each chapter of the book once: else they have changed meanwhile. */
export async function orderChapters(
  { books, chapters, policy, outbox, clock }: StructureDeps,
  wanted: { bookId: string; userId: string; chapterIds: readonly string[] },
): Promise<ChapterPlan[]> {
  const { bookId, userId, chapterIds } = wanted;
  await policy.requireEditable(await books.getLive(bookId, userId));
  const at = clock.now();
  return await outbox.run(async ({ session }) => {
    await books.lock(bookId, userId, at, session);
    const plans = new Map((await chapters.listPlans(bookId, session)).map((plan) => [plan._id, plan]));
    const ordered = chapterIds.flatMap((id, index) => {
      const plan = plans.get(id);
      return plan ? [{ ...plan, chapterNumber: index + 1 }] : [];
    });
    if (ordered.length !== plans.size || chapterIds.length !== plans.size || new Set(chapterIds).size !== plans.size)
      throw new ProblemError('books.order_conflict');
    const moved = ordered.filter(({ _id, chapterNumber }) => plans.get(_id)?.chapterNumber !== chapterNumber);
    await chapters.setNumbers(
      moved.map(({ _id, chapterNumber }) => ({ id: _id, chapterNumber })),
      session,
    );
    return ordered;
  });
}
