import { getCoachingStatus } from '@inkbear/contracts/ai/limit';
import type { ContextChoice } from '@inkbear/contracts/ai/context';
import { askWritingCoach } from '@inkbear/contracts/ai/writing';
import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import { isSignedOut } from '@inkbear/web-kit/api-error.ts';
import { readKey } from '@inkbear/web-kit/read.ts';
import { stream } from '@inkbear/web-kit/stream.ts';
import { toast } from '@inkbear/web-kit/toast.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';

export interface CoachPlace {
  readonly book: Pick<Book, 'id' | 'genre'>;
  readonly chapter: Pick<Chapter, 'id' | 'chapterNumber'>;
  readonly context: () => ContextChoice;
  /** The coach reads what the server has. */
  readonly saveFirst: () => Promise<boolean>;
}

/** A question about the chapter. It is answered also when the panel is closed; the answer is kept. */
export function useCoach({ book, chapter, context, saveFirst }: CoachPlace) {
  const client = useQueryClient();
  const running = useRef<AbortController | null>(null);
  const asking = useMutation({
    mutationFn: async (question: string) => {
      const control = new AbortController();
      running.current = control;
      await saveFirst();
      try {
        return await stream(askWritingCoach, { signal: control.signal, body: { bookId: book.id, chapterNumber: chapter.chapterNumber, question, genre: book.genre, context: context() } }, { onDelta: () => undefined });
      } catch (error) {
        if (control.signal.aborted) return null;
        throw error;
      }
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast({ title: 'Coaching Error', description: coachFailure(error), tone: 'destructive' });
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: readKey(getCoachingStatus) });
      void client.invalidateQueries({ queryKey: ['api', 'ai'], predicate: ({ queryKey }) => queryKey[2] === 'limits' || queryKey[2] === 'results' });
    },
  });
  return { ...asking, stop: () => running.current?.abort() };
}

/** The specification's two sentences, told apart by the server's. */
export const coachFailure = (error: unknown): string => (String((error as Partial<Error> | null)?.message ?? '').includes('limit') ? 'You\'ve reached your monthly AI coaching limit. Try our smart tips instead!' : 'AI coaching is temporarily unavailable.');
