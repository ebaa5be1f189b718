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
const failure = 'Failed to generate chapter content.';

export interface Generated {
  content: string;
  wordCount: number;
  resultId: string;
}
/** A text that is not in the chapter, and why; what was stopped or broke off is kept nowhere else and has no result. */
export interface Remains {
  readonly text: string;
  readonly why: string;
  readonly resultId: string | null;
}
/** By chapter; what is kept nowhere else is there again when the page is loaded anew. */
const leftovers = new SessionStore<Remains>({
  needsUnloadWarning: ({ resultId }) => resultId === null,
  persistence: { name: 'leftovers', toJson: (remains) => remains, fromJson: (json) => json as Remains },
});

interface Place {
  readonly book: Book;
  readonly chapter: ChapterItem;
  /** What AI may see. */
  readonly context: () => ContextChoice;
  /** The saved revision that reads like this; null when there is none. */
  readonly revisionOf: (content: string) => Promise<number | null>;
}

/**
 * Streams a whole chapter; leaving the page stops it. `arriving` is the text that streams in, null while nothing is being written.
 * `onDone` answers whether the chapter took it.
 */
export function useGenerateWhole(
  { book, chapter, context, revisionOf }: Place,
  onDone: (result: Generated) => boolean,
) {
  const refreshCounters = useRefreshCounters();
  const [arriving, setArriving] = useState<StreamingText | null>(null);
  const remains = useSessionValue(leftovers, chapter.id) ?? null;
  const setRemains = (next: Remains | null) => leftovers.set(chapter.id, next ?? undefined);
  const running = useRef<AbortController | null>(null);
  // The page may have another editor by the time the text is there.
  const done = useRef(onDone);
  useLayoutEffect(() => {
    done.current = onDone;
  });
  useEffect(() => () => running.current?.abort(), []);
  useWarnBeforeUnload(arriving !== null);
  const start = async (asked: string) => {
    if (running.current !== null) return;
    const control = new AbortController();
    const owner = tabOwner.current();
    running.current = control;
    const arrived = new StreamingText();
    setArriving(arrived);
    setRemains(null);
    const plain = {
      bookTitle: book.title,
      chapterTitle: chapter.title,
      chapterDescription: chapter.description,
      chapterNumber: chapter.chapterNumber,
      bookGenre: book.genre,
      targetWords,
      chapterId: chapter.id,
      bookId: book.id,
      context: context(),
    };
    try {
      const askedRev = await untilAborted(revisionOf(asked), control.signal);
      const body = askedRev === null ? plain : { ...plain, askedRev };
      const result = await stream(
        generateChapter,
        { body, signal: control.signal },
        { onDelta: (piece) => arrived.append(piece) },
      );
      if (!done.current(result))
        setRemains({ text: result.content, why: 'The chapter is written and waits here.', resultId: result.resultId });
    } catch (error) {
      const isStopped = control.signal.aborted;
      if (arrived.text !== '') {
        const why = isStopped ? 'Stopped. What had arrived is kept here.' : messageOf(error, failure);
        leftovers.setFor(owner, chapter.id, { text: arrived.text, why, resultId: null });
      }
      if (!isStopped && !handleUnauthorised(error))
        showToast({ title: 'Generation Failed', description: messageOf(error, failure), tone: 'destructive' });
    } finally {
      running.current = null;
      setArriving(null);
      refreshCounters();
    }
  };
  return {
    arriving,
    remains,
    forget: () => setRemains(null) /** `asked`: the chapter as it is. */,
    start: (asked: string) => void start(asked),
    stop: () => running.current?.abort(),
  };
}
