import {
  type ContextChoice,
  getContextChoice,
  type SavedContextChoice,
  saveContextChoice,
} from '@inkbear/contracts/ai/context';
import { call } from '@inkbear/web-kit/api.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { SessionStore, useSessionValue } from '@inkbear/web-kit/session-store.ts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { reportFailure } from '../../kit/report-failure.ts';
import { ifMatch } from '../../kit/if-match.ts';
import { isRefused, isStale } from '../../kit/use-replace.ts';
import { invalidateAiContext } from './ai-context.api.ts';
import { hasDeviceChoice, moveDeviceChoice } from './move-device-choice.ts';

/** A part becomes excluded or pinned, or is so no longer. */
export interface ChoiceChange {
  readonly list: keyof ContextChoice;
  readonly partId: string;
  readonly isOn: boolean;
}

/** The changes that the server does not have yet, by book. */
const unsavedChanges = new SessionStore<readonly ChoiceChange[]>({ needsUnloadWarning: () => true });
const noChanges: readonly ChoiceChange[] = [];
const unsavedOf = (bookId: string) => unsavedChanges.get(bookId) ?? noChanges;
const setUnsaved = (bookId: string, changes: readonly ChoiceChange[]) =>
  unsavedChanges.set(bookId, changes.length === 0 ? undefined : changes);

const contextChoiceQuery = (bookId: string) => ({
  ...read(getContextChoice, { query: { bookId } }),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<SavedContextChoice> =>
    await moveDeviceChoice(bookId, await call(getContextChoice, { query: { bookId }, signal })),
});

/** The choice of a book with the changes of this tab, which are saved at once. */
export function useContextChoice(bookId: string) {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery({ ...contextChoiceQuery(bookId), refetchOnMount: 'always' });
  const unsaved = useSessionValue(unsavedChanges, bookId) ?? noChanges;
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveChanges(client, bookId),
    onError: (error) => {
      if (isRefused(error)) reportFailure('Your choice was not saved')(error);
    },
  });
  useEffect(() => {
    if (unsavedOf(bookId).length > 0) mutate();
  }, [bookId, mutate]);
  const change = (next: ChoiceChange) => {
    setUnsaved(bookId, [...unsavedOf(bookId), next]);
    mutate();
  };
  return {
    choice: data && withChanges(data, unsaved),
    isError,
    refetch,
    change,
    state: isPending ? ('saving' as const) : unsaved.length > 0 ? ('failed' as const) : ('saved' as const),
    save: () => mutate(),
  };
}

/**
 * Returns a function to call before an AI request, because the server applies the choice that it has stored. It rejects
 * when the present choice could not be saved.
 */
export function useSaveContextChoice(bookId: string): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => saveChanges(client, bookId), [client, bookId]);
}

const lastSaves = new Map<string, Promise<void>>();

/** Saves what the server does not have yet. Saves of a book run one after another. */
function saveChanges(client: QueryClient, bookId: string): Promise<void> {
  const previous = lastSaves.get(bookId) ?? Promise.resolve();
  const next = previous.catch(() => undefined).then(() => sendUnsaved(client, bookId));
  lastSaves.set(bookId, next);
  return next;
}

async function sendUnsaved(client: QueryClient, bookId: string): Promise<void> {
  const query = contextChoiceQuery(bookId);
  const reload = () => client.fetchQuery({ ...query, staleTime: 0 });
  if (hasDeviceChoice(bookId)) await reload();
  const changes = unsavedOf(bookId);
  if (changes.length === 0) return;
  const send = ({ rev, ...choice }: SavedContextChoice) =>
    call(saveContextChoice, { query: { bookId }, body: withChanges(choice, changes), headers: ifMatch(rev) });
  const forget = () => setUnsaved(bookId, unsavedOf(bookId).slice(changes.length));
  try {
    const saved = await send(await client.ensureQueryData(query)).catch(async (error: unknown) => {
      if (!isStale(error)) throw error;
      return await send(await reload());
    });
    // A read that began before the save would bring the older choice back.
    await client.cancelQueries({ queryKey: query.queryKey, exact: true });
    client.setQueryData(query.queryKey, saved);
    forget();
    void invalidateAiContext(client);
  } catch (error) {
    // The server would refuse the same changes again.
    if (isRefused(error)) forget();
    throw error;
  }
}

const withChanges = ({ exclude, pin }: ContextChoice, changes: readonly ChoiceChange[]): ContextChoice =>
  changes.reduce<ContextChoice>(
    (choice, { list, partId, isOn }) => ({
      ...choice,
      [list]: [...choice[list].filter((id) => id !== partId), ...(isOn ? [partId] : [])],
    }),
    { exclude, pin },
  );
