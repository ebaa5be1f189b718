import { generateChapter, generateChapterEnhanced } from '@inkbear/contracts/ai/writing';
import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import { stream } from '@inkbear/web-kit/stream.ts';

/** Words of a generated chapter. */
export const generatedWords = 3500;

export interface ChapterWish {
  readonly book: Pick<Book, 'id' | 'title' | 'genre'>;
  readonly chapter: Pick<Chapter, 'id' | 'title' | 'description' | 'chapterNumber'>;
  /** The outline knows enough for the generator that uses it. */
  readonly isEnhanced: boolean;
  readonly variantOf?: string;
}

/** Streams a chapter as a proposal; aborting stops the work on the server. */
export function writeChapter({ book, chapter, isEnhanced, variantOf }: ChapterWish, onDelta: (text: string) => void, signal: AbortSignal) {
  return stream(isEnhanced ? generateChapterEnhanced : generateChapter, {
    signal,
    body: {
      bookTitle: book.title, chapterTitle: chapter.title, chapterDescription: chapter.description, chapterNumber: chapter.chapterNumber, bookGenre: book.genre,
      targetWords: generatedWords, chapterId: chapter.id, bookId: book.id, ...(variantOf === undefined ? {} : { variantOf }),
    },
  }, { onDelta });
}
