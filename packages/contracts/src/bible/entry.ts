import { z } from 'zod';
import { id, line, prose } from '../fields.ts';

/** Maximum rows of a book's story bible, and maximum lengths of the lists of a row. */
export const bibleLimits = {
  entries: 2000,
  facts: 20_000,
  relations: 5000,
  aliases: 30,
  evidence: 20,
  quote: 300,
} as const;

export const entryKinds = ['character', 'place', 'object', 'group', 'thread', 'rule', 'event'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** `proposed`: found by the software and not decided by the author; `locked`: only the author's hand changes it. */
export const bibleStatus = z.enum(['proposed', 'accepted', 'locked']);
/** Who found it: the author, rules without a model, or an AI provider. */
export const bibleSource = z.enum(['author', 'local', 'provider']);

/** The passage that a fact is taken from. Positions are UTF-16 units of the text of revision `rev`; `to` is exclusive. */
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

/** A position in the book. `at` is in UTF-16 units of the chapter's text. */
const storyPoint = z.object({ chapterId: id, at: z.int().min(0) });

export const bibleEntry = z.object({
  id,
  bookId: id,
  kind: z.enum(entryKinds),
  name: line(120),
  aliases: z.array(line(120)).max(bibleLimits.aliases),
  summary: prose(1000),
  /** Never sent to AI. */
  notes: prose(10_000),
  status: bibleStatus,
  source: bibleSource,
  /** Whether its mentions are looked for. */
  tracked: z.boolean(),
  caseSensitive: z.boolean(),
  inPrompt: z.enum(['auto', 'always', 'never']),
  /** When an event happens: a date, a weekday, or days after another event. */
  when: z
    .object({
      date: z.iso.date().optional(),
      weekday: z.int().min(1).max(7).optional(),
      relativeTo: z.object({ eventId: id, days: z.int() }).optional(),
    })
    .optional(),
  rev: z.int().min(1),
});
export type BibleEntry = z.infer<typeof bibleEntry>;

/** Valid from `since` to before `until`, in reading order. */
export const bibleFact = z.object({
  id,
  entryId: id,
  /** A key of `attributes`. */
  attribute: z.string().max(40),
  value: line(300),
  since: storyPoint.nullable(),
  until: storyPoint.nullable(),
  /** Whether the narrator says it, a character says it, or a character believes it. */
  modality: z.enum(['narrated', 'spoken', 'believed']),
  /** Who says or believes it. */
  holderId: id.optional(),
  /** The characters who know it; null when everyone may. */
  knownBy: z.array(id).max(100).nullable(),
  /** The fact that ends where this one begins. */
  replaces: id.optional(),
  /** Empty only when the author wrote the fact. */
  evidence: evidenceList,
  status: bibleStatus,
  source: bibleSource,
});
export type BibleFact = z.infer<typeof bibleFact>;

export const bibleRelation = z.object({
  id,
  fromId: id,
  toId: id,
  /** A key of `attributes` whose values are entries, or the author's own word. */
  type: line(40),
  since: storyPoint.nullable(),
  until: storyPoint.nullable(),
  evidence: evidenceList,
  status: bibleStatus,
});
export type BibleRelation = z.infer<typeof bibleRelation>;
