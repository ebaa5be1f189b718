import type { ContextChoice } from '@inkbear/contracts/ai/context';
import { generateChapter } from '@inkbear/contracts/ai/writing';
import type { Book } from '@inkbear/contracts/books/book';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { StreamingText } from '@inkbear/web-kit/streaming-text.ts';
import { useWarnBeforeUnload } from '@inkbear/web-kit/page-unload.ts';
import { stream } from '@inkbear/web-kit/stream.ts';
import { tabOwner } from '@inkbear/web-kit/tab-owner.ts';
import { SessionStore, useSessionValue } from '@inkbear/web-kit/session-store.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { untilAborted } from '@inkbear/web-kit/until-aborted.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { useRefreshCounters } from '@inkbear/web-kit/use-refresh-counters.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

const targetWords = 2500;
const failureText = 'Failed to generate chapter content.';

export interface GeneratedChapter {
  content: string;
  wordCount: number;
  resultId: string;
}
/**
 * Text that is not in the chapter, and the reason. An interrupted generation has no stored result, so its `resultId` is
 * null.
 */
export interface PartialText {
  readonly text: string;
  readonly why: string;
  readonly resultId: string | null;
}
/** By chapter id, persisted for the session: an interrupted text is stored nowhere else. */
const partialTexts = new SessionStore<PartialText>({
  needsUnloadWarning: ({ resultId }) => resultId === null,
  persistence: { name: 'leftovers', toJson: (partial) => partial, fromJson: (json) => json as PartialText },
});

interface Target {
  readonly book: Book;
  readonly chapter: ChapterItem;
  /** The parts of the book that AI may see. */
  readonly context: () => ContextChoice;
  /** The saved revision with this text; null when there is none. */
  readonly revisionOf: (content: string) => Promise<number | null>;
}

/**
 * Streams a whole chapter; leaving the page stops it. `arriving` is the text that streams in, null while nothing is
 * being generated. `onDone` returns false when the chapter could not take the text.
 */
export function useGenerateChapter(target: Target, onDone: (result: GeneratedChapter) => boolean) {
  const { chapter } = target;
  const refreshCounters = useRefreshCounters();
  const [arriving, setArriving] = useState<StreamingText | null>(null);
  const partial = useSessionValue(partialTexts, chapter.id) ?? null;
  const setPartial = (next: PartialText | null) => partialTexts.set(chapter.id, next ?? undefined);
  const running = useRef<AbortController | null>(null);
  // The page may have a new editor by the time the text is complete.
  const latestOnDone = useRef(onDone);
  useLayoutEffect(() => {
    latestOnDone.current = onDone;
  });
  useEffect(() => () => running.current?.abort(), []);
  useWarnBeforeUnload(arriving !== null);
  const start = async (currentText: string) => {
    if (running.current !== null) return;
    const control = new AbortController();
    const owner = tabOwner.current();
    const received = new StreamingText();
    running.current = control;
    setArriving(received);
    setPartial(null);
    try {
      const result = await streamChapter(target, { currentText, received, signal: control.signal });
      if (!latestOnDone.current(result))
        setPartial({ text: result.content, why: 'The chapter is written and waits here.', resultId: result.resultId });
    } catch (error) {
      const isStopped = control.signal.aborted;
      if (received.text !== '') {
        const why = isStopped ? 'Stopped. What had arrived is kept here.' : messageOf(error, failureText);
        partialTexts.setFor(owner, chapter.id, { text: received.text, why, resultId: null });
      }
      if (!isStopped && !handleUnauthorised(error))
        showToast({ title: 'Generation Failed', description: messageOf(error, failureText), tone: 'destructive' });
    } finally {
      running.current = null;
      setArriving(null);
      refreshCounters();
    }
  };
  return {
    arriving,
    partial,
    discardPartial: () => setPartial(null),
    start: (currentText: string) => void start(currentText),
    stop: () => running.current?.abort(),
  };
}

interface StreamOptions {
  readonly currentText: string;
  readonly received: StreamingText;
  readonly signal: AbortSignal;
}

async function streamChapter(
  { book, chapter, context, revisionOf }: Target,
  { currentText, received, signal }: StreamOptions,
): Promise<GeneratedChapter> {
  const contextParts = context();
  const askedRev = await untilAborted(revisionOf(currentText), signal);
  const body = {
    bookTitle: book.title,
    chapterTitle: chapter.title,
    chapterDescription: chapter.description,
    chapterNumber: chapter.chapterNumber,
    bookGenre: book.genre,
    targetWords,
    chapterId: chapter.id,
    bookId: book.id,
    context: contextParts,
    ...(askedRev === null ? {} : { askedRev }),
  };
  return await stream(generateChapter, { body, signal }, { onDelta: (piece) => received.append(piece) });
}
