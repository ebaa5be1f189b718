import type { Text } from '@codemirror/state';
import { findHits, type Hit, type Wanted } from '@inkbear/prose/search/find-hits';
import type { SaveQueue } from '@inkbear/web-kit/saving/save-queue.ts';
import { useDebouncedText } from '@inkbear/web-kit/saving/use-debounced-text.ts';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { BookDesk, SearchedChapter } from '../book-desk.ts';
import type { SearchWish } from '../search-wish.ts';

/** Milliseconds without a change before the open chapter is searched again. */
const searchAfterMs = 150;
/** More hits of one chapter are not worked through one by one. */
const maxHits = 5000;

/** The hits of one chapter; `isCut` when it has more than are listed. */
export interface ChapterHits {
  readonly chapter: SearchedChapter;
  readonly hits: readonly Hit[];
  readonly isCut: boolean;
}
/** How many hits a chapter has, in words; one with more than are listed says so. */
export const listedText = ({ hits, isCut }: ChapterHits): string =>
  `${isCut ? 'more than ' : ''}${hits.length.toLocaleString('en-GB')}`;
export interface Searched {
  readonly state: 'ready' | 'loading' | 'failed';
  readonly chapters: readonly ChapterHits[];
  /** What was looked for, and the text of the open chapter it was looked for in: both may be others by now. */
  readonly wish: SearchWish;
  readonly text: Text;
}

/** Hits by chapter: the open one as it is typed, the others as they were when the book was asked for. */
export function useHits(
  wish: SearchWish,
  current: Omit<SearchedChapter, 'text'>,
  queue: SaveQueue,
  book: BookDesk,
  round: number,
): Searched {
  const { id, title, chapterNumber } = current;
  const settled = useDebouncedText(queue, searchAfterMs);
  const text = useMemo(() => settled.toString(), [settled]);
  const { others, state } = useOthers(wish.scope, book, round);
  const deferred = useDeferredValue(wish);
  const { query, isCaseSensitive, isWholeWord } = deferred;
  const chapters = useMemo(() => {
    const open = { id, title, chapterNumber, text };
    const all =
      wish.scope === 'chapter'
        ? [open]
        : [...others.filter((chapter) => chapter.id !== id), open].sort((a, b) => a.chapterNumber - b.chapterNumber);
    return all
      .map((chapter) => hitsOf(chapter, { query, isCaseSensitive, isWholeWord }))
      .filter(({ hits }) => hits.length > 0);
  }, [id, title, chapterNumber, text, others, wish.scope, query, isCaseSensitive, isWholeWord]);
  return { state, chapters, wish: deferred, text: settled };
}

function hitsOf(chapter: SearchedChapter, wanted: Wanted): ChapterHits {
  const hits = findHits(chapter.text, wanted, maxHits + 1);
  return { chapter, hits: hits.slice(0, maxHits), isCut: hits.length > maxHits };
}

function useOthers(
  scope: SearchWish['scope'],
  book: BookDesk,
  round: number,
): { others: readonly SearchedChapter[]; state: Searched['state'] } {
  const [loaded, setLoaded] = useState<{ others: readonly SearchedChapter[]; state: Searched['state'] }>({
    others: [],
    state: 'ready',
  });
  useEffect(() => {
    if (scope === 'chapter') return setLoaded({ others: [], state: 'ready' });
    let isCurrent = true;
    setLoaded(({ others }) => ({ others, state: 'loading' }));
    book.load().then(
      (others) => {
        if (isCurrent) setLoaded({ others, state: 'ready' });
      },
      () => {
        if (isCurrent) setLoaded({ others: [], state: 'failed' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [scope, book, round]);
  return loaded;
}
