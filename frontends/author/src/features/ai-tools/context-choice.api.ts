import {
  type ContextChoice,
  getContextChoice,
  type SavedContextChoice,
  saveContextChoice,
} from '@inkbear/contracts/ai/context';
import { ApiError, isSignedOut } from '@inkbear/web-kit/api-error.ts';
import { call } from '@inkbear/web-kit/api.ts';
import { read } from '@inkbear/web-kit/read.ts';
import { SessionStore, useSessionValue } from '@inkbear/web-kit/session-store.ts';
import { guardSignOut } from '@inkbear/web-kit/sign-out-guard.ts';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { reportFailure } from '../../kit/report-failure.ts';
import { ifMatch } from '../../kit/if-match.ts';
import { saveTimeout } from '../../kit/save-timeout.ts';
import { UnsavedChoiceError } from '../../kit/unsaved-choice-error.ts';
import { isFinalRefusal, isStale } from '../../kit/use-put-mutation.ts';
import { invalidateAiContext } from './ai-context.api.ts';
import { hasLocalChoice, migrateLocalChoice } from './migrate-local-choice.ts';

/** The author excludes or pins a part, or reverts that. */
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
  queryFn: async ({ client }: { client: QueryClient }): Promise<SavedContextChoice> => {
    const stored = await call(getContextChoice, { query: { bookId }, signal: saveTimeout() });
    const migrated = await migrateLocalChoice(bookId, stored);
    if (migrated !== stored) void invalidateAiContext(client);
    return migrated;
  },
  // A save awaits this query. The default would pause it while the browser is offline; it must fail at once instead.
  networkMode: 'always' as const,
});

/** The choice of a book with the changes of this tab, which are saved at once. */
export function useContextChoice(bookId: string) {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery({ ...contextChoiceQuery(bookId), refetchOnMount: 'always' });
  const unsaved = useSessionValue(unsavedChanges, bookId) ?? noChanges;
  const { mutate, isPending } = useMutation({ mutationFn: () => saveChanges(client, bookId) });
  useEffect(() => {
    if (unsavedOf(bookId).length > 0) mutate();
  }, [bookId, mutate]);
  const change = (next: ChoiceChange) => {
    changedBooks.set(bookId, client);
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
 * Returns a function to call before an AI request. It resolves with the choice that the server has then, and rejects
 * when a change of this tab could not be saved. The request is sent with the choice, because servers of the previous
 * release apply only that.
 */
export function useSaveContextChoice(bookId: string): () => Promise<ContextChoice> {
  const client = useQueryClient();
  return useCallback(() => saveChanges(client, bookId), [client, bookId]);
}

const lastSaves = new Map<string, Promise<unknown>>();
/** How many saves of a book the server has refused for good, so that their changes were dropped. */
const refusals = new Map<string, number>();

/** The books whose choice was changed in this tab, with the query client of their page. */
const changedBooks = new Map<string, QueryClient>();

guardSignOut({
  save: async () => {
    const unsaved = [...changedBooks].filter(([bookId]) => unsavedOf(bookId).length > 0);
    const saves = unsaved.map(([bookId, client]) => saveChanges(client, bookId));
    return (await Promise.allSettled(saves)).every(({ status }) => status === 'fulfilled');
  },
  // The store discards the changes.
  discard: () => Promise.resolve(),
});

/**
 * Saves the unsaved changes, and resolves with the choice that the server has then. Saves of a book run one at a time.
 * Rejects also when the server refuses a change that was unsaved at the time of the call; that change is then dropped.
 */
async function saveChanges(client: QueryClient, bookId: string): Promise<ContextChoice> {
  const refusalsBefore = refusals.get(bookId);
  const previous = lastSaves.get(bookId) ?? Promise.resolve();
  const next = previous.catch(() => undefined).then(() => sendUnsaved(client, bookId));
  lastSaves.set(bookId, next);
  const { rev: _rev, ...choice } = await next.catch((error: unknown) => {
    throw isSignedOut(error) ? error : new UnsavedChoiceError({ cause: error });
  });
  if (refusals.get(bookId) !== refusalsBefore) throw new UnsavedChoiceError();
  return choice;
}

async function sendUnsaved(client: QueryClient, bookId: string): Promise<SavedContextChoice> {
  const query = contextChoiceQuery(bookId);
  const reload = () => client.fetchQuery({ ...query, staleTime: 0 });
  const stored = await (hasLocalChoice(bookId) ? reload() : client.ensureQueryData(query));
  const changes = unsavedOf(bookId);
  if (changes.length === 0) return stored;
  const send = ({ rev, ...choice }: SavedContextChoice) =>
    call(saveContextChoice, {
      query: { bookId },
      body: withChanges(choice, changes),
      headers: ifMatch(rev),
      signal: saveTimeout(),
    });
  try {
    const saved = await send(stored).catch(async (error: unknown) => {
      if (!isStale(error)) throw error;
      return await send(await reload());
    });
    // A read that began before the save would bring the older choice back.
    await client.cancelQueries({ queryKey: query.queryKey, exact: true });
    client.setQueryData(query.queryKey, saved);
    setUnsaved(bookId, unsavedOf(bookId).slice(changes.length));
    void invalidateAiContext(client);
    return saved;
  } catch (error) {
    if (!isFinalChoiceRefusal(error) || !dropRefused(bookId, changes, error)) throw error;
    return await sendUnsaved(client, bookId);
  }
}

/**
 * Drops changes that the server would refuse again: if there are new pins, only these, because their number is limited.
 * True when only pins were dropped, so that the other changes can be saved.
 */
function dropRefused(bookId: string, changes: readonly ChoiceChange[], error: unknown): boolean {
  const withoutNewPins = changes.filter(({ list, isOn }) => list === 'exclude' || !isOn);
  const arePins = withoutNewPins.length < changes.length;
  setUnsaved(bookId, [...(arePins ? withoutNewPins : []), ...unsavedOf(bookId).slice(changes.length)]);
  refusals.set(bookId, (refusals.get(bookId) ?? 0) + 1);
  reportFailure(arePins ? 'Your pins were not saved' : 'Your choice was not saved')(error);
  return arePins;
}

/** Servers of the previous release do not have the route, so a 404 is final only when the book is gone. */
const isFinalChoiceRefusal = (error: unknown): boolean =>
  isFinalRefusal(error) &&
  !(error instanceof ApiError && error.status === 404 && error.problem?.code !== 'books.not_found');

const withChanges = ({ exclude, pin }: ContextChoice, changes: readonly ChoiceChange[]): ContextChoice =>
  changes.reduce<ContextChoice>(
    (choice, { list, partId, isOn }) => ({
      ...choice,
      [list]: [...choice[list].filter((id) => id !== partId), ...(isOn ? [partId] : [])],
    }),
    { exclude, pin },
  );
