import * as contract from '@inkbear/contracts/bible/bible';
import { etag } from '@inkbear/service-kit/etag';
import { readPage } from '@inkbear/service-kit/fit-page';
import { nextLink } from '@inkbear/service-kit/list-page';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { applyBibleDecisions } from './apply-bible-decisions.ts';
import { presentEntry, presentEntryDetails } from './bible.presenter.ts';
import { authorRevOf } from './bible.ts';
import { mergeEntries } from './merge-entries.ts';
import { readEntry } from './read-entry.ts';
import { undoDecision } from './undo-decision.ts';
import type { BibleDeps, BibleRef } from './write-bible.ts';
import { createEntry, deleteEntry, updateEntry } from './write-entry.ts';
import { createFact, deleteFact, updateFact } from './write-fact.ts';
import { createRelation, deleteRelation, updateRelation } from './write-relation.ts';

/** Bytes of one page of entries, which may have long notes. */
const pageBytes = 4 * 1024 * 1024;

/** The bible of the request's book, and the ids in its path. */
const targetOf = <P extends { id: string }>({ id, ...ids }: P, userId: string): BibleRef & Omit<P, 'id'> => ({
  bookId: id,
  userId,
  ...ids,
});

/** What a write of one entry replies with: the entry as it is now, and its ETag. */
const createEntryReply = (deps: BibleDeps) => async (bookId: string, entryId: string, decisionId: string) => {
  const known = await readEntry(deps, { bookId, entryId });
  return [{ ...presentEntryDetails(known), decisionId }, { ETag: etag(authorRevOf(known.entry)) }] as const;
};

export const bibleRoutes = (deps: BibleDeps): ServedRoute[] => [
  ...entryRoutes(deps),
  ...factRoutes(deps),
  ...relationRoutes(deps),
  ...decisionRoutes(deps),
];

function entryRoutes(deps: BibleDeps): ServedRoute[] {
  const { books, bible } = deps;
  const entryReply = createEntryReply(deps);

  return [
    serve(contract.listBibleEntries, async ({ params, query, identity }) => {
      await books.getLive(params.id, identity.userId);
      const rows = bible.streamEntries(params.id, query);
      const { page, hasMore } = await readPage(rows, ({ storedBytes }) => storedBytes, {
        rows: query.limit,
        bytes: pageBytes,
      });
      const next = hasMore ? (page.at(-1)?.nameKey ?? null) : null;

      return reply(200, page.map(presentEntry), nextLink(contract.listBibleEntries, query, next, params));
    }),
    serve(contract.getBibleEntry, async ({ params, query, identity }) => {
      await books.getLive(params.id, identity.userId);
      const known = await readEntry(deps, { bookId: params.id, entryId: params.entryId, validInChapterId: query.at });

      return reply(200, presentEntryDetails(known), { ETag: etag(authorRevOf(known.entry)) });
    }),
    serve(contract.createBibleEntry, async ({ params, body, identity }) => {
      const { entryId, decisionId } = await createEntry(deps, targetOf(params, identity.userId), body);

      return reply(201, ...(await entryReply(params.id, entryId, decisionId)));
    }),
    serve(contract.updateBibleEntry, async ({ params, body, identity, ifMatch }) => {
      const decisionId = await updateEntry(deps, targetOf(params, identity.userId), body, ifMatch);

      return reply(200, ...(await entryReply(params.id, params.entryId, decisionId)));
    }),
    serve(contract.deleteBibleEntry, async ({ params, identity, ifMatch }) => {
      const decisionId = await deleteEntry(deps, targetOf(params, identity.userId), ifMatch);

      return reply(200, { decisionId });
    }),
    serve(contract.mergeBibleEntries, async ({ params, body, identity }) => {
      const decisionId = await mergeEntries(deps, { ...targetOf(params, identity.userId), intoId: body.intoId });

      return reply(200, ...(await entryReply(params.id, body.intoId, decisionId)));
    }),
  ];
}

function factRoutes(deps: BibleDeps): ServedRoute[] {
  const entryReply = createEntryReply(deps);

  return [
    serve(contract.createBibleFact, async ({ params, body, identity }) => {
      const decisionId = await createFact(deps, targetOf(params, identity.userId), body);

      return reply(201, ...(await entryReply(params.id, params.entryId, decisionId)));
    }),
    serve(contract.updateBibleFact, async ({ params, body, identity }) => {
      const decisionId = await updateFact(deps, targetOf(params, identity.userId), body);

      return reply(200, ...(await entryReply(params.id, params.entryId, decisionId)));
    }),
    serve(contract.deleteBibleFact, async ({ params, identity }) => {
      const decisionId = await deleteFact(deps, targetOf(params, identity.userId));

      return reply(200, ...(await entryReply(params.id, params.entryId, decisionId)));
    }),
  ];
}

function relationRoutes(deps: BibleDeps): ServedRoute[] {
  const entryReply = createEntryReply(deps);

  return [
    serve(contract.createBibleRelation, async ({ params, body, identity }) => {
      const decisionId = await createRelation(deps, targetOf(params, identity.userId), body);

      return reply(201, ...(await entryReply(params.id, params.entryId, decisionId)));
    }),
    serve(contract.updateBibleRelation, async ({ params, body, identity }) => {
      const decisionId = await updateRelation(deps, targetOf(params, identity.userId), body);

      return reply(200, ...(await entryReply(params.id, params.entryId, decisionId)));
    }),
    serve(contract.deleteBibleRelation, async ({ params, identity }) => {
      const decisionId = await deleteRelation(deps, targetOf(params, identity.userId));

      return reply(200, ...(await entryReply(params.id, params.entryId, decisionId)));
    }),
  ];
}

function decisionRoutes(deps: BibleDeps): ServedRoute[] {
  return [
    serve(contract.decideBible, async ({ params, body, identity }) => {
      const changed = await applyBibleDecisions(deps, targetOf(params, identity.userId), body.items);

      return reply(200, changed);
    }),
    serve(contract.undoBibleDecision, async ({ params, identity }) => {
      const changed = await undoDecision(deps, targetOf(params, identity.userId));

      return reply(200, changed);
    }),
  ];
}
