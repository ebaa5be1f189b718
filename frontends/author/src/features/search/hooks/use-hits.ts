import type { Text } from '@codemirror/state';
import { formatNumber } from '@inkbear/web-kit/format.ts';
import { handleUnauthorised } from '@inkbear/web-kit/unauthorised.ts';
import { findHits, type Hit, type SearchQuery } from '@inkbear/prose/search/find-hits';
import type { SaveQueue } from '../../../saving/save-queue.ts';
import { useDebouncedText } from '../../../saving/use-debounced-text.ts';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { SearchSource, SearchedChapter } from '../search-source.ts';
import type { SearchCriteria } from '../search-criteria.ts';

/** Debounce, in milliseconds, before the open chapter is searched again. */
const searchAfterMs = 150;
/** At most this many hits are listed for one chapter. */
const maxHits = 5000;

/** The hits of one chapter; `isCut` when it has more than are listed. */
export interface ChapterHits {
  readonly chapter: SearchedChapter;
  readonly hits: readonly Hit[];
  readonly isCut: boolean;
}
/** The number of hits in a chapter, as text. */
export const listedText = ({ hits, isCut }: ChapterHits): string =>
  `${isCut ? 'more than ' : ''}${formatNumber(hits.length)}`;
export interface Searched {
  readonly state: 'ready' | 'loading' | 'failed';
  readonly chapters: readonly ChapterHits[];
  /** The criteria and the text of the open chapter that the hits belong to; the current ones may differ. */
  readonly criteria: SearchCriteria;
  readonly text: Text;
}

/**
 * Hits by chapter. The open chapter is searched while it is edited, the others as they were when the book was loaded.
 */
export function useHits(
  criteria: SearchCriteria,
  current: Omit<SearchedChapter, 'text'>,
  queue: SaveQueue,
  source: SearchSource,
  searchCount: number,
): Searched {
  const { id, title, chapterNumber } = current;
  const searchedText = useDebouncedText(queue, searchAfterMs);
  const text = useMemo(() => searchedText.toString(), [searchedText]);
  const { others, state } = useOtherChapters(criteria.scope, source, searchCount);
  const deferred = useDeferredValue(criteria);
  const { query, isCaseSensitive, isWholeWord } = deferred;
  const chapters = useMemo(() => {
    const open = { id, title, chapterNumber, text };
    const all =
      criteria.scope === 'chapter'
        ? [open]
        : [...others.filter((chapter) => chapter.id !== id), open].sort((a, b) => a.chapterNumber - b.chapterNumber);
    return all
      .map((chapter) => hitsOf(chapter, { query, isCaseSensitive, isWholeWord }))
      .filter(({ hits }) => hits.length > 0);
  }, [id, title, chapterNumber, text, others, criteria.scope, query, isCaseSensitive, isWholeWord]);
  return { state, chapters, criteria: deferred, text: searchedText };
}

function hitsOf(chapter: SearchedChapter, query: SearchQuery): ChapterHits {
  const hits = findHits(chapter.text, query, maxHits + 1);
  return { chapter, hits: hits.slice(0, maxHits), isCut: hits.length > maxHits };
}

function useOtherChapters(
  scope: SearchCriteria['scope'],
  source: SearchSource,
  searchCount: number,
): { others: readonly SearchedChapter[]; state: Searched['state'] } {
  const [loaded, setLoaded] = useState<{ others: readonly SearchedChapter[]; state: Searched['state'] }>({
    others: [],
    state: 'ready',
  });
  useEffect(() => {
    if (scope === 'chapter') return setLoaded({ others: [], state: 'ready' });
    let isCurrent = true;
    setLoaded(({ others }) => ({ others, state: 'loading' }));
    source.load().then(
      (others) => {
        if (isCurrent) setLoaded({ others, state: 'ready' });
      },
      (error: unknown) => {
        if (!isCurrent) return;
        handleUnauthorised(error);
        setLoaded({ others: [], state: 'failed' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [scope, source, searchCount]);
  return loaded;
}
