import {
  createBibleEntry,
  createBibleFact,
  createBibleRelation,
  type EntryWithDecisionId,
  deleteBibleEntry,
  deleteBibleFact,
  deleteBibleRelation,
  type EntryFields,
  getBibleEntry,
  listBibleEntries,
  undoBibleDecision,
  updateBibleEntry,
  updateBibleFact,
} from '@inkbear/contracts/bible/bible';
import type { BibleEntry, BibleFact } from '@inkbear/contracts/bible/entry';
import type { ClientBody } from '@inkbear/contracts/route';
import { call } from '@inkbear/web-kit/api.ts';
import { readAll } from '@inkbear/web-kit/read-pages.ts';
import { pathKey, read } from '@inkbear/web-kit/read.ts';
import { showToast } from '@inkbear/web-kit/toast.ts';
import { anyInput, useSingleFlightMutation } from '@inkbear/web-kit/use-single-flight-mutation.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ifMatch } from '../../kit/if-match.ts';
import { reportFailure } from '../../kit/report-failure.ts';
import { isStale } from '../../kit/use-put-mutation.ts';

/** Enough for all entries that a story bible can have. */
const pages = { limit: 500, maxPages: 4 } as const;

/** How long cached names count as fresh, in milliseconds. */
const namesStaleMs = 60_000;

export const bibleKeys = {
  /** The prefix of all keys of a book's story bible. */
  all: (bookId: string) => pathKey(`/api/books/${bookId}/bible`),
};

const entriesQuery = (id: string) =>
  readAll(listBibleEntries, { params: { id }, query: { limit: pages.limit } }, { maxPages: pages.maxPages });
const entryQuery = (id: string, entryId: string) => read(getBibleEntry, { params: { id, entryId }, query: {} });

/** All entries of a book, by name, without their facts. */
export const useEntries = (bookId: string) => useQuery({ ...entriesQuery(bookId), refetchOnMount: 'always' });

/** All entries of a book, for marking their names in the text. */
export const useNamedEntries = (bookId: string) => useQuery({ ...entriesQuery(bookId), staleTime: namesStaleMs });

/** An entry with what is valid in a chapter. */
export const useEntryAt = (id: string, entryId: string, chapterId: string) =>
  useQuery(read(getBibleEntry, { params: { id, entryId }, query: { at: chapterId } }));

/** An entry with its facts and relations. */
export const useEntry = (bookId: string, entryId: string) =>
  useQuery({ ...entryQuery(bookId, entryId), refetchOnMount: 'always' });

export type FactBody = ClientBody<typeof createBibleFact>;
export type RelationBody = ClientBody<typeof createBibleRelation>;

/** A change of a story bible. */
export type BibleWrite =
  | { readonly kind: 'create'; readonly fields: ClientBody<typeof createBibleEntry> }
  | { readonly kind: 'update'; readonly entry: BibleEntry; readonly fields: EntryFields }
  | { readonly kind: 'delete'; readonly entry: BibleEntry }
  | { readonly kind: 'add-fact'; readonly entryId: string; readonly fact: FactBody }
  | { readonly kind: 'update-fact'; readonly fact: BibleFact; readonly value: string }
  | { readonly kind: 'delete-fact'; readonly entryId: string; readonly factId: string }
  | { readonly kind: 'add-relation'; readonly entryId: string; readonly relation: RelationBody }
  | { readonly kind: 'delete-relation'; readonly entryId: string; readonly relationId: string };

type Written = EntryWithDecisionId | { readonly decisionId: string };

function send(id: string, write: BibleWrite): Promise<Written> {
  switch (write.kind) {
    case 'create':
      return call(createBibleEntry, { params: { id }, body: write.fields });
    case 'update':
      return call(updateBibleEntry, {
        params: { id, entryId: write.entry.id },
        body: write.fields,
        headers: ifMatch(write.entry.rev),
      });
    case 'delete':
      return call(deleteBibleEntry, { params: { id, entryId: write.entry.id }, headers: ifMatch(write.entry.rev) });
    case 'add-fact':
      return call(createBibleFact, { params: { id, entryId: write.entryId }, body: write.fact });
    case 'update-fact': {
      const { id: factId, entryId, evidence: _evidence, status: _status, source: _source, ...fact } = write.fact;
      return call(updateBibleFact, { params: { id, entryId, factId }, body: { ...fact, value: write.value } });
    }
    case 'delete-fact':
      return call(deleteBibleFact, { params: { id, entryId: write.entryId, factId: write.factId } });
    case 'add-relation':
      return call(createBibleRelation, { params: { id, entryId: write.entryId }, body: write.relation });
    case 'delete-relation':
      return call(deleteBibleRelation, { params: { id, entryId: write.entryId, relationId: write.relationId } });
  }
}

const titles = {
  create: 'Entry added',
  update: 'Entry saved',
  delete: 'Entry deleted',
  'add-fact': 'Fact added',
  'update-fact': 'Fact accepted',
  'delete-fact': 'Fact deleted',
  'add-relation': 'Relation added',
  'delete-relation': 'Relation deleted',
} as const satisfies Record<BibleWrite['kind'], string>;

/** Returns a function that undoes a write of a story bible, and shows a toast when that is not possible. */
export function useUndoBibleWrite(bookId: string): (decisionId: string) => Promise<void> {
  const client = useQueryClient();
  return async (decisionId) => {
    try {
      const { skipped } = await call(undoBibleDecision, { params: { id: bookId, decisionId } });
      if (skipped.length > 0)
        showToast({
          title: 'The change could not be undone',
          description: 'The entry was changed again in the meantime.',
        });
    } catch (error) {
      reportFailure('The change could not be undone')(error);
    } finally {
      void client.invalidateQueries({ queryKey: bibleKeys.all(bookId) });
    }
  };
}

/** Writes to the story bible of a book. The toast offers to undo it. */
export function useWriteBible(bookId: string) {
  const client = useQueryClient();
  const undo = useUndoBibleWrite(bookId);
  return useSingleFlightMutation<Written, BibleWrite>(
    {
      mutationFn: (write) => send(bookId, write),
      onSuccess: async (written, write) => {
        const { decisionId, ...entry } = written;
        const entryId = write.kind === 'delete' ? write.entry.id : 'id' in entry ? entry.id : '';
        const { queryKey: shownKey } = entryQuery(bookId, entryId);
        if ('id' in entry) client.setQueryData(shownKey, entry);
        showToast({
          title: titles[write.kind],
          durationMs: 10_000,
          action: { label: 'Undo', run: () => void undo(decisionId) },
        });
        // The reply is the entry as it is now; a deleted one cannot be read again.
        await client.invalidateQueries({
          queryKey: bibleKeys.all(bookId),
          predicate: ({ queryKey }) => JSON.stringify(queryKey) !== JSON.stringify(shownKey),
        });
      },
      onError: (error) => {
        reportFailure('The story bible could not be changed')(error);
        // The form then shows what was changed elsewhere.
        if (isStale(error)) void client.invalidateQueries({ queryKey: bibleKeys.all(bookId) });
      },
    },
    anyInput,
  );
}
