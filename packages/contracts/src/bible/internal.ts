import { z } from 'zod';
import { id, idParams } from '../fields.ts';
import { defineRoute } from '../route.ts';
import { bibleEntryDetails } from './bible.ts';
import { bibleLimits, entryFields, factFields, relationFields } from './entry.ts';

/** Limits of a page of entries with their facts; an entry above the limit of bytes gets a page of its own. */
export const entriesPage = { rows: 20, bytes: 4 * 1024 * 1024 } as const;

const biblePage = z.object({
  /** Sorted by name. Each has the relations that begin at it. */
  entries: z.array(bibleEntryDetails).max(entriesPage.rows),
  /** The `after` to send for the next page; null on the last page. */
  next: z.string().nullable(),
  /** How many entries of the story bible the author has written or accepted. */
  decided: z.int().min(0).max(bibleLimits.entries),
});
export type BiblePage = z.infer<typeof biblePage>;

/** An entry for a prompt: what is valid in one chapter, without the author's notes. */
const contextEntry = z.object({
  id,
  kind: entryFields.kind,
  name: entryFields.name,
  aliases: entryFields.aliases,
  summary: entryFields.summary,
  tracked: entryFields.tracked,
  caseSensitive: entryFields.caseSensitive,
  /** Entries that are never sent are left out. */
  inPrompt: z.enum(['auto', 'always']),
  /** What the narrator says, the most important first. */
  facts: z
    .array(
      z.object({
        attribute: factFields.attribute,
        value: factFields.value,
        /** The names of those who know it; null when everybody may. */
        knownBy: z.array(z.string()).max(bibleLimits.knownBy).nullable(),
      }),
    )
    .max(bibleLimits.factsPerEntry),
  relations: z
    .array(
      z.object({
        type: relationFields.type,
        otherId: id,
        otherName: z.string(),
        /** Whether it leads from the other entry to this one. */
        isReverse: z.boolean(),
      }),
    )
    .max(bibleLimits.relationsPerEntry),
});
export type ContextEntry = z.infer<typeof contextEntry>;
export const contextEntries = z.array(contextEntry).max(bibleLimits.entries);

/** A story bible for the account archive. */
export const readBiblePage = defineRoute({
  id: 'readBiblePage',
  owner: 'books',
  method: 'GET',
  path: '/internal/books/:id/bible',
  summary: 'Entries of a story bible with their facts, as many as fit one page, if the book belongs to this user',
  access: 'service',
  callers: ['export'],
  rate: 'read',
  timeoutMs: 10_000,
  params: idParams,
  query: z.object({ userId: id, after: z.string().max(1000).optional() }),
  responses: { 200: biblePage },
  errors: ['books.not_found'],
});
