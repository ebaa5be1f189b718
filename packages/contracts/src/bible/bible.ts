import { z } from 'zod';
import { body, id, idParams, line } from '../fields.ts';
import { maxPageRows, pageQuery } from '../list-query.ts';
import { defineRoute } from '../route.ts';
import { entryKinds } from './attributes.ts';
import {
  bibleEntry,
  bibleFact,
  bibleLimits,
  bibleRelation,
  bibleStatus,
  entryFields,
  factFields,
  relationFields,
} from './entry.ts';

/**
 * What every write to a story bible replies with. Until 30 days later `undoBibleDecision` takes the write back, if no
 * later one changed the same rows.
 */
const decisionReply = { decisionId: id };

/** An entry with all that is known about it. */
export const bibleEntryDetails = bibleEntry.extend({
  facts: z.array(bibleFact).max(bibleLimits.factsPerEntry),
  /** From or to this entry. */
  relations: z.array(bibleRelation).max(bibleLimits.relationsPerEntry),
});
export type BibleEntryDetails = z.infer<typeof bibleEntryDetails>;
export const entryWithDecisionId = bibleEntryDetails.extend(decisionReply);
export type EntryWithDecisionId = z.infer<typeof entryWithDecisionId>;

const entryParams = z.object({ id, entryId: id });
const factParams = entryParams.extend({ factId: id });
const relationParams = entryParams.extend({ relationId: id });

/**
 * The fields of an entry that a client sends. A field that it leaves out has its default, also in a `PUT`, which
 * replaces all.
 */
const sentEntry = {
  ...entryFields,
  aliases: entryFields.aliases.default([]),
  summary: entryFields.summary.default(''),
  notes: entryFields.notes.default(''),
  tracked: entryFields.tracked.default(true),
  caseSensitive: entryFields.caseSensitive.default(false),
  inPrompt: entryFields.inPrompt.default('auto'),
};
const newEntry = body(sentEntry);
export type EntryFields = z.infer<typeof newEntry>;
const sentFact = body({
  ...factFields,
  since: factFields.since.default(null),
  until: factFields.until.default(null),
  modality: factFields.modality.default('narrated'),
  knownBy: factFields.knownBy.default(null),
});
export type FactFields = z.infer<typeof sentFact>;
const sentRelation = body({
  ...relationFields,
  since: relationFields.since.default(null),
  until: relationFields.until.default(null),
});
export type RelationFields = z.infer<typeof sentRelation>;

export const listBibleEntries = defineRoute({
  id: 'listBibleEntries',
  owner: 'books',
  method: 'GET',
  path: '/api/books/:id/bible/entries',
  summary: 'Entries of the story bible without facts, by name; `q` is the beginning of a name or alias',
  access: 'user',
  rate: 'read',
  params: idParams,
  query: pageQuery.extend({
    kind: z.enum(entryKinds).optional(),
    status: bibleStatus.optional(),
    q: line(120).optional(),
  }),
  responses: { 200: z.array(bibleEntry).max(maxPageRows) },
  errors: ['books.not_found'],
});
export const getBibleEntry = defineRoute({
  id: 'getBibleEntry',
  owner: 'books',
  method: 'GET',
  path: '/api/books/:id/bible/entries/:entryId',
  summary: 'An entry with its facts and relations; with `at` only those that are valid in that chapter',
  access: 'user',
  rate: 'read',
  params: entryParams,
  query: z.object({ at: id.optional() }),
  responses: { 200: bibleEntryDetails },
  errors: ['books.not_found', 'books.chapter_not_found', 'bible.not_found'],
});

/** What the writes of one entry have in common. */
const entryWrite = { owner: 'books', access: 'user', rate: 'write', responses: { 200: entryWithDecisionId } } as const;

/** Errors that most writes have in common. */
const writeErrors = ['books.not_found', 'books.quota_used', 'plan.read_only', 'bible.not_found'] as const;

export const createBibleEntry = defineRoute({
  ...entryWrite,
  id: 'createBibleEntry',
  method: 'POST',
  path: '/api/books/:id/bible/entries',
  summary: 'Add an entry to the story bible',
  idempotent: true,
  params: idParams,
  body: newEntry,
  responses: { 201: entryWithDecisionId },
  errors: [...writeErrors, 'bible.name_taken', 'bible.limit_reached'],
});
export const updateBibleEntry = defineRoute({
  ...entryWrite,
  id: 'updateBibleEntry',
  method: 'PUT',
  path: '/api/books/:id/bible/entries/:entryId',
  summary: 'Replace the fields of an entry that the author edits',
  ifMatch: 'optional',
  params: entryParams,
  // A client may send the object that it has read.
  body: body(sentEntry, ['id', 'bookId', 'status', 'source', 'rev', 'facts', 'relations', 'decisionId']),
  errors: [
    'books.not_found',
    'books.quota_used',
    'plan.read_only',
    'bible.not_found',
    'bible.name_taken',
    'bible.stale_revision',
  ],
});
export const deleteBibleEntry = defineRoute({
  ...entryWrite,
  id: 'deleteBibleEntry',
  method: 'DELETE',
  path: '/api/books/:id/bible/entries/:entryId',
  summary: 'Delete an entry with its facts and relations; a locked one must be unlocked first',
  ifMatch: 'optional',
  params: entryParams,
  responses: { 200: z.object(decisionReply) },
  errors: ['books.not_found', 'plan.read_only', 'bible.not_found', 'bible.locked', 'bible.stale_revision'],
});
export const mergeBibleEntries = defineRoute({
  ...entryWrite,
  id: 'mergeBibleEntries',
  method: 'POST',
  path: '/api/books/:id/bible/entries/:entryId/merge',
  summary: 'Merge an entry into another one: move its names, facts and relations, delete it, and return the other',
  idempotent: true,
  params: entryParams,
  body: body({ intoId: id }),
  errors: [
    'books.not_found',
    'books.quota_used',
    'plan.read_only',
    'bible.not_found',
    'bible.locked',
    'bible.limit_reached',
  ],
});

