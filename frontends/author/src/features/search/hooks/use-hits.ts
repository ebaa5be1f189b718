import { findHits, type Hit } from '@inkbear/prose/search/find-hits';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { useSettledText } from '@inkbear/web-kit/saving/use-settled-text.ts';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { BookDesk, SearchedChapter } from '../book-desk.ts';
import type { SearchWish } from '../search-wish.ts';

/** Milliseconds without a change before the open chapter is searched again. */
const searchAfterMs = 150;
/** More hits of one chapter are not worked through one by one. */
const maxHits = 5000;

export interface ChapterHits { readonly chapter: SearchedChapter; readonly hits: readonly Hit[] }
export type Searched = { readonly state: 'ready' | 'loading' | 'failed'; readonly chapters: readonly ChapterHits[] };

/** Hits by chapter: the open one as it is typed, the others as they were when the book was asked for. */
export function useHits(wish: SearchWish, current: Omit<SearchedChapter, 'text'>, queue: SaveQueue, book: BookDesk, round: number): Searched {
  const { id, title, chapterNumber } = current;
  const settled = useSettledText(queue, searchAfterMs);
  const text = useMemo(() => settled.toString(), [settled]);
  const { others, state } = useOthers(wish.scope, book, round);
  const { query, isCaseSensitive, isWholeWord } = useDeferredValue(wish);
  const chapters = useMemo(() => {
    const open = { id, title, chapterNumber, text };
    const all = wish.scope === 'chapter' ? [open] : [...others.filter((chapter) => chapter.id !== id), open].sort((a, b) => a.chapterNumber - b.chapterNumber);
    return all.map((chapter) => ({ chapter, hits: findHits(chapter.text, { query, isCaseSensitive, isWholeWord }, maxHits) })).filter(({ hits }) => hits.length > 0);
  }, [id, title, chapterNumber, text, others, wish.scope, query, isCaseSensitive, isWholeWord]);
  return { state, chapters };
}

function useOthers(scope: SearchWish['scope'], book: BookDesk, round: number): { others: readonly SearchedChapter[]; state: Searched['state'] } {
  const [loaded, setLoaded] = useState<{ others: readonly SearchedChapter[]; state: Searched['state'] }>({ others: [], state: 'ready' });
  useEffect(() => {
    if (scope === 'chapter') return setLoaded({ others: [], state: 'ready' });
    let isCurrent = true;
    setLoaded(({ others }) => ({ others, state: 'loading' }));
    book.load().then(
      (others) => { if (isCurrent) setLoaded({ others, state: 'ready' }); },
      () => { if (isCurrent) setLoaded({ others: [], state: 'failed' }); },
    );
    return () => { isCurrent = false; };
  }, [scope, book, round]);
  return loaded;
}
