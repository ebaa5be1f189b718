import {
  checkBook,
  type CheckProgress,
  type ContradictionDecision,
  decideContradiction,
  findingGroups,
  listFindings,
  type StoryFinding,
  updateFinding,
} from '@inkbear/contracts/bible/finding';
import { call } from '@inkbear/web-kit/api.ts';
import { readAll } from '@inkbear/web-kit/read-pages.ts';
import { stream } from '@inkbear/web-kit/stream.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { reportFailure } from '../../kit/report-failure.ts';
import { UnsavedError } from '../../saving/unsaved-error.ts';
import { bibleKeys, useUndoBibleWrite } from '../bible/bible.api.ts';

/** Enough for all findings that a book can have. */
const pages = { limit: 500, maxPages: 8 } as const;

const findingsQuery = (bookId: string) =>
  readAll(listFindings, { params: { id: bookId }, query: { limit: pages.limit } }, { maxPages: pages.maxPages });

/** What the last checks of a book found. */
export const useFindings = (bookId: string) => useQuery({ ...findingsQuery(bookId), refetchOnMount: 'always' });

interface Running {
  /** When it began, as a Unix time in milliseconds. */
  readonly since: number;
  /** Null until the first chapter was read. */
  readonly progress: CheckProgress | null;
}

interface CheckRequest {
  readonly chapterId: string | null;
  readonly since: number;
  readonly signal: AbortSignal;
}

/** Saves first, then checks the book or one chapter. */
export function useCheckBook(bookId: string, saveFirst: () => Promise<boolean>) {
  const client = useQueryClient();
  const control = useRef(new AbortController());
  const [running, setRunning] = useState<Running | null>(null);
  useEffect(() => () => control.current.abort(), []);
  const check = useSingleFlightMutation<CheckProgress, CheckRequest>(
    {
      mutationFn: async ({ chapterId, since, signal }) => {
        if (!(await saveFirst())) throw new UnsavedError();
        return await stream(
          checkBook,
          {
            params: { id: bookId },
            body: { groups: [...findingGroups], ...(chapterId !== null && { chapterIds: [chapterId] }) },
            signal,
          },
          { onProgress: (progress) => setRunning({ since, progress }) },
        );
      },
      onError: (error, { signal }) => {
        if (signal.aborted) return;
        const title = error instanceof UnsavedError ? 'Your text is not saved yet' : 'The book could not be checked';
        reportFailure(title)(error);
      },
      onSettled: () => {
        setRunning(null);
        return client.invalidateQueries({ queryKey: findingsQuery(bookId).queryKey });
      },
    },
    anyInput,
  );
  /** @param chapterId the only chapter to check, or null for the whole book */
  const start = (chapterId: string | null): void => {
    const since = Date.now();
    control.current = new AbortController();
    setRunning({ since, progress: null });
    check.mutate({ chapterId, since, signal: control.current.signal });
  };
  return { start, running, result: check.data, cancel: () => control.current.abort() };
}

/** Ignores a finding, or opens it again. */
export function useSetFindingStatus(bookId: string) {
  const client = useQueryClient();
  const { queryKey } = findingsQuery(bookId);
  return useSingleFlightMutation<StoryFinding, Pick<StoryFinding, 'id' | 'status'>>({
    mutationFn: ({ id, status }) => call(updateFinding, { params: { id: bookId, findingId: id }, body: { status } }),
    onSuccess: (changed) =>
      client.setQueryData(queryKey, (rows) => rows?.map((row) => (row.id === changed.id ? changed : row))),
    onError: (error) => {
      reportFailure('The finding could not be changed')(error);
      void client.invalidateQueries({ queryKey });
    },
  });
}

interface Decision {
  readonly finding: StoryFinding;
  readonly decision: ContradictionDecision;
}

const decidedTitles = { 'first-is-right': 'Saved to the story bible', 'changed-here': 'Saved as a change' } as const;
const decidedTexts = {
  'first-is-right': 'Now correct the words at the second place.',
  'changed-here': 'The story bible has both values.',
} as const satisfies Record<ContradictionDecision, string>;

/** Writes to the story bible which value of a contradiction is right. The toast offers to undo it. */
export function useDecideContradiction(bookId: string) {
  const client = useQueryClient();
  const { queryKey } = findingsQuery(bookId);
  const undoWrite = useUndoBibleWrite(bookId);
  const undo = async (decisionId: string): Promise<void> => {
    await undoWrite(decisionId);
    await client.invalidateQueries({ queryKey });
  };
  return useSingleFlightMutation<{ readonly decisionId: string }, Decision>(
    {
      mutationFn: ({ finding, decision }) =>
        call(decideContradiction, { params: { id: bookId, findingId: finding.id }, body: { decision } }),
      onSuccess: async ({ decisionId }, { finding, decision }) => {
        if (decision === 'changed-here')
          client.setQueryData(queryKey, (rows) => rows?.filter(({ id }) => id !== finding.id));
        showToast({
          title: decidedTitles[decision],
          description: decidedTexts[decision],
          durationMs: 10_000,
          action: { label: 'Undo', run: () => void undo(decisionId) },
        });
        await client.invalidateQueries({ queryKey: bibleKeys.all(bookId) });
      },
      onError: reportFailure('Your answer could not be saved to the story bible'),
    },
    anyInput,
  );
}