export const createBibleFact = defineRoute({
  ...entryWrite,
  id: 'createBibleFact',
  method: 'POST',
  path: '/api/books/:id/bible/entries/:entryId/facts',
  summary: 'Add a fact; with `replaces` an older one ends where it begins',
  idempotent: true,
  params: entryParams,
  body: sentFact,
  responses: { 201: entryWithDecisionId },
  errors: [...writeErrors, 'books.chapter_not_found', 'bible.limit_reached'],
});
export const updateBibleFact = defineRoute({
  ...entryWrite,
  id: 'updateBibleFact',
  method: 'PUT',
  path: '/api/books/:id/bible/entries/:entryId/facts/:factId',
  summary: 'Replace the fields of a fact that the author edits; a proposed one becomes accepted',
  params: factParams,
  body: sentFact,
  errors: [...writeErrors, 'books.chapter_not_found'],
});
export const deleteBibleFact = defineRoute({
  ...entryWrite,
  id: 'deleteBibleFact',
  method: 'DELETE',
  path: '/api/books/:id/bible/entries/:entryId/facts/:factId',
  summary: 'Delete a fact; a locked one must be unlocked first',
  params: factParams,
  errors: [...writeErrors, 'bible.locked'],
});
export const createBibleRelation = defineRoute({
  ...entryWrite,
  id: 'createBibleRelation',
  method: 'POST',
  path: '/api/books/:id/bible/entries/:entryId/relations',
  summary: 'Add a relation of this entry to another one',
  idempotent: true,
  params: entryParams,
  body: sentRelation,
  responses: { 201: entryWithDecisionId },
  errors: [...writeErrors, 'books.chapter_not_found', 'bible.limit_reached'],
});
export const updateBibleRelation = defineRoute({
  ...entryWrite,
  id: 'updateBibleRelation',
  method: 'PUT',
  path: '/api/books/:id/bible/entries/:entryId/relations/:relationId',
  summary: 'Replace a relation that begins at this entry; a proposed one becomes accepted',
  params: relationParams,
  body: sentRelation,
  errors: [...writeErrors, 'books.chapter_not_found', 'bible.limit_reached'],
});
export const deleteBibleRelation = defineRoute({
  ...entryWrite,
  id: 'deleteBibleRelation',
  method: 'DELETE',
  path: '/api/books/:id/bible/entries/:entryId/relations/:relationId',
  summary: 'Delete a relation from or to this entry; a locked one must be unlocked first',
  params: relationParams,
  errors: [...writeErrors, 'bible.locked'],
});

/**
 * What an author can do with rows, mainly with suggestions. One request is stored as one decision, which can be undone.
 */
export const reviewActions = ['accept', 'dismiss', 'lock', 'unlock'] as const;
export type ReviewAction = (typeof reviewActions)[number];

const changedRows = z.object({
  ...decisionReply,
  /**
   * Ids of the rows that were changed (wire name `done`). Those of an accepted fact include its entries, which are
   * accepted with it.
   */
  done: z.array(id).max(bibleLimits.entries + bibleLimits.facts + bibleLimits.relations),
  /** Ids of the rows that were not: they do not exist, or their status or a later change does not allow it. */
  skipped: z.array(id).max(bibleLimits.entries + bibleLimits.facts + bibleLimits.relations),
});
export type ChangedRows = z.infer<typeof changedRows>;

export const decideBible = defineRoute({
  id: 'decideBible',
  owner: 'books',
  method: 'POST',
  path: '/api/books/:id/bible/decisions',
  summary: 'Accept, dismiss, lock or unlock entries, facts and relations; dismissed ones are not proposed again',
  access: 'user',
  rate: 'write',
  idempotent: true,
  params: idParams,
  body: body({
    items: z
      .array(z.strictObject({ id, decision: z.enum(reviewActions) }))
      .min(1, 'Please choose at least one')
      .max(bibleLimits.rowsOfDecision),
  }),
  responses: { 200: changedRows },
  errors: ['books.not_found', 'books.quota_used', 'plan.read_only', 'bible.limit_reached'],
});
export const undoBibleDecision = defineRoute({
  id: 'undoBibleDecision',
  owner: 'books',
  method: 'POST',
  path: '/api/books/:id/bible/decisions/:decisionId/undo',
  summary: 'Take back a write of the last 30 days, for the rows that no later one changed; can be undone itself',
  access: 'user',
  rate: 'write',
  idempotent: true,
  params: z.object({ id, decisionId: id }),
  responses: { 200: changedRows },
  errors: [...writeErrors, 'bible.name_taken', 'bible.limit_reached'],
});
