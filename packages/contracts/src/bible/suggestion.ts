import { z } from 'zod';
import { listedChaptersMax } from '../books/chapter.ts';
import { body, id, idParams } from '../fields.ts';
import { maxPageRows, pageQuery } from '../list-query.ts';
import { defineRoute } from '../route.ts';
import { entryKinds } from './attributes.ts';
import { bibleEntry, bibleFact, bibleLimits, bibleRelation } from './entry.ts';

const count = (max: number) => z.int().min(0).max(max);

/**
 * When an AI provider may read chapters for the story bible. `off`: never. `asked`: when the author asks for it.
 * `automatic`: also after a chapter has changed.
 */
export const providerReadings = ['off', 'asked', 'automatic'] as const;
export const providerReading = z.enum(providerReadings);
export type ProviderReading = z.infer<typeof providerReading>;

const bibleState = z.object({
  providerReading,
  counts: z.object({
    entries: count(bibleLimits.entries),
    facts: count(bibleLimits.facts),
    relations: count(bibleLimits.relations),
    /** Of these, the ones that the author has not reviewed. */
    proposals: count(bibleLimits.entries + bibleLimits.facts + bibleLimits.relations),
  }),
  /** In reading order. */
  chapters: z
    .array(
      z.object({
        chapterId: id,
        /** The revision of the text as it is now. */
        rev: z.int().min(0),
        /** The revision last extracted by rules; 0 before the first extraction. Wire name of `extractedRev`. */
        localRev: z.int().min(0),
        /** The revision last read by a provider; 0 before the first reading. */
        providerRev: z.int().min(0),
        /**
         * `waiting`: saved since the last extraction; the next one starts after 10 s without a save, at the latest after
         * a minute. `running`: it has started. `failed`: it failed, and is tried again.
         */
        state: z.enum(['current', 'waiting', 'running', 'failed']),
      }),
    )
    .max(listedChaptersMax),
});
export type BibleState = z.infer<typeof bibleState>;

export const getBible = defineRoute({
  id: 'getBible',
  owner: 'books',
  method: 'GET',
  path: '/api/books/:id/bible',
  summary: 'How much the story bible has, and which revision of each chapter was extracted for it',
  access: 'user',
  rate: 'read',
  params: idParams,
  responses: { 200: bibleState },
  errors: ['books.not_found'],
});

export const setProviderReading = defineRoute({
  id: 'setProviderReading',
  owner: 'books',
  method: 'PUT',
  path: '/api/books/:id/bible',
  summary: 'Set whether an AI provider may read chapters for the story bible. Also for read-only books',
  access: 'user',
  rate: 'save',
  params: idParams,
  // A client may send the object that it has read.
  body: body({ providerReading }, ['counts', 'chapters']),
  responses: { 200: bibleState },
  errors: ['books.not_found'],
});

const named = z.object({ id, name: bibleEntry.shape.name, kind: z.enum(entryKinds) });

/**
 * Something that rules or a model found and that the author has not reviewed. `of` is the entry that has it, `to` the
 * other one.
 */
export const bibleSuggestion = z.discriminatedUnion('type', [
  z.object({ type: z.literal('entry'), entry: bibleEntry }),
  z.object({ type: z.literal('fact'), of: named, fact: bibleFact }),
  z.object({ type: z.literal('relation'), of: named, to: named, relation: bibleRelation }),
]);
export type BibleSuggestion = z.infer<typeof bibleSuggestion>;

export const listBibleProposals = defineRoute({
  id: 'listBibleProposals',
  owner: 'books',
  method: 'GET',
  path: '/api/books/:id/bible/proposals',
  summary: 'What was found in the chapters and not reviewed: first entries, then facts, then relations',
  access: 'user',
  rate: 'read',
  params: idParams,
  query: pageQuery,
  responses: { 200: z.array(bibleSuggestion).max(maxPageRows) },
  errors: ['books.not_found'],
});
