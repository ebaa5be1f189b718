import { type Book, getOutlineAnalysis } from '@inkbear/contracts/books/book';
import { listChapters } from '@inkbear/contracts/books/chapter';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';
import { read, readKey } from '@inkbear/web-kit/read.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { lastChapter, openChapter } from '../../features/chapters/last-chapter.ts';

/** Which chapter is open, and whether the outline knows enough for the better generator. */
export function useWorkroom(book: Book, chapters: readonly ChapterItem[]) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<string | null>(null);
  const current = openChapter(chapters, chosen, lastChapter.read(book.id));
  const currentId = current?.id;
  useEffect(() => {
    if (currentId !== undefined) lastChapter.keep(book.id, currentId);
  }, [book.id, currentId]);
  const analysis = useQuery(read(getOutlineAnalysis, { params: { id: book.id } }));
  const open = useCallback(
    (id: string) => {
      lastChapter.keep(book.id, id);
      setChosen(id);
      void client.invalidateQueries({ queryKey: ['api', 'books', book.id] });
    },
    [book.id, client],
  );
  const keepWords = useCallback(
    (chapterId: string, words: number) => {
      client.setQueryData<ChapterItem[]>(readKey(listChapters, { params: { id: book.id } }), (rows) =>
        rows?.map((row) => (row.id === chapterId ? { ...row, wordCount: words } : row)),
      );
      void client.invalidateQueries({ queryKey: ['api', 'books'], exact: true });
    },
    [book.id, client],
  );
  const isEnhanced = analysis.data !== undefined && (analysis.data.detailed || analysis.data.characters.length > 0);
  return { current, open, keepWords, isEnhanced };
}

const railKey = 'inkbear-left-rail';

/** Whether the left rail stands beside the prose, remembered on this device; whoever hides or shows it keeps the focus on the button for the way back. */
export function useRail(): [boolean, (on: boolean) => void] {
  const [isShown, setShown] = useState(() => safeLocalStorage.get(railKey) !== 'hidden');
  const show = (on: boolean) => {
    safeLocalStorage.set(railKey, on ? null : 'hidden');
    setShown(on);
    const wayBack = on ? 'Hide book and chapters' : 'Book and chapters';
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`button[aria-label="${wayBack}"]`)?.focus());
  };
  return [isShown, show];
}

/** Whether everything but the prose is out of the way. */
export function useFocusMode(): [boolean, (on: boolean) => void] {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === 'f') {
        event.preventDefault();
        setOn((before) => !before);
      } else if (event.key === 'Escape' && !event.defaultPrevented) setOn(false);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    // What the page covers must not be reached with Tab either.
    const covered = [...document.querySelectorAll<HTMLElement>('main ~ *, :has(> main) > header')].filter(
      (element) => element.tagName === 'HEADER',
    );
    for (const element of covered) element.inert = isOn;
    return () => {
      for (const element of covered) element.inert = false;
    };
  }, [isOn]);
  return [isOn, setOn];
}
