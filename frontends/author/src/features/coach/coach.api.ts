import type { ContextChoice } from '@inkbear/contracts/ai/context';
import { askWritingCoach } from '@inkbear/contracts/ai/ideas';
import type { Book } from '@inkbear/contracts/books/book';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { ApiError, isSignedOut, messageOf } from '@inkbear/web-kit/api-error.ts';
import { UnsavedChoiceError } from '../../kit/unsaved-choice-error.ts';
import { UnsavedError } from '../../saving/unsaved-error.ts';
import { stream } from '@inkbear/web-kit/stream.ts';
import { SessionStore } from '@inkbear/web-kit/session-store.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { untilAborted } from '@inkbear/web-kit/until-aborted.ts';
import { useMutation } from '@tanstack/react-query';
import { useRefreshAiUsage } from '../ai-tools/ai.api.ts';

export interface CoachTarget {
  readonly book: Pick<Book, 'id' | 'genre'>;
  readonly chapter: Pick<ChapterItem, 'id' | 'chapterNumber'>;
  /** Saves the author's context choice and resolves with the stored one, which the request then contains. */
  readonly saveChoice: () => Promise<ContextChoice>;
  /** Saves first, because the coach reads the text from the server. */
  readonly saveFirst: () => Promise<boolean>;
}

/** Running questions by chapter; unloading the page would abort them. */
const running = new SessionStore<AbortController>({
  dispose: (control) => control.abort(),
  needsUnloadWarning: () => true,
});

/**
 * Asks a question about the chapter. The request continues when the panel closes; the reply is stored, and `onAnswered`
 * is called.
 */
export function useCoach(
  { book, chapter, saveChoice, saveFirst }: CoachTarget,
  onAnswered: (question: string) => void,
) {
  const refreshAiUsage = useRefreshAiUsage();
  const request = useMutation({
    mutationFn: async (question: string) => {
      const control = new AbortController();
      running.set(chapter.id, control);
      try {
        const context = await untilAborted(saveChoice(), control.signal);
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
              context,
            },
          },
          { onPartial: () => undefined },
        );
      } catch (error) {
        if (control.signal.aborted) return null;
        throw error;
      } finally {
        if (running.get(chapter.id) === control) running.set(chapter.id, undefined);
      }
    },
    // Not as options of `mutate`, because those callbacks do not run after the panel is unmounted.
    onSuccess: (answer, question) => {
      if (answer) onAnswered(question);
    },
    onError: (error) => {
      if (!isSignedOut(error))
        showToast({ title: 'Coaching Error', description: coachFailure(error), tone: 'destructive' });
    },
    onSettled: (answer) => refreshAiUsage(answer ? 'succeeded' : 'failed'),
  });
  return { ...request, stop: () => running.get(chapter.id)?.abort() };
}

/** The two specified error texts, chosen by the server's error code or, without one, by its message. */
export function coachFailure(error: unknown): string {
  if (error instanceof UnsavedChoiceError) return error.message;
  if (error instanceof UnsavedError)
    return 'Your chapter is not saved yet, and the coach would read an older version. Once it is saved, ask again; no question was used.';
  const unavailable = 'AI coaching is temporarily unavailable.';
  const code = error instanceof ApiError ? error.problem?.code : undefined;
  if (code === 'ai.fair_use' || code === 'ai.refused') return messageOf(error, unavailable);
  const isLimit =
    code === 'ai.limit_reached' || String((error as Partial<Error> | null)?.message ?? '').includes('limit');
  return isLimit ? "You've reached your monthly AI coaching limit. Try our smart tips instead!" : unavailable;
}
