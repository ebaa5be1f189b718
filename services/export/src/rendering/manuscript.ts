import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter, ChapterListItem } from '@inkbear/contracts/books/chapter';
import type { Story } from '@inkbear/contracts/stories/story';
import type { Manuscript } from '@inkbear/press/manuscript';
import type { SimpleDocument } from '@inkbear/press/set-outline';
import { ProblemError } from '@inkbear/service-kit/problem';

/** `EN` is what books carry by default; British hyphenation is the house's. */
const languageOf = (book: Book): string => (/^en$/i.test(book.language) ? 'en-GB' : book.language);
/** The name on the title page: the pen name if there is one. */
const authorOf = (book: Book): string => book.penName || book.authorName;

/** The whole book; chapters without a word are left out, and a book without any is 400. */
export function toManuscript(book: Book, chapters: readonly Chapter[]): Manuscript {
  const written = chapters.filter(({ wordCount }) => wordCount > 0);
  if (written.length === 0) throw new ProblemError('export.nothing_to_export');
  return {
    title: book.title,
    author: authorOf(book),
    publisher: book.publishingHouse,
    dedication: book.dedication,
    introduction: book.introduction,
    synopsis: book.synopsis,
    language: languageOf(book),
    chapters: written.map(({ chapterNumber, title, content }) => ({ number: chapterNumber, title, text: content })),
  };
}

/** The outline and, for each chapter, what is planned for it. A book without either is 400. */
export function toOutline(book: Book, chapters: readonly ChapterListItem[]): SimpleDocument {
  const planned = chapters.filter(({ description, keyPoints }) => description !== '' || keyPoints.length > 0);
  if (book.outline.trim() === '' && chapters.length === 0)
    throw new ProblemError('export.nothing_to_export', { message: 'Write an outline or add a chapter first.' });
  const plan = chapters.map(({ chapterNumber, title, description, keyPoints }) =>
    [`## ${chapterNumber}. ${title}`, description, ...keyPoints.map((point) => `– ${point}`)]
      .filter(Boolean)
      .join('\n\n'),
  );
  const text = [
    book.outline.trim(),
    chapters.length > 0 ? (planned.length > 0 ? '# Chapters' : '# Chapters so far') : '',
    ...plan,
  ]
    .filter(Boolean)
    .join('\n\n');
  return { title: book.title, subtitle: 'Outline', author: authorOf(book), language: languageOf(book), text };
}

/** A story as a small book of one text; one without a word is 400. */
export function toStoryManuscript({
  title,
  authorName,
  publishingHouse,
  dedication,
  introduction,
  synopsis,
  content,
}: Story): Manuscript {
  if (content.trim() === '') throw new ProblemError('export.nothing_to_export');
  return {
    title,
    author: authorName,
    publisher: publishingHouse,
    dedication,
    introduction,
    synopsis,
    language: 'en-GB',
    chapters: [{ number: 1, title, text: content }],
  };
}
