import { z } from 'zod';
import { id, line, prose } from '../fields.ts';
import { attributes, entryKinds } from './attributes.ts';

/** Maximum rows of a book's story bible and of one entry, and maximum lengths of the lists of a row. */
export const bibleLimits = {
  entries: 2000,
  facts: 20_000,
  relations: 5000,
  factsPerEntry: 1000,
  relationsPerEntry: 500,
  aliases: 30,
  notes: 10_000,
  knownBy: 100,
  /** Rows that one decision accepts, dismisses, locks or unlocks. */
  rowsOfDecision: 500,
  evidence: 20,
  name: 120,
  quote: 300,
  value: 300,
} as const;

/** `proposed`: found by the software, and not reviewed by the author; `locked`: only the author can change it. */
export const bibleStatus = z.enum(['proposed', 'accepted', 'locked']);
/** Who found it: the author, rules without a model (`local`), or an AI provider. */
export const bibleSource = z.enum(['author', 'local', 'provider']);

/**
 * The passage that a fact is taken from. Positions are UTF-16 units of the text of revision `rev`; `to` is exclusive.
 */
export const evidence = z.object({
  chapterId: id,
  rev: z.int().min(0),
  from: z.int().min(0),
  to: z.int().min(0),
  quote: z.string().max(bibleLimits.quote),
  /** `changed`: a similar passage stands there now; `lost`: none does. */
  state: z.enum(['found', 'changed', 'lost']),
});
export type Evidence = z.infer<typeof evidence>;
const evidenceList = z.array(evidence).max(bibleLimits.evidence);

/** A position in the book. `at` is the position in the text of the chapter, in UTF-16 units. */
export const storyPoint = z.strictObject({ chapterId: id, at: z.int().min(0) });
export type StoryPoint = z.infer<typeof storyPoint>;

/** The fields of an entry that the author edits. */
export const entryFields = {
  kind: z.enum(entryKinds),
  name: line(bibleLimits.name).min(1, 'Please enter a name'),
  aliases: z.array(line(bibleLimits.name)).max(bibleLimits.aliases),
  summary: prose(1000),
  /** Never sent to AI. */
  notes: prose(bibleLimits.notes),
  /** Whether its mentions are shown; the author's setting. */
  tracked: z.boolean(),
  caseSensitive: z.boolean(),
  inPrompt: z.enum(['auto', 'always', 'never']),
  /** When an event happens: a date, a weekday, or days after another event. */
  when: z
    .strictObject({
      date: z.iso.date().optional(),
      /** 1 is Monday. */
      weekday: z.int().min(1).max(7).optional(),
      relativeTo: z.strictObject({ eventId: id, days: z.int().min(-1_000_000).max(1_000_000) }).optional(),
    })
    .optional(),
} as const;

export const bibleEntry = z.object({
  id,
  bookId: id,
  ...entryFields,
  status: bibleStatus,
  source: bibleSource,
  rev: z.int().min(1),
});
export type BibleEntry = z.infer<typeof bibleEntry>;

/** The fields of a fact that the author edits. It is valid from `since` to before `until`, in reading order. */
export const factFields = {
  attribute: z.enum(attributes.map(({ key }) => key) as [string, ...string[]]),
  value: line(bibleLimits.value).min(1, 'Please enter a value'),
  since: storyPoint.nullable(),
  until: storyPoint.nullable(),
  /** Whether the narrator says it, a character says it, or a character believes it. */
  modality: z.enum(['narrated', 'spoken', 'believed']),
  /** Who says or believes it. */
  holderId: id.optional(),
  /** The characters who know it; null when everyone may. */
  knownBy: z.array(id).max(bibleLimits.knownBy).nullable(),
  /** The fact that ends where this one begins. */
  replaces: id.optional(),
} as const;

export const bibleFact = z.object({
  id,
  entryId: id,
  ...factFields,
  /** Empty only when the author wrote the fact. */
  evidence: evidenceList,
  status: bibleStatus,
  source: bibleSource,
});
export type BibleFact = z.infer<typeof bibleFact>;

/** The fields of a relation of one entry to another that the author edits. */
export const relationFields = {
  toId: id,
  /** A key of `attributes` whose values are entries, or the author's own word. */
  type: line(40).min(1, 'Please say how they are related'),
  since: storyPoint.nullable(),
  until: storyPoint.nullable(),
} as const;

export const bibleRelation = z.object({
  id,
  fromId: id,
  ...relationFields,
  evidence: evidenceList,
  status: bibleStatus,
  source: bibleSource,
});
export type BibleRelation = z.infer<typeof bibleRelation>;
