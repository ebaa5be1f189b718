import { type Manuscript, scopeOf } from '../../../saving/manuscript.ts';
import { useMemo } from 'react';
import { useAiResults } from '../../ai-tools/ai.api.ts';
import { savedResults } from '../saved-results.ts';

/** The stored results for a manuscript, newest first, as far as they are loaded. `pages` loads older ones. */
export function useSavedResults(manuscript: Manuscript) {
  const { results, pages } = useAiResults(scopeOf(manuscript));
  const saved = useMemo(() => savedResults(results), [results]);
  return { saved, pages };
}
