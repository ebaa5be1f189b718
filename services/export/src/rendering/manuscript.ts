import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter, ChapterListItem } from '@inkbear/contracts/books/chapter';
import { manuscriptOf, printAuthorOf, printLanguageOf, type PrintPlan } from '@inkbear/contracts/books/manuscript';
import type { Story } from '@inkbear/contracts/stories/story';
import type { Manuscript } from '@inkbear/press/manuscript';
import type { SimpleDocument } from '@inkbear/press/lay-out-document';
import { ProblemError } from '@inkbear/service-kit/problem';

/** The whole book without empty chapters. Throws 400 when every chapter is empty. */
export function toManuscript(book: Book, chapters: readonly Chapter[], plan: PrintPlan): Manuscript {
  const manuscript = manuscriptOf(book, chapters, plan);
  if (manuscript.chapters.length === 0) throw new ProblemError('export.nothing_to_export');
  return manuscript;
}

/** The book's outline and the plan of each chapter. Throws 400 when the book has neither an outline nor chapters. */
export function toOutline(book: Book, chapters: readonly ChapterListItem[]): SimpleDocument {
  const planned = chapters.filter(
    ({ description, keyPoints, beats }) => description !== '' || keyPoints.length > 0 || beats.length > 0,
  );
  if (book.outline.trim() === '' && chapters.length === 0)
    throw new ProblemError('export.nothing_to_export', { message: 'Write an outline or add a chapter first.' });
  const plan = chapters.map((chapter) => {
    const { chapterNumber, title, description, keyPoints, beats } = chapter;
    const points = keyPoints.map((point) => `– ${point}`);
    const steps = beats.map(({ text }, index) => `${index + 1}. ${text}`);
    return [`## ${chapterNumber}. ${title}`, timeOf(chapter), description, ...points, ...steps]
      .filter(Boolean)
      .join('\n\n');
  });
  const text = [
    book.outline.trim(),
    chapters.length > 0 ? (planned.length > 0 ? '# Chapters' : '# Chapters so far') : '',
    ...plan,
  ]
    .filter(Boolean)
    .join('\n\n');
  return { title: book.title, subtitle: 'Outline', author: printAuthorOf(book), language: printLanguageOf(book), text };
}

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** “4 March 1911 · Flashback”, or the part of it that is known. */
const timeOf = ({ storyDate, isFlashback }: ChapterListItem): string =>
  [storyDate === null ? '' : longDate.format(new Date(storyDate)), isFlashback ? 'Flashback' : '']
    .filter(Boolean)
    .join(' · ');

/** A story as a book with a single chapter. Throws 400 when it is empty. */
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
