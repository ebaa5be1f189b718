import { userRemoved } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { BookRepository } from '../books/book.repository.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';

export interface RemovalDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
}

/** During the grace nobody can sign in, so nothing needs hiding. Then everything leaves reach at once, and `erase-user.ts` removes it in batches. */
export const onUserRemoved = ({ books, chapters }: RemovalDeps): Subscription =>
  on(userRemoved, async ({ data: { userId, stage } }, { session }) => {
    if (stage !== 'erased') return;
    await books.hideAllOfUser(userId, session);
    await chapters.hideAllOfUser(userId, session);
  });
