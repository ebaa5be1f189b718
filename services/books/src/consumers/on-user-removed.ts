import { userRemoved } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { AllowanceRepository } from '../allowance/allowance.repository.ts';
import type { BookRepository } from '../books/book.repository.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { RevisionRepository } from '../revisions/revision.repository.ts';
import type { TrashRepository } from '../trash/trash.repository.ts';

export interface EraseDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly revisions: RevisionRepository;
  readonly trash: TrashRepository;
  readonly allowances: AllowanceRepository;
}

/** During the grace nobody can sign in, so nothing needs hiding; then everything of the user goes. */
export const onUserRemoved = ({ books, chapters, revisions, trash, allowances }: EraseDeps): Subscription => on(userRemoved, async ({ data: { userId, stage } }, { session }) => {
  if (stage !== 'erased') return;
  const ids = await chapters.listIdsOfUser(userId, session);
  await revisions.erase(ids, session);
  await chapters.erase(ids, session);
  await books.eraseOfUser(userId, session);
  await trash.eraseOfUser(userId, session);
  await allowances.erase(userId, session);
});
