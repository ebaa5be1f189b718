import type { HistoryRepository } from '@inkbear/manuscript-store/history.repository';
import type { EraseRows } from '@inkbear/service-kit/erasure';
import type { AllowanceRepository } from '../allowance/allowance.repository.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { WritingDayRepository } from '../progress/writing-day.repository.ts';
import type { TrashRepository } from '../trash/trash.repository.ts';
import type { BookRepository } from './book.repository.ts';

interface EraseDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly history: HistoryRepository;
  readonly trash: TrashRepository;
  readonly writingDays: WritingDayRepository;
  readonly allowances: AllowanceRepository;
}

const chaptersAtOnce = 20;

/** Everything of a user in batches, histories before the chapters that lead to them: it may end anywhere and is called again. */
export const eraseUser = ({ books, chapters, history, trash, writingDays, allowances }: EraseDeps): EraseRows[] => [
  async (userId, most) => {
    const ids = await chapters.listIdsOfUser(userId, chaptersAtOnce);
    if (ids.length === 0) return 0;
    if ((await history.eraseSome(ids, most)) > 0) return most;
    await chapters.erase(ids);
    // What thinning moved out of a head while it went.
    await history.erase(ids);
    return most;
  },
  (userId, most) => books.eraseOfUser(userId, most),
  (userId, most) => trash.eraseOfUser(userId, most),
  (userId, most) => writingDays.eraseOfUser(userId, most),
  (userId, most) => allowances.eraseOfUser(userId, most),
];
