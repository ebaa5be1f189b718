import { aiCountersChanged } from '@inkbear/contracts/events';
import { on, type Subscription } from '@inkbear/service-kit/consumer';
import type { BookRepository } from '../books/book.repository.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';

/** Copies the counters of a chapter or a book; ai owns them. Stories are not ours. */
export const onAiCountersChanged = ({
  books,
  chapters,
}: {
  books: BookRepository;
  chapters: ChapterRepository;
}): Subscription =>
  on(aiCountersChanged, async ({ seq, data }, { session }) => {
    const {
      userId,
      bookId,
      chapterId,
      titleGenerationCount,
      outlineGenerationCount,
      aiGeneratedCount,
      aiEditCount,
      polishCount,
    } = data;
    if (chapterId !== null)
      await chapters.setAiCounters(chapterId, userId, seq, { aiGeneratedCount, aiEditCount, polishCount }, session);
    else if (bookId !== null)
      await books.setAiCounters(bookId, userId, seq, { titleGenerationCount, outlineGenerationCount }, session);
  });
