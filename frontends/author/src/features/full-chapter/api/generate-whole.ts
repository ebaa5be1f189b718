import { generateChapter } from '@inkbear/contracts/ai/writing';
import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import { messageOf } from '@inkbear/web-kit/api-error.ts';
import { useRefreshSession } from '@inkbear/web-kit/session.tsx';
import { stream } from '@inkbear/web-kit/stream.ts';
import { toast } from '@inkbear/web-kit/toast.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

const targetWords = 2500;

export interface Generated { content: string; wordCount: number; resultId: string }

/** Streams a whole chapter; leaving the page stops it. `text` is what has arrived, null while nothing is being written. */
export function useGenerateWhole(book: Book, chapter: Chapter, onDone: (result: Generated) => void) {
  const client = useQueryClient();
  const refreshSession = useRefreshSession();
  const [text, setText] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async () => {
    if (running.current !== null) return;
    const control = new AbortController();
    running.current = control;
    setText('');
    const body = { bookTitle: book.title, chapterTitle: chapter.title, chapterDescription: chapter.description, chapterNumber: chapter.chapterNumber, bookGenre: book.genre, targetWords, chapterId: chapter.id, bookId: book.id };
    try {
      onDone(await stream(generateChapter, { body, signal: control.signal }, { onDelta: (delta) => setText((before) => (before ?? '') + delta) }));
    } catch (error) {
      if (!control.signal.aborted && !handleUnauthorised(error)) toast({ title: 'Generation Failed', description: messageOf(error, 'Failed to generate chapter content.'), tone: 'destructive' });
    } finally {
      running.current = null;
      setText(null);
      void client.invalidateQueries({ queryKey: ['api', 'ai', 'limits'] });
      void refreshSession();
    }
  };
  return { text, start: () => void start(), stop: () => running.current?.abort() };
}
