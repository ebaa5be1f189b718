import type { Book } from './book.ts';
import type { Chapter, ChapterListItem } from './chapter.ts';
import type { Design, DesignSettings } from './design.ts';
import { marginsOf, trimSizeOf } from './design-rules.ts';
import { type Matter, matterTitles } from './matter.ts';

/** Books have the language `EN` by default, which is hyphenated as British English. */
export const printLanguageOf = ({ language }: Pick<Book, 'language'>): string =>
  /^en$/i.test(language) ? 'en-GB' : language;

/** The name on the title page: the pen name if there is one. */
export const printAuthorOf = ({ penName, authorName }: Pick<Book, 'penName' | 'authorName'>): string =>
  penName || authorName;

/** The fields of a book that are printed. */
export type PrintedBook = Pick<
  Book,
  'title' | 'authorName' | 'penName' | 'publishingHouse' | 'dedication' | 'introduction' | 'synopsis' | 'language'
>;
export type PrintedChapter = Pick<Chapter, 'id' | 'title' | 'content' | 'wordCount'>;

/** All chapters of a book in reading order, and how the book's design prints chapters. */
export interface PrintPlan {
  readonly allChapters: readonly Pick<ChapterListItem, 'id'>[];
  readonly design: Pick<Design, 'parts' | 'unnumbered'>;
  readonly isbn: string;
  readonly matter: Pick<Matter, 'pieces'>;
}

/** Empty chapters are not printed. */
export const isPrinted = ({ wordCount }: Pick<Chapter, 'wordCount'>): boolean => wordCount !== 0;

/** Assigns chapter numbers, skipping unnumbered chapters, and the titles of the parts that begin before chapters. */
function listChapters(chapters: readonly PrintedChapter[], { allChapters, design }: PrintPlan) {
  const unnumbered = new Set(design.unnumbered);
  const parts = new Map(design.parts.map(({ beforeChapterId, title }) => [beforeChapterId, title]));
  const numbers = new Map<string, number>();
  for (const { id } of allChapters) if (!unnumbered.has(id)) numbers.set(id, numbers.size + 1);
  let part: string | undefined;
  return chapters.flatMap((chapter) => {
    part = parts.get(chapter.id) ?? part;
    if (!isPrinted(chapter)) return [];
    const { id, title, content } = chapter;
    const printed = { id, number: numbers.get(id), title, text: content, part };
    part = undefined;
    return [printed];
  });
}

/**
 * Input of the press package: the manuscript of a whole book, or of some of its chapters. It has no empty chapters, so
 * a part begins before its first chapter with text. Used by the export and by the preview, so that both have the same
 * pages.
 */
export const manuscriptOf = (book: PrintedBook, chapters: readonly PrintedChapter[], plan: PrintPlan) => ({
  title: book.title,
  author: printAuthorOf(book),
  publisher: book.publishingHouse,
  dedication: book.dedication,
  introduction: book.introduction,
  synopsis: book.synopsis,
  language: printLanguageOf(book),
  isbn: plan.isbn,
  matter: plan.matter.pieces.map(({ kind, title, text }) => ({ kind, title: title || matterTitles[kind], text })),
  chapters: listChapters(chapters, plan),
});

/**
 * Input of the press package: the design. It is part of the cache key of laid-out chapters, so a change of anything in
 * it lays all of them out again. It contains neither the font face, whose files are passed separately, nor ISBNs or
 * parts.
 */
export const pressDesignOf = (settings: DesignSettings) => ({
  trim: trimSizeOf(settings),
  paper: settings.paper,
  margins: marginsOf(settings),
  bleed: settings.bleed,
  size: settings.size,
  leading: settings.leading,
  indentEm: settings.indentEm,
  chapterStart: settings.chapterStart,
  chapterLabel: settings.chapterLabel,
  drop: settings.drop,
  opening: settings.opening,
  sceneBreak: settings.sceneBreak,
  heads: settings.heads,
  headStyle: settings.headStyle,
  folio: settings.folio,
  shortTitle: settings.shortTitle,
  contents: settings.contents,
});
