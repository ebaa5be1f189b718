import { getSummaries, saveSummaries, type SummaryTexts } from '@inkbear/contracts/ai/summary';
import { call } from '@inkbear/web-kit/api.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ifMatch } from '../../kit/if-match.ts';
import { usePutMutation } from '../../kit/use-put-mutation.ts';
import { invalidateAiContext } from './ai-context.api.ts';

const summariesQuery = (chapterId: string) => read(getSummaries, { query: { chapterId } });

/** The summaries of a chapter. They are refetched on mount, because the automatic ones change with the text. */
export const useSummaries = (chapterId: string) => useQuery({ ...summariesQuery(chapterId), refetchOnMount: 'always' });

export function useSaveSummaries(chapterId: string) {
  const client = useQueryClient();
  return usePutMutation({
    queryKey: summariesQuery(chapterId).queryKey,
    send: async ({ rev, texts }: { rev: number; texts: SummaryTexts }) => {
      const saved = await call(saveSummaries, { query: { chapterId }, body: texts, headers: ifMatch(rev) });
      void invalidateAiContext(client);
      return saved;
    },
  });
}
