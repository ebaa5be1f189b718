import type { Book } from '@inkbear/contracts/books/book';
import type { ChapterItem } from '@inkbear/web-kit/list-items.ts';
import { safeLocalStorage } from '@inkbear/web-kit/safe-local-storage.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { invalidateBook, outlineAnalysisQuery } from '../../features/books/books.api.ts';
import { cacheWordCount } from '../../features/chapters/chapters.api.ts';
import { chapterToOpen, lastChapter } from '../../features/chapters/last-chapter.ts';

/**
 * The open chapter, and whether the outline has enough detail for the enhanced generator. The address may name the
 * chapter (`?chapter=<id>`), until another one is opened.
 */
export function useBookEditor(book: Book, chapters: readonly ChapterItem[]) {
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState<string | null>(null);
  const current = chapterToOpen(chapters, search.get('chapter') ?? chosen, lastChapter.read(book.id));
  const currentId = current?.id;
  useEffect(() => {
    if (currentId !== undefined) lastChapter.save(book.id, currentId);
  }, [book.id, currentId]);
  const analysis = useQuery(outlineAnalysisQuery(book.id));
  const open = useCallback(
    (id: string) => {
      lastChapter.save(book.id, id);
      setChosen(id);
      if (search.has('chapter')) setSearch(withoutChapter, { replace: true, state: { keepScroll: true } });
      void invalidateBook(client, book.id);
    },
    [book.id, client, search, setSearch],
  );
  const setWordCount = useCallback(
    (chapterId: string, words: number) => cacheWordCount(client, book.id, chapterId, words),
    [book.id, client],
  );
  const hasDetailedOutline =
    analysis.data !== undefined && (analysis.data.detailed || analysis.data.characters.length > 0);
  return { current, open, setWordCount, hasDetailedOutline };
}

function withoutChapter(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete('chapter');
  return rest;
}

/** The name in localStorage, chosen by an earlier release. */
const sidebarKey = 'inkbear-left-rail';

/**
 * Whether the book sidebar is shown, remembered on this device. Hiding or showing it moves the focus to the button that
 * reverses it.
 */
export function useBookSidebar(): [boolean, (on: boolean) => void] {
  const [isShown, setShown] = useState(() => safeLocalStorage.get(sidebarKey) !== 'hidden');
  const show = (on: boolean) => {
    safeLocalStorage.set(sidebarKey, on ? null : 'hidden');
    setShown(on);
    const reverseLabel = on ? 'Hide book and chapters' : 'Book and chapters';
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`button[aria-label="${reverseLabel}"]`)?.focus());
  };
  return [isShown, show];
}
