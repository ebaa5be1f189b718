import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter, ChapterListItem } from '@inkbear/contracts/books/chapter';
import type { Story } from '@inkbear/contracts/stories/story';
import type { Design } from '@inkbear/contracts/books/design';
import { type Matter, matterTitles } from '@inkbear/contracts/books/matter';
import type { Manuscript, ManuscriptChapter } from '@inkbear/press/manuscript';
import type { SimpleDocument } from '@inkbear/press/lay-out-document';
import { ProblemError } from '@inkbear/service-kit/problem';

/** Books have the language `EN` by default, which is hyphenated as British English. */
const languageOf = (book: Book): string => (/^en$/i.test(book.language) ? 'en-GB' : book.language);
/** The name on the title page: the pen name if there is one. */
const authorOf = (book: Book): string => book.penName || book.authorName;

/** A book's list of chapters in order, and how it wants them to be printed. */
interface Plan {
  listed: readonly Pick<ChapterListItem, 'id'>[];
  design: Pick<Design, 'parts' | 'unnumbered'>;
}

/** Assigns chapter numbers, skipping unnumbered chapters, and the titles of the parts that begin before chapters. */
function toChapters(chapters: readonly Chapter[], { listed, design }: Plan): ManuscriptChapter[] {
  const unnumbered = new Set(design.unnumbered);
  const parts = new Map(design.parts.map(({ beforeChapterId, title }) => [beforeChapterId, title]));
  const numbers = new Map<string, number>();
  for (const { id } of listed) if (!unnumbered.has(id)) numbers.set(id, numbers.size + 1);
  return chapters.map(({ id, title, content }) => ({
    number: numbers.get(id),
    title,
    text: content,
    part: parts.get(id),
  }));
}

/**
 * The whole book without empty chapters, so a part begins before its first chapter with text.
 * Throws 400 when every chapter is empty.
 */
export function toManuscript(
  book: Book,
  chapters: readonly Chapter[],
  { isbn, matter, ...plan }: Plan & { isbn: string; matter: Pick<Matter, 'pieces'> },
): Manuscript {
  const all = toChapters(chapters, plan);
  const written: ManuscriptChapter[] = [];
  let part: string | undefined;
  chapters.forEach(({ wordCount }, index) => {
    part = all[index]?.part ?? part;
    if (wordCount === 0 || !all[index]) return;
    written.push({ ...all[index], part });
    part = undefined;
  });
  if (written.length === 0) throw new ProblemError('export.nothing_to_export');
  return {
    title: book.title,
    author: authorOf(book),
    publisher: book.publishingHouse,
    dedication: book.dedication,
    introduction: book.introduction,
    synopsis: book.synopsis,
    language: languageOf(book),
    isbn,
    matter: matter.pieces.map(({ kind, title, text }) => ({ kind, title: title || matterTitles[kind], text })),
    chapters: written,
  };
}

/** The book's outline and the plan of each chapter. Throws 400 when the book has neither an outline nor chapters. */
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
