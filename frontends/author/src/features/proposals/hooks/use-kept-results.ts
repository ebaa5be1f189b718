import { listResults } from '@inkbear/contracts/ai/limit';
import { read } from '@inkbear/web-kit/read.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type KeptResult, keptResults } from '../kept-results.ts';

const none: readonly KeptResult[] = [];

/** The finished results of a chapter, newest first. */
export function useKeptResults(chapterId: string): readonly KeptResult[] {
  const { data } = useQuery(read(listResults, { query: { chapterId } }));
  return useMemo(() => (data === undefined ? none : keptResults(data)), [data]);
}
