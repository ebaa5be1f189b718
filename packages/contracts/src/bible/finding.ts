import { z } from 'zod';
import { id } from '../fields.ts';
import { bibleLimits, bibleSource } from './entry.ts';

export const findingGroups = ['continuity', 'leak', 'tell', 'repetition'] as const;

/** The local rules of continuity. */
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
export const storyFinding = z.object({
  /** A hash of the rule, the entries and the quotes, so that the same mistake has the same id at every check. */
  id,
  group: z.enum(findingGroups),
  rule: z.string().max(40),
  severity: z.enum(['error', 'warning', 'note']),
  text: z.string().max(500),
  entryIds: z.array(id).max(20),
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
    .max(20),
  status: z.enum(['open', 'ignored']),
  source: bibleSource,
});
export type StoryFinding = z.infer<typeof storyFinding>;
