import { z } from 'zod';
import { listedChaptersMax } from '../books/chapter.ts';
import { id, idParams } from '../fields.ts';
import { defineRoute } from '../route.ts';
import { bibleEntryDetails } from './bible.ts';
import { bibleLimits, entryFields, evidence, factFields, relationFields } from './entry.ts';
import { providerReading } from './suggestion.ts';

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

/** What a provider needs to know of a book to read its chapters, without their texts. */
export const readingScope = z.object({
  providerReading,
  aiSuspended: z.boolean(),
  /** A BCP 47 tag. */
  language: z.string(),
  /** In reading order. */
  chapters: z
    .array(
      z.object({
        id,
        rev: z.int().min(0),
        /** The revision last read by a provider; 0 before the first reading. */
        providerRev: z.int().min(0),
        wordCount: z.int().min(0),
      }),
    )
    .max(listedChaptersMax),
  /** The names in the story bible. */
  entries: z
    .array(z.object({ kind: entryFields.kind, name: entryFields.name, aliases: entryFields.aliases }))
    .max(bibleLimits.entries),
});
export type ReadingScope = z.infer<typeof readingScope>;

export const readReadingScope = defineRoute({
  id: 'readReadingScope',
  owner: 'books',
  method: 'GET',
  path: '/internal/books/:id/reading-scope',
  summary: 'Whether a provider may read a book, its chapters and the names in its story bible',
  access: 'service',
  callers: ['ai'],
  rate: 'read',
  params: idParams,
  query: z.object({ userId: id }),
  responses: { 200: readingScope },
  errors: ['books.not_found'],
});

/** UTF-16 units of a chapter from which facts are extracted. Evidence after these is not moved with the text. */
export const extractedUnitsMax = 600_000;

/** Maximum names and facts of one chapter, and aliases of one name. Together they fit into the request body. */
export const readingLimits = { names: 300, aliases: 5, facts: 500 } as const;

/** What a provider has found in a chapter. Names that are not in the story bible must be among `names`. */
export const chapterReading = z.object({
  userId: id,
  chapterId: id,
  /** The revision of the chapter that was read; positions are UTF-16 units of its text. */
  rev: z.int().min(0),
  names: z
    .array(
      z.object({
        kind: entryFields.kind,
        name: entryFields.name,
        aliases: z.array(entryFields.name).max(readingLimits.aliases),
        /** Where the text has the name or one of the aliases. */
        at: z.int().min(0),
      }),
    )
    .max(readingLimits.names),
  facts: z
    .array(
      z.object({
        /** A name or an alias of an entry. */
        name: entryFields.name,
        attribute: factFields.attribute,
        /** For an attribute whose values are entries: a name or an alias of one. */
        value: factFields.value,
        modality: z.enum(['narrated', 'spoken']),
        ...evidence.pick({ from: true, to: true, quote: true }).shape,
      }),
    )
    .max(readingLimits.facts),
});
export type ChapterReading = z.infer<typeof chapterReading>;

/** How many rows a reading has added. A fact that was known already only gets more evidence. */
const readingCounts = z.object({
  entries: z.int().min(0),
  facts: z.int().min(0),
  relations: z.int().min(0),
  /** True when the author's storage is used up, so that nothing new was proposed. */
  isStorageUsed: z.boolean(),
});
export type ReadingCounts = z.infer<typeof readingCounts>;

/**
 * Proposes what a provider has found. Results whose quote or name is not at its position, or that the author has
 * dismissed, are dropped. What the author wrote, accepted or locked does not change. Refused until the extraction has
 * processed this revision (`bible.extraction_pending`), because the extraction moves evidence relative to the revision
 * that it processed last.
 */
export const proposeToBible = defineRoute({
  id: 'proposeToBible',
  owner: 'books',
  method: 'POST',
  path: '/internal/books/:id/bible/proposals',
  summary: 'Propose entries and facts that a provider found in one revision of a chapter',
  access: 'service',
  callers: ['ai'],
  rate: 'write',
  bodyLimit: 'prose',
  timeoutMs: 10_000,
  params: idParams,
  body: chapterReading,
  responses: { 200: readingCounts },
  errors: [
    'books.not_found',
    'books.chapter_not_found',
    'books.stale_revision',
    'bible.extraction_pending',
    'bible.reading_off',
    'ai.suspended',
    'plan.read_only',
  ],
});

/** Facts that one reading compares with a chapter, and contradictions that it reports. */
export const comparedFactsMax = 300;
export const reportedContradictionsMax = 50;

const comparedFact = z.object({
  id,
  name: entryFields.name,
  attribute: factFields.attribute,
  value: factFields.value,
});
export type ComparedFact = z.infer<typeof comparedFact>;

export const readComparedFacts = defineRoute({
  id: 'readComparedFacts',
  owner: 'books',
  method: 'GET',
  path: '/internal/books/:id/compared-facts',
  summary:
    'The confirmed facts about entries that a chapter names, as far as another chapter states them and they are valid',
  access: 'service',
  callers: ['ai'],
  rate: 'read',
  timeoutMs: 20_000,
  params: idParams,
  query: z.object({ userId: id, chapterId: id }),
  responses: { 200: z.object({ facts: z.array(comparedFact).max(comparedFactsMax) }) },
  errors: ['books.not_found', 'books.chapter_not_found', 'bible.busy', 'bible.reading_off', 'ai.suspended'],
});

export const chapterContradictions = z.object({
  userId: id,
  chapterId: id,
  /** The revision of the chapter that was read; positions are UTF-16 units of its text. */
  rev: z.int().min(0),
  contradictions: z
    .array(
      z.object({
        factId: id,
        /** What the passage says instead. */
        value: factFields.value,
        ...evidence.pick({ from: true, to: true, quote: true }).shape,
      }),
    )
    .max(reportedContradictionsMax),
});
export type ChapterContradictions = z.infer<typeof chapterContradictions>;

export const reportContradictions = defineRoute({
  id: 'reportContradictions',
  owner: 'books',
  method: 'POST',
  path: '/internal/books/:id/contradictions',
  summary:
    'Replace the contradictions that a provider found in a chapter; those whose quote is not at its position are dropped',
  access: 'service',
  callers: ['ai'],
  rate: 'write',
  bodyLimit: 'prose',
  timeoutMs: 10_000,
  params: idParams,
  body: chapterContradictions,
  responses: {
    200: z.object({
      /** Those that are listed as findings now. */
      findings: z.int().min(0),
    }),
  },
  errors: [
    'books.not_found',
    'books.chapter_not_found',
    'books.stale_revision',
    'bible.reading_off',
    'ai.suspended',
    'plan.read_only',
  ],
});
