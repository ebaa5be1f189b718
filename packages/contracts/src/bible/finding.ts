import { z } from 'zod';
import { body, id, idParams } from '../fields.ts';
import { maxPageRows, pageQuery } from '../list-query.ts';
import { limits } from '../plans.ts';
import { defineRoute } from '../route.ts';
import { entryKinds } from './attributes.ts';
import { bibleLimits, bibleSource, factFields } from './entry.ts';

export const findingGroups = ['continuity', 'leak', 'tell', 'repetition'] as const;
export type FindingGroup = (typeof findingGroups)[number];

export const findingLimits = {
  /** Findings of one group in a book. */
  perGroup: 1000,
  /** Passages of one finding. */
  places: 5,
  /** Names of one finding. */
  names: 20,
  /** UTF-16 units of a name. */
  name: 200,
  /** UTF-16 units of the chapters that one check reads. */
  checkedUnits: 2_000_000,
} as const;

/** The rules of continuity. */
export const continuityRules = [
  'attribute-conflict',
  'age-and-birth',
  'weekday-of-date',
  'day-sequence',
  'journey-duration',
  'two-places-at-once',
  'acts-after-death',
  'knows-too-early',
  'two-owners',
  'name-variant',
  'thread-closed-early',
  'thread-never-closed',
  'point-of-view',
  'tense',
] as const;
export type ContinuityRule = (typeof continuityRules)[number];

/** Something in a book that looks like a mistake. An author who ignores it does not see it again. */
export const findingStatus = z.enum(['open', 'ignored']);

export const storyFinding = z.object({
  /** A hash of the rule, the entries and the quotes, so that the same mistake has the same id at every check. */
  id,
  /** `leak`: leftovers of an AI chat. Stored name. */
  group: z.enum(findingGroups),
  rule: z.string().max(40),
  severity: z.enum(['error', 'warning', 'note']),
  /** A sentence for the author. */
  text: z.string().max(500),
  /** What to do about it; '' when the text says it. */
  advice: z.string().max(200),
  /** The names that it is about, as the text writes them. */
  names: z.array(z.string().max(findingLimits.name)).max(findingLimits.names),
  /** Continuity has two or more. Positions are UTF-16 units of the text of revision `rev`; `to` is exclusive. */
  places: z
    .array(
      z.object({
        chapterId: id,
        rev: z.int().min(0),
        from: z.int().min(0),
        to: z.int().min(0),
        quote: z.string().max(bibleLimits.quote),
      }),
    )
    .min(1)
    .max(findingLimits.places),
  status: findingStatus,
  source: bibleSource,
  /** The two values of an attribute that contradict each other; null when the finding is of another kind. */
  contradiction: z
    .object({
      /** The entry with both values: the name that the text uses, and its other names in the text. */
      name: z.string().max(bibleLimits.name),
      aliases: z.array(z.string().max(bibleLimits.name)).max(bibleLimits.aliases),
      kind: z.enum(entryKinds),
      attribute: factFields.attribute,
      /** What the first passage says. */
      first: z.string().max(bibleLimits.value),
      /** What the second passage says. */
      second: z.string().max(bibleLimits.value),
    })
    .nullable(),
});
export type StoryFinding = z.infer<typeof storyFinding>;

export const listFindings = defineRoute({
  id: 'listFindings',
  owner: 'books',
  method: 'GET',
  path: '/api/books/:id/findings',
  summary: 'What the last checks found, in reading order',
  access: 'user',
  rate: 'read',
  params: idParams,
  query: pageQuery.extend({ group: z.enum(findingGroups).optional(), status: findingStatus.optional() }),
  responses: { 200: z.array(storyFinding).max(maxPageRows) },
  errors: ['books.not_found'],
});
export const updateFinding = defineRoute({
  id: 'updateFinding',
  owner: 'books',
  method: 'PUT',
  path: '/api/books/:id/findings/:findingId',
  summary: 'Ignore a finding, also when a later check finds it again, or open it again',
  access: 'user',
  rate: 'write',
  params: z.object({ id, findingId: id }),
  body: body({ status: findingStatus }),
  responses: { 200: storyFinding },
  errors: ['books.not_found', 'findings.not_found'],
});

export const contradictionDecisions = ['first-is-right', 'changed-here'] as const;
export type ContradictionDecision = (typeof contradictionDecisions)[number];

export const decideContradiction = defineRoute({
  id: 'decideContradiction',
  owner: 'books',
  method: 'POST',
  path: '/api/books/:id/findings/:findingId/decisions',
  summary:
    'Write to the story bible which value is right: the first, or the first until the second passage and the second from there on',
  access: 'user',
  rate: 'write',
  idempotent: true,
  params: z.object({ id, findingId: id }),
  body: body({ decision: z.enum(contradictionDecisions) }),
  responses: {
    /** `undoBibleDecision` takes the write back. */
    200: z.object({ decisionId: id }),
  },
  errors: [
    'books.not_found',
    'books.quota_used',
    'plan.read_only',
    'findings.not_found',
    'bible.name_taken',
    'bible.limit_reached',
    'bible.locked',
    'bible.not_found',
  ],
});

/** How far a check is. `open` is null until it is finished. */
export const checkProgress = z.object({
  /** The completed steps: chapters that were loaded, and groups of findings that were checked. */
  done: z.int(),
  /** The total number of steps. */
  of: z.int(),
  /** Open findings of these groups and chapters. */
  open: z.int().nullable(),
});
export type CheckProgress = z.infer<typeof checkProgress>;

export const checkBook = defineRoute({
  id: 'checkBook',
  owner: 'books',
  method: 'POST',
  path: '/api/books/:id/checks',
  summary:
    'Check the chapters of a book, or some of them, without AI; findings of the same groups and chapters are replaced',
  access: 'user',
  rate: 'export',
  streams: 'progress',
  timeoutMs: 90_000,
  params: idParams,
  body: body({
    groups: z.array(z.enum(findingGroups)).min(1, 'Please choose what to check').max(findingGroups.length),
    /** All chapters if it is left out. */
    chapterIds: z.array(id).min(1).max(limits.chaptersPerBook).optional(),
  }),
  responses: { 200: checkProgress },
  errors: ['books.not_found', 'books.chapter_not_found', 'findings.too_long', 'findings.busy'],
});
