import type { Chapter } from '@inkbear/contracts/books/chapter';
import type { ChapterWithoutText } from './chapter.repository.ts';
import { type ChapterRow, withPlanDefaults } from './chapter.ts';

/** All fields except the text. */
export const presentChapterListItem = (row: ChapterWithoutText): Omit<Chapter, 'content'> => ({
  id: row._id,
  bookId: row.bookId,
  chapterNumber: row.chapterNumber,
  title: row.title,
  wordCount: row.wordCount,
  targetWordCount: row.targetWordCount,
  isComplete: row.isComplete,
  description: row.description,
  keyPoints: row.keyPoints,
  ...withPlanDefaults(row),
  aiGeneratedCount: row.aiGeneratedCount,
  aiEditCount: row.aiEditCount,
  polishCount: row.polishCount,
  rev: row.rev,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const presentChapter = (row: ChapterWithoutText & Pick<ChapterRow, 'content'>): Chapter => ({
  ...presentChapterListItem(row),
  content: row.content,
});
