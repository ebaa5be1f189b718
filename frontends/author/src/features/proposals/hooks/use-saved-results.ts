import { type Manuscript, scopeOf } from '../../../saving/manuscript.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { aiResultsQuery } from '../../ai-tools/ai.api.ts';
import { type SavedResult, savedResults } from '../saved-results.ts';

const none: readonly SavedResult[] = [];

/** The stored results for a manuscript, newest first. */
export function useSavedResults(manuscript: Manuscript): readonly SavedResult[] {
  const { data } = useQuery(aiResultsQuery(scopeOf(manuscript)));
  return useMemo(() => (data === undefined ? none : savedResults(data)), [data]);
}
