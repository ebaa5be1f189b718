import type { PartCount } from '@inkbear/contracts/ai/limit';
import type { ContextChoice } from '@inkbear/contracts/ai/context';
import { generateChapter } from '@inkbear/contracts/ai/writing';
import type { Book } from '@inkbear/contracts/books/book';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { useWarnBeforeUnload } from '@inkbear/web-kit/page-unload.ts';
import { stream } from '@inkbear/web-kit/stream.ts';
import { tabOwner } from '@inkbear/web-kit/tab-owner.ts';
import { SessionStore, useSessionValue } from '@inkbear/web-kit/session-store.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { untilAborted } from '@inkbear/web-kit/until-aborted.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { UnsavedChoiceError } from '../../../kit/unsaved-choice-error.ts';
import {
  abortRequest,
  failedText,
  idleRequest,
  incompleteParts,
  incompleteText,
  type SendOptions,
  stopText,
  type StreamingRequest,
  useStreamingRequest,
} from '../../../kit/use-streaming-request.ts';
import { useRefreshAiUsage } from '../../ai-tools/ai.api.ts';

const targetWords = 2500;
const failureText = 'Failed to generate chapter content.';

export interface GeneratedChapter {
  content: string;
  wordCount: number;
  resultId: string;
  parts: PartCount | null;
}

/**
 * A generated text that is not in the chapter, and `why`, as a sentence. Its `resultId` is null when the server has stored
 * nothing of it.
 */
export interface PartialText {
  readonly text: string;
  readonly why: string;
  readonly resultId: string | null;
}
/** Partial texts by chapter id, persisted for the session: an interrupted text is stored nowhere else. */
const partialTexts = new SessionStore<PartialText>({
  needsUnloadWarning: ({ resultId }) => resultId === null,
  // The name of an earlier release, so that its texts stay readable.
  persistence: { name: 'leftovers', toJson: (partial) => partial, fromJson: (json) => json as PartialText },
});

interface Target {
  readonly book: Book;
  readonly chapter: ChapterItem;
  /** Saves the author's context choice and resolves with the stored one, which the request then contains. */
  readonly saveChoice: () => Promise<ContextChoice>;
  /** The saved revision with this text; null when there is none. */
  readonly revisionOf: (content: string) => Promise<number | null>;
}

/**
 * Streams a whole chapter; leaving the page stops it. `streamingText` is the text that streams in, null while nothing is
 * being generated. `onDone` returns false when the text could not be inserted into the chapter.
 */
export function useGenerateChapter(target: Target, onDone: (result: GeneratedChapter) => boolean) {
  const { chapter } = target;
  const [request, setRequest] = useState<StreamingRequest>(idleRequest);
  // A new request starts before React has rendered the end of the last one.
  const latest = useRef(request);
  const setLatest = (next: StreamingRequest) => {
    latest.current = next;
    setRequest(next);
  };
  const { start, stop } = useStreamingRequest(() => latest.current, useRefreshAiUsage());
  const partial = useSessionValue(partialTexts, chapter.id) ?? null;
  // The page may have a new editor by the time the text is complete.
  const latestOnDone = useRef(onDone);
  useLayoutEffect(() => {
    latestOnDone.current = onDone;
  });
  useEffect(() => () => abortRequest(latest.current), []);
  useWarnBeforeUnload(request.state === 'running');
  const generate = (currentText: string) => {
    // The user may have signed out by the end; the text then waits for the same user.
    const owner = tabOwner.current();
    const keepPartial = (partialText: PartialText) => partialTexts.setFor(owner, chapter.id, partialText);
    start({
      begin: (running) => {
        setLatest(running);
        partialTexts.set(chapter.id, undefined);
      },
      send: ({ isCurrent: _isCurrent, ...options }) => streamChapter(target, { ...options, currentText }),
      onEnd: (outcome) => {
        setLatest(idleRequest);
        if (outcome.state === 'done') {
          const { content, resultId, parts } = outcome.result;
          const incomplete = incompleteParts(parts);
          if (incomplete) return keepPartial({ text: content, why: incompleteText(incomplete), resultId });
          if (!latestOnDone.current(outcome.result))
            keepPartial({ text: content, why: 'The chapter is written. It is not in your text yet.', resultId });
          return;
        }
        const { text, finished } = outcome;
        const why = outcome.state === 'stopped' ? stopText(finished) : failedText(failureOf(outcome.error), finished);
        if (text !== '') keepPartial({ text, why, resultId: finished?.resultId ?? null });
        if (outcome.state === 'failed' && !handleUnauthorised(outcome.error))
          showToast({ title: 'Generation Failed', description: why, tone: 'destructive' });
      },
    });
  };
  return {
    streamingText: request.state === 'running' ? request.streamingText : null,
    partial,
    discardPartial: () => partialTexts.set(chapter.id, undefined),
    start: generate,
    stop,
  };
}

const failureOf = (error: unknown): string =>
  error instanceof UnsavedChoiceError ? error.message : messageOf(error, failureText);

type StreamOptions = Omit<SendOptions, 'isCurrent'> & { readonly currentText: string };

async function streamChapter(
  { book, chapter, saveChoice, revisionOf }: Target,
  { currentText, signal, ...handlers }: StreamOptions,
): Promise<GeneratedChapter> {
  const context = await untilAborted(saveChoice(), signal);
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
    context,
    ...(askedRev === null ? {} : { askedRev }),
  };
  return await stream(generateChapter, { body, signal }, handlers);
}
