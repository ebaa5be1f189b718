import { listResults } from '@inkbear/contracts/ai/limit';
import { readAll } from '@inkbear/web-kit/read-pages.ts';
import { mostResultPages } from '@inkbear/web-kit/result-pages.ts';
import { type Manuscript, scopeOf } from '@inkbear/web-kit/saving/manuscript.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type KeptResult, keptResults } from '../kept-results.ts';

const none: readonly KeptResult[] = [];

/** The stored results for a manuscript, newest first. */
export function useKeptResults(manuscript: Manuscript): readonly KeptResult[] {
  const { data } = useQuery(readAll(listResults, { query: scopeOf(manuscript) }, { maxPages: mostResultPages }));
  return useMemo(() => (data === undefined ? none : keptResults(data)), [data]);
}
