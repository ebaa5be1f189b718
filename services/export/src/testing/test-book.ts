import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';

export const testTime = '2026-01-01T00:00:00.000Z';

/** A book of two chapters, as the books service replies it. */
export const testBook: Book = {
  id: 'b1',
  title: 'Winter: "1"',
  genre: 'general',
  subgenre: '',
  targetAudience: '',
  status: 'active',
  authorName: 'Ada Byron',
  penName: '',
  publishingHouse: '',
  outline: '',
  synopsis: '',
  introduction: '',
  dedication: 'For M.',
  totalChapters: 2,
  completedChapters: 0,
  wordCount: 10,
  writtenWords: 10,
  exported: false,
  language: 'EN',
  readbackEnabled: false,
  titleGenerationCount: 0,
  outlineGenerationCount: 0,
  aiSuspended: false,
  canEdit: true,
  createdAt: testTime,
  updatedAt: testTime,
};

export const testChapter = (id: string, chapterNumber: number, content: string): Chapter => ({
  id,
  bookId: 'b1',
  chapterNumber,
  title: `Part ${chapterNumber}`,
  content,
  wordCount: content.split(/\s+/).filter(Boolean).length,
  targetWordCount: 2500,
  isComplete: false,
  description: '',
  keyPoints: [],
  beats: [],
  storyDate: null,
  isFlashback: false,
  aiGeneratedCount: 0,
  aiEditCount: 0,
  polishCount: 0,
  rev: 1,
  createdAt: testTime,
  updatedAt: testTime,
});
