import { getBookProgress } from '@inkbear/contracts/books/progress';
import type { Clock } from '@inkbear/service-kit/clock';
import { localDateIn } from '@inkbear/service-kit/local-date';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { BookRepository } from '../books/book.repository.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import { bookProgressOf } from './book-progress.ts';
import type { WritingDayRepository } from './writing-day.repository.ts';

interface ProgressDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly writingDays: WritingDayRepository;
  readonly clock: Clock;
}

export function progressRoutes({ books, chapters, writingDays, clock }: ProgressDeps): ServedRoute[] {
  return [
    serve(getBookProgress, async ({ params: { id }, identity: { userId }, timeZone }) => {
      const { wordCount: targetWords } = await books.getLive(id, userId);
      const [days, totals] = await Promise.all([writingDays.list(id), chapters.totals(userId, id)]);
      return reply(
        200,
        bookProgressOf(days, {
          today: localDateIn(timeZone, clock.now()),
          targetWords,
          writtenWords: totals.get(id)?.writtenWords ?? 0,
        }),
      );
    }),
  ];
}
