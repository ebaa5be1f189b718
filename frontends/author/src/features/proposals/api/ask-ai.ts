import { adjustChapterTone, enhanceContent, extendChapter, generateChapter, generateChapterEnhanced, polishChapter } from '@inkbear/contracts/ai/writing';
import { stream } from '@inkbear/web-kit/stream.ts';
import type { Attempt } from '../proposal.ts';
import type { Wish, WishPlace } from '../wish.ts';

interface Asking {
  readonly variantOf?: string;
  readonly signal: AbortSignal;
  readonly onDelta: (text: string) => void;
}

/** Streams one wish as a text of its own; aborting stops the work on the server. */
export async function askAi({ book, chapter, isEnhanced, context }: WishPlace, { kind, option, passage, content, words, askedRev }: Wish, { variantOf, signal, onDelta }: Asking): Promise<Attempt> {
  const shared = { chapterId: chapter.id, context: context(), ...(variantOf === undefined ? {} : { variantOf }), ...(askedRev ? { askedRev } : {}) };
  const bookContext = { title: book.title, genre: book.genre };
  const handlers = { onDelta };
  switch (kind) {
    case 'generate': {
      const body = { ...shared, bookTitle: book.title, chapterTitle: chapter.title, chapterDescription: chapter.description, chapterNumber: chapter.chapterNumber, bookGenre: book.genre, ...(words === undefined ? {} : { targetWords: words }), bookId: book.id };
      const { content: text, resultId } = await stream(isEnhanced ? generateChapterEnhanced : generateChapter, { signal, body }, handlers);
      return { text, resultId };
    }
    case 'rewrite':
    case 'expand':
    case 'tone': {
      const { enhanced_content: text, resultId } = await stream(enhanceContent, { signal, body: { ...shared, content: passage?.text ?? content, action: kind, option, isSelection: passage !== null, fullContent: content, ...(passage === null ? {} : { passageStart: passage.from }) } }, handlers);
      return { text, resultId };
    }
    case 'engaging': {
      const { adjusted_content: text, resultId } = await stream(adjustChapterTone, { signal, body: { ...shared, content, tone: 'engaging', bookGenre: book.genre } }, handlers);
      return { text, resultId };
    }
    case 'extend': {
      const { extended_content: whole, resultId } = await stream(extendChapter, { signal, body: { ...shared, content, bookContext, bookId: book.id, ...(words === undefined ? {} : { targetAdditionalWords: words }) } }, handlers);
      return { text: addition(content, whole), resultId };
    }
    case 'polish': {
      const { polished_content: text, resultId } = await stream(polishChapter, { signal, body: { ...shared, content, bookContext } }, handlers);
      return { text, resultId };
    }
  }
}

/** What is new of an extended text. */
const addition = (content: string, whole: string): string => (whole.startsWith(content.trimEnd()) ? whole.slice(content.trimEnd().length).trim() : whole);
