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
import { untilAborted } from '@inkbear/web-kit/until-aborted.ts';
import { type ChapterRequest, isChapterRequest } from './ai-request.ts';
import { toVariant, type Variant } from './proposal.ts';
import type { StreamText, StreamTextOptions } from './proposal-target.ts';

/** The chapter that a proposal is for. */
export interface ChapterTarget {
  readonly book: Pick<Book, 'id' | 'title' | 'genre'>;
  readonly chapter: Pick<ChapterItem, 'id' | 'title' | 'description' | 'chapterNumber'>;
  /** The outline has enough detail for the enhanced generator. */
  readonly hasDetailedOutline: boolean;
  /** Saves the author's context choice and resolves with the stored one, which the request then contains. */
  readonly saveChoice: () => Promise<ContextChoice>;
}

/** Streams an AI text for a chapter. */
export const streamChapterText =
  (target: ChapterTarget): StreamText =>
  async (request, options) => {
    if (!isChapterRequest(request)) throw new Error(`A chapter does not support the request ${request.kind}.`);
    const context = await untilAborted(target.saveChoice(), options.signal);
    return await sendersByKind[request.kind](target, request, { ...options, context });
  };

type SendOptions = StreamTextOptions & { readonly context: ContextChoice };
type RequestSender = (target: ChapterTarget, request: ChapterRequest, options: SendOptions) => Promise<Variant>;

const sendersByKind: Readonly<Record<ChapterRequest['kind'], RequestSender>> = {
  generate,
  rewrite: enhance,
  expand: enhance,
  tone: enhance,
  instruct: enhance,
  engaging: makeEngaging,
  extend,
  polish,
};

/** The body fields of every route. */
const sharedFields = (
  { chapter }: ChapterTarget,
  { askedRev }: ChapterRequest,
  { variantOf, context }: SendOptions,
) => ({
  chapterId: chapter.id,
  context,
  ...(variantOf === undefined ? {} : { variantOf }),
  ...(askedRev ? { askedRev } : {}),
});

async function generate(...[target, request, options]: Parameters<RequestSender>): Promise<Variant> {
  const { book, chapter, hasDetailedOutline } = target;
  const body = {
    ...sharedFields(target, request, options),
    bookTitle: book.title,
    chapterTitle: chapter.title,
    chapterDescription: chapter.description,
    chapterNumber: chapter.chapterNumber,
    bookGenre: book.genre,
    ...(request.words === undefined ? {} : { targetWords: request.words }),
    bookId: book.id,
  };
  const route = hasDetailedOutline ? generateChapterEnhanced : generateChapter;
  const { content: text, resultId, parts } = await stream(route, { signal: options.signal, body }, options);
  return toVariant({ text, resultId, parts });
}

/** Rewrites, expands or changes the passage or the whole chapter. */
async function enhance(...[target, request, options]: Parameters<RequestSender>): Promise<Variant> {
  const { kind, option, instruction, passage, content } = request;
  const body = {
    ...sharedFields(target, request, options),
    content: passage?.text ?? content,
    action: kind as 'rewrite' | 'expand' | 'tone' | 'instruct',
    option,
    ...(instruction === undefined ? {} : { instruction }),
    isSelection: passage !== null,
    fullContent: content,
    ...(passage === null ? {} : { passageStart: passage.from }),
  };
  const { enhanced_content: text, resultId } = await stream(enhanceContent, { signal: options.signal, body }, options);
  return { text, resultId };
}

async function makeEngaging(...[target, request, options]: Parameters<RequestSender>): Promise<Variant> {
  const body = {
    ...sharedFields(target, request, options),
    content: request.content,
    tone: 'engaging' as const,
    bookGenre: target.book.genre,
  };
  const { adjusted_content: text, resultId } = await stream(
    adjustChapterTone,
    { signal: options.signal, body },
    options,
  );
  return { text, resultId };
}

async function extend(...[target, request, options]: Parameters<RequestSender>): Promise<Variant> {
  const { book } = target;
  const body = {
    ...sharedFields(target, request, options),
    content: request.content,
    bookContext: { title: book.title, genre: book.genre },
    bookId: book.id,
    ...(request.words === undefined ? {} : { targetAdditionalWords: request.words }),
  };
  const reply = await stream(extendChapter, { signal: options.signal, body }, options);
  return { text: addedText(request.content, reply.extended_content), resultId: reply.resultId };
}

async function polish(...[target, request, options]: Parameters<RequestSender>): Promise<Variant> {
  const { book } = target;
  const body = {
    ...sharedFields(target, request, options),
    content: request.content,
    bookContext: { title: book.title, genre: book.genre },
  };
  const { polished_content: text, resultId } = await stream(polishChapter, { signal: options.signal, body }, options);
  return { text, resultId };
}

/** The part of an extended text that was added. */
const addedText = (content: string, extended: string): string =>
  extended.startsWith(content.trimEnd()) ? extended.slice(content.trimEnd().length).trim() : extended;
