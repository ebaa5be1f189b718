import { type Manuscript, scopeOf } from '@inkbear/web-kit/saving/manuscript.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { aiResultsQuery } from '../../ai-tools/ai.api.ts';
import { type KeptResult, keptResults } from '../kept-results.ts';

const none: readonly KeptResult[] = [];

/** The stored results for a manuscript, newest first. */
export function useKeptResults(manuscript: Manuscript): readonly KeptResult[] {
  const { data } = useQuery(aiResultsQuery(scopeOf(manuscript)));
  return useMemo(() => (data === undefined ? none : keptResults(data)), [data]);
}
