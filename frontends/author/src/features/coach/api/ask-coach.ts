import type { ContextChoice } from '@inkbear/contracts/ai/context';
import { askWritingCoach } from '@inkbear/contracts/ai/ideas';
import type { Book } from '@inkbear/contracts/books/book';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { ApiError, isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { stream } from '@inkbear/web-kit/stream.ts';
import { SessionStore } from '@inkbear/web-kit/session-store.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { untilAborted } from '@inkbear/web-kit/until-aborted.ts';
import { useRefreshCounters } from '@inkbear/web-kit/use-refresh-counters.ts';
import { useMutation } from '@tanstack/react-query';

export interface CoachPlace {
  readonly book: Pick<Book, 'id' | 'genre'>;
  readonly chapter: Pick<ChapterItem, 'id' | 'chapterNumber'>;
  readonly context: () => ContextChoice;
  /** The coach reads what the server has. */
  readonly saveFirst: () => Promise<boolean>;
}

/** Questions that are being answered, by chapter: leaving the page would end them. */
const running = new SessionStore<AbortController>({
  dispose: (control) => control.abort(),
  needsUnloadWarning: () => true,
});

/** A question about the chapter. It is answered also when the panel is closed; the answer is kept, and `onAnswered` hears of it. */
export function useCoach({ book, chapter, context, saveFirst }: CoachPlace, onAnswered: (question: string) => void) {
  const refreshCounters = useRefreshCounters();
  const asking = useMutation({
    mutationFn: async (question: string) => {
      const control = new AbortController();
      running.set(chapter.id, control);
      try {
        if (!(await untilAborted(saveFirst(), control.signal))) throw new UnsavedError();
        return await stream(
          askWritingCoach,
          {
            signal: control.signal,
            body: {
              bookId: book.id,
              chapterNumber: chapter.chapterNumber,
              question,
              genre: book.genre,
              context: context(),
            },
          },
          { onDelta: () => undefined },
        );
      } catch (error) {
        if (control.signal.aborted) return null;
        throw error;
      } finally {
        if (running.get(chapter.id) === control) running.set(chapter.id, undefined);
      }
    },
    // Here and not beside the call: the panel may be closed by then.
    onSuccess: (answer, question) => {
      if (answer) onAnswered(question);
    },
    onError: (error) => {
      if (!isSignedOut(error))
        showToast({ title: 'Coaching Error', description: coachFailure(error), tone: 'destructive' });
    },
    onSettled: refreshCounters,
  });
  return { ...asking, stop: () => running.get(chapter.id)?.abort() };
}

/** The chapter is not on the server as it stands here, so the coach would judge an older text; no question is used. */
class UnsavedError extends Error {}

/** The specification's two sentences, told apart by the server's code and, without one that says it, by its sentence. */
export function coachFailure(error: unknown): string {
  if (error instanceof UnsavedError)
    return 'Your chapter is not saved yet, and the coach would read an older text. Once it is saved, ask again; no question was used.';
  const broken = 'AI coaching is temporarily unavailable.';
  const code = error instanceof ApiError ? error.problem?.code : undefined;
  if (code === 'ai.fair_use') return messageOf(error, broken);
  const isLimit =
    code === 'ai.limit_reached' || String((error as Partial<Error> | null)?.message ?? '').includes('limit');
  return isLimit ? "You've reached your monthly AI coaching limit. Try our smart tips instead!" : broken;
}
