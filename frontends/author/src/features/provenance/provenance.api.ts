import {
  getProvenance,
  type Provenance,
  type ProvenanceAnswers,
  saveProvenanceAnswers,
} from '@inkbear/contracts/books/provenance';
import { exportProvenancePdf } from '@inkbear/contracts/export/export';
import { buildPath } from '@inkbear/contracts/route';
import { call } from '@inkbear/web-kit/api.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { reportFailure } from '../../kit/report-failure.ts';

const paramsOf = (bookId: string) => ({ params: { id: bookId } });

const provenanceQuery = (bookId: string) => read(getProvenance, paramsOf(bookId));

/** Where the words of a book come from. It is counted when the tool opens, and again only when the author asks. */
export const useProvenance = (bookId: string) =>
  useQuery({ ...provenanceQuery(bookId), refetchOnMount: 'always', refetchOnWindowFocus: false });

/**
 * Saves answers one after the other, so that the last one counts. They are shown at once; after a failure those of the
 * server are shown again. A count that is under way is cancelled, because it may have the earlier answers.
 */
export function useSaveProvenanceAnswers(bookId: string) {
  const client = useQueryClient();
  const { queryKey } = provenanceQuery(bookId);
  const save = useMutation({
    scope: { id: `origins:${bookId}` },
    mutationFn: (answers: ProvenanceAnswers) => call(saveProvenanceAnswers, { ...paramsOf(bookId), body: answers }),
    onMutate: async (answers) => {
      client.setQueryData<Provenance>(queryKey, (shown) => shown && { ...shown, answers });
      await client.cancelQueries({ queryKey });
    },
    onSuccess: (saved) =>
      // Answers that were changed meanwhile are sent next.
      client.setQueryData<Provenance>(queryKey, (shown) => ({ ...saved, answers: shown?.answers ?? saved.answers })),
    onError: (error) => {
      reportFailure('Your answer could not be saved')(error);
      void client.invalidateQueries({ queryKey });
    },
  });
  return (changed: Partial<ProvenanceAnswers>): void => {
    const shown = client.getQueryData<Provenance>(queryKey);
    if (shown) save.mutate({ ...shown.answers, ...changed });
  };
}

/** Opens the counts and the declaration as PDF in a new tab. */
export const openProvenancePdf = (bookId: string): void =>
  void window.open(buildPath(exportProvenancePdf, { id: bookId }), '_blank', 'noopener');
