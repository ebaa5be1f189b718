import {
  getProvenance,
  type Provenance,
  type ProvenanceAnswers,
  saveProvenanceAnswers,
} from '@inkbear/contracts/books/provenance';
import { exportProvenancePdf } from '@inkbear/contracts/export/export';
import { buildPath } from '@inkbear/contracts/route';
import { call } from '@inkbear/web-kit/api.ts';
import { read, readKey } from '@inkbear/web-kit/read.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { reportFailure } from '../../kit/report-failure.ts';

const paramsOf = (bookId: string) => ({ params: { id: bookId } });

/** Where the words of a book come from. It is counted when the tool opens, and again only when the author asks. */
export const useOrigins = (bookId: string) =>
  useQuery({ ...read(getProvenance, paramsOf(bookId)), refetchOnMount: 'always', refetchOnWindowFocus: false });

/** Saves answers one after the other, so that the last one counts. They are shown at once, and rolled back on failure. */
export function useAnswerOrigins(bookId: string) {
  const client = useQueryClient();
  const queryKey = readKey(getProvenance, paramsOf(bookId));
  const answersOf = () => client.getQueryData<Provenance>(queryKey)?.answers;
  const show = (change: (shown: Provenance) => Provenance) =>
    client.setQueryData<Provenance>(queryKey, (shown) => shown && change(shown));
  return useMutation({
    scope: { id: `origins:${bookId}` },
    mutationFn: (_changed: Partial<ProvenanceAnswers>) =>
      call(saveProvenanceAnswers, { ...paramsOf(bookId), body: { ...answersOf() } }),
    onMutate: (changed) => {
      show((shown) => ({ ...shown, answers: { ...shown.answers, ...changed } }));
    },
    // Answers that were changed meanwhile are sent next.
    onSuccess: (saved) => show((shown) => ({ ...saved, answers: shown.answers })),
    onError: (error) => {
      reportFailure('Your answer could not be saved')(error);
      void client.invalidateQueries({ queryKey });
    },
  });
}

/** Opens the counts and the declaration as PDF in a new tab. */
export const openOriginsPdf = (bookId: string): void =>
  void window.open(buildPath(exportProvenancePdf, { id: bookId }), '_blank', 'noopener');
