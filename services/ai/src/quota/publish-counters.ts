import { aiCountersChanged } from '@inkbear/contracts/events';
import type { Transaction } from '@inkbear/service-kit/outbox';
import type { Scope } from './limit-rules.ts';
import type { UsageRepository } from './usage.repository.ts';

/**
 * Publishes how often AI was used on a book, a chapter or a story, unless these counts are published already. The books
 * and stories services store these counts and return them in their replies.
 */
export async function publishCounters(
  usage: UsageRepository,
  { userId, bookId, chapterId, storyId }: Scope,
  transaction: Transaction,
): Promise<void> {
  const base = {
    userId,
    bookId: null,
    chapterId: null,
    storyId: null,
    titleGenerationCount: 0,
    outlineGenerationCount: 0,
    aiGeneratedCount: 0,
    aiEditCount: 0,
    polishCount: 0,
  };
  if (bookId) {
    const [titleGenerationCount = 0, outlineGenerationCount = 0] = await usage.readCountersIn(transaction.session, [
      `book:${bookId}:book.title`,
      `book:${bookId}:book.outline`,
    ]);
    await transaction.emitIfChanged(aiCountersChanged, `book:${bookId}`, {
      ...base,
      bookId,
      titleGenerationCount,
      outlineGenerationCount,
    });
  }
  if (chapterId) {
    const [aiGeneratedCount = 0, aiEditCount = 0, polishCount = 0] = await usage.readCountersIn(transaction.session, [
      `chapter:${chapterId}:chapter.generate`,
      `chapter:${chapterId}:chapter.edit`,
      `chapter:${chapterId}:chapter.polish`,
    ]);
    await transaction.emitIfChanged(aiCountersChanged, `chapter:${chapterId}`, {
      ...base,
      bookId,
      chapterId,
      aiGeneratedCount,
      aiEditCount,
      polishCount,
    });
  }
  if (storyId) {
    const [aiGeneratedCount = 0, aiEditCount = 0, polishCount = 0] = await usage.readCountersIn(transaction.session, [
      `story:${storyId}:story.generate`,
      `story:${storyId}:story.enhance`,
      `story:${storyId}:story.polish`,
    ]);
    await transaction.emitIfChanged(aiCountersChanged, `story:${storyId}`, {
      ...base,
      storyId,
      aiGeneratedCount,
      aiEditCount,
      polishCount,
    });
  }
}
