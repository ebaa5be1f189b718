import type { ContextChoice } from '@inkbear/contracts/ai/context';
import {
  adjustChapterTone,
  enhanceContent,
  extendChapter,
  generateChapter,
  generateChapterEnhanced,
  polishChapter,
} from '@inkbear/contracts/ai/writing';
import type { Book } from '@inkbear/contracts/books/book';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { stream } from '@inkbear/web-kit/stream.ts';
import type { Attempt } from '../proposal.ts';
import { type ChapterWish, isChapterWish } from '../wish.ts';
import type { Ask, Asking } from '../wish-place.ts';

/** The chapter and what AI may see for it. */
export interface ChapterPlace {
  readonly book: Pick<Book, 'id' | 'title' | 'genre'>;
  readonly chapter: Pick<ChapterItem, 'id' | 'title' | 'description' | 'chapterNumber'>;
  /** The outline knows enough for the generator that uses it. */
  readonly isEnhanced: boolean;
  readonly context: () => ContextChoice;
}

export const askForChapter =
  (place: ChapterPlace): Ask =>
  async (wish, asking) => {
    if (!isChapterWish(wish)) throw new Error(`A chapter cannot be asked for ${wish.kind}.`);
    return await ask(place, wish, asking);
  };

async function ask(
  { book, chapter, isEnhanced, context }: ChapterPlace,
  { kind, option, passage, content, words, askedRev }: ChapterWish,
  { variantOf, signal, onDelta }: Asking,
): Promise<Attempt> {
  const shared = {
    chapterId: chapter.id,
    context: context(),
    ...(variantOf === undefined ? {} : { variantOf }),
    ...(askedRev ? { askedRev } : {}),
  };
  const bookContext = { title: book.title, genre: book.genre };
  const handlers = { onDelta };
  switch (kind) {
    case 'generate': {
      const body = {
        ...shared,
        bookTitle: book.title,
        chapterTitle: chapter.title,
        chapterDescription: chapter.description,
        chapterNumber: chapter.chapterNumber,
        bookGenre: book.genre,
        ...(words === undefined ? {} : { targetWords: words }),
        bookId: book.id,
      };
      const { content: text, resultId } = await stream(
        isEnhanced ? generateChapterEnhanced : generateChapter,
        { signal, body },
        handlers,
      );
      return { text, resultId };
    }
    case 'rewrite':
    case 'expand':
    case 'tone': {
      const { enhanced_content: text, resultId } = await stream(
        enhanceContent,
        {
          signal,
          body: {
            ...shared,
            content: passage?.text ?? content,
            action: kind,
            option,
            isSelection: passage !== null,
            fullContent: content,
            ...(passage === null ? {} : { passageStart: passage.from }),
          },
        },
        handlers,
      );
      return { text, resultId };
    }
    case 'engaging': {
      const { adjusted_content: text, resultId } = await stream(
        adjustChapterTone,
        { signal, body: { ...shared, content, tone: 'engaging', bookGenre: book.genre } },
        handlers,
      );
      return { text, resultId };
    }
    case 'extend': {
      const { extended_content: whole, resultId } = await stream(
        extendChapter,
        {
          signal,
          body: {
            ...shared,
            content,
            bookContext,
            bookId: book.id,
            ...(words === undefined ? {} : { targetAdditionalWords: words }),
          },
        },
        handlers,
      );
      return { text: addition(content, whole), resultId };
    }
    case 'polish': {
      const { polished_content: text, resultId } = await stream(
        polishChapter,
        { signal, body: { ...shared, content, bookContext } },
        handlers,
      );
      return { text, resultId };
    }
  }
}

/** What is new of an extended text. */
const addition = (content: string, whole: string): string =>
  whole.startsWith(content.trimEnd()) ? whole.slice(content.trimEnd().length).trim() : whole;
