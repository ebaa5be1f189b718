import { z } from 'zod';
import { body, id, idParams, isoTime, message, prose } from '../fields.ts';
import { limits } from '../plans.ts';
import { defineRoute } from '../route.ts';

/** Maximum UTF-16 units of one chapter. A body of 2 MB cannot have more, and a document with them fits MongoDB's 16 MB. */
export const chapterTextMax = 2 * 1024 * 1024;
const title = z
  .string('Title is required')
  .trim()
  .min(1, 'Title is required')
  .max(300, 'Please use at most 300 characters');
const { min, max, step, default: fallback } = limits.chapterWords;
/** 500 to 10,000 in steps of 250; any other value becomes 2,500 (specification, part 1 section 5). */
export const targetWordCount = z
  .unknown()
  .transform((value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max && value % step === 0
      ? value
      : fallback,
  ) as unknown as z.ZodType<number, number>;

const { chapterBeats: maxBeats, beatCharacters, beatWords } = limits;

/** One step of a chapter's plan. A reader accepts more than a save, so that a later release may widen the limits. */
export const chapterBeat = z.object({
  /** Made by the client, unique in the chapter. */
  id: z.string(),
  text: z.string(),
  /** About how many words the beat gets. */
  words: z.int(),
  /** The entry of the story bible from whose point of view the beat is told. */
  povEntryId: id.nullable().default(null),
  /** Entries of the story bible that the beat is about. */
  entryIds: z.array(id).max(50).default([]),
});
export type ChapterBeat = z.infer<typeof chapterBeat>;
const chapterBeatList = z.array(chapterBeat).max(maxBeats);
const savedBeats = z
  .array(
    z.strictObject({
      ...chapterBeat.shape,
      id: z.string().min(1).max(64),
      text: prose(beatCharacters).refine((text) => text.trim() !== '', 'Please say what happens in this beat'),
      words: z.int().min(beatWords.min).max(beatWords.max),
    }),
  )
  .max(maxBeats)
  .refine((beats) => new Set(beats.map((beat) => beat.id)).size === beats.length, 'Every beat needs an id of its own');
/** The day on which a chapter takes place. */
const storyDate = z.iso.date().nullable();

export const chapter = z.object({
  id,
  bookId: id,
  chapterNumber: z.int(),
  title: z.string(),
  content: z.string(),
  wordCount: z.int(),
  targetWordCount: z.int(),
  isComplete: z.boolean(),
  description: z.string(),
  keyPoints: z.array(z.string()).max(50),
  // A books service of the previous release does not send the next three fields.
  beats: chapterBeatList.default([]),
  storyDate: storyDate.default(null),
  /** Out of chronological order, such as a flashback; checks that need the order of events skip it. */
  isFlashback: z.boolean().default(false),
  aiGeneratedCount: z.int(),
  aiEditCount: z.int(),
  polishCount: z.int(),
  rev: z.int(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Chapter = z.infer<typeof chapter>;

/** The origin of one span of the new text. Positions are in UTF-16 units. */
export const origin = z.strictObject({
  from: z.int().min(0),
  to: z.int().min(0),
  kind: z.enum(['typed', 'pasted', 'ai', 'imported']),
  resultId: z.string().max(64).optional(),
});
export type Origin = z.infer<typeof origin>;
export const originList = z.array(origin).max(10_000);
/** Maximum sections of one change. */
export const changeSectionsMax = 50_000;
type ChangePart = number | [number, ...string[]];
/**
 * The JSON of CodeMirror's ChangeSet: a list of unchanged lengths and replaced sections. Validated by hand: it may have
 * 50,000 sections, and an insert a million lines, and a schema would allocate results for each of them.
 */
export const changeSetJson = z
  .custom<ChangePart[]>(isChangeSet, `Expected at most ${changeSectionsMax} lengths, or lengths with inserted lines`)
  .meta({
    type: 'array',
    maxItems: changeSectionsMax,
    items: {
      oneOf: [
        { type: 'integer', minimum: 0 },
        { type: 'array', prefixItems: [{ type: 'integer', minimum: 0 }], items: { type: 'string' } },
      ],
    },
  });

function isChangeSet(parts: unknown): boolean {
  return Array.isArray(parts) && parts.length <= changeSectionsMax && parts.every(isChangePart);
}

function isChangePart(part: unknown): boolean {
  if (!Array.isArray(part)) return isLength(part);
  for (let index = 1; index < part.length; index += 1) if (typeof part[index] !== 'string') return false;
  return isLength(part[0]);
}

function isLength(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** A chapter in a list, without its text. */
export const chapterListItem = chapter.omit({ content: true });
export type ChapterListItem = z.infer<typeof chapterListItem>;
/** The reply to a save: all fields except the text, which the client has. */
export const savedChapter = chapterListItem;

/**
 * The maximum length of a list of chapters. A book accepts at most `limits.chaptersPerBook` (1,000) chapters, but older
 * books may have more and must still open and export. 5,000 chapters without texts are about 3 MB; `limits.listBytes`
 * bounds their descriptions, key points and beats. An even longer book is listed with its first 5,000.
 */
export const listedChaptersMax = 5000;
export const chapterList = z.array(chapterListItem).max(listedChaptersMax);

export const listChapters = defineRoute({
  id: 'listChapters',
  owner: 'books',
  method: 'GET',
  path: '/api/books/:id/chapters',
  summary: 'The chapters of a book in order',
  access: 'user',
  rate: 'read',
  params: idParams,
  responses: { 200: chapterList },
  errors: ['books.not_found'],
});
export const createChapter = defineRoute({
  id: 'createChapter',
  owner: 'books',
  method: 'POST',
  path: '/api/books/:id/chapters',
  summary: 'Add a chapter after another or at the end',
  access: 'user',
  rate: 'write',
  idempotent: true,
  params: idParams,
  body: body({ title, afterChapterNumber: z.int().min(0).max(10_000).optional() }),
  responses: { 201: chapter },
  errors: ['books.not_found', 'books.quota_used', 'plan.read_only'],
});
export const orderChapters = defineRoute({
  id: 'orderChapters',
  owner: 'books',
  method: 'PUT',
  path: '/api/books/:id/chapter-order',
  summary: 'Reorder the chapters',
  access: 'user',
  rate: 'write',
  bodyLimit: 'prose',
  params: idParams,
  body: body({ chapterIds: z.array(id).max(listedChaptersMax) }),
  responses: { 200: chapterList },
  errors: ['books.not_found', 'books.order_conflict', 'plan.read_only'],
});
export const getChapter = defineRoute({
  id: 'getChapter',
  owner: 'books',
  method: 'GET',
  path: '/api/chapters/:id',
  summary: 'One chapter; its ETag is the revision',
  access: 'user',
  rate: 'read',
  params: idParams,
  responses: { 200: chapter },
  errors: ['books.chapter_not_found'],
});
export const saveChapter = defineRoute({
  id: 'saveChapter',
  owner: 'books',
  method: 'PUT',
  path: '/api/chapters/:id',
  summary: 'Save fields or the full text; without If-Match the replaced text stays in history',
  access: 'user',
  rate: 'save',
  bodyLimit: 'prose',
  ifMatch: 'optional',
  params: idParams,
  body: body(
    {
      /** 413 beyond `chapterTextMax`. */
      content: z.string().optional(),
      /** The origins of ranges of `content`. Ranges whose text is already stored are ignored. */
      origins: originList.default([]),
      title: title.optional(),
      targetWordCount: targetWordCount.optional(),
      description: prose(10_000).optional(),
      keyPoints: z.array(prose(2000)).max(50).optional(),
      beats: savedBeats.optional(),
      storyDate: storyDate.optional(),
      isFlashback: z.boolean().optional(),
      isComplete: z.boolean().optional(),
      /** The values when the author began to edit. 412 if one of them has been changed to something else since. */
      seen: z
        .strictObject({ description: z.string(), keyPoints: z.array(z.string()).max(50), beats: chapterBeatList })
        .partial()
        .optional(),
    },
    ['wordCount'],
  ),
  responses: { 200: chapter },
  errors: [
    'books.chapter_not_found',
    'books.stale_revision',
    'books.invalid_changes',
    'books.too_large',
    'books.quota_used',
    'plan.read_only',
  ],
});
export const patchChapter = defineRoute({
  id: 'patchChapter',
  owner: 'books',
  method: 'PATCH',
  path: '/api/chapters/:id',
  summary: 'Save changes to the text of a known revision; a repeated changeId returns the first reply',
  access: 'user',
  rate: 'save',
  bodyLimit: 'prose',
  ifMatch: { missing: 'books.if_match_required' },
  params: idParams,
  body: body({
    changeId: z.string().min(8).max(64),
    changes: changeSetJson,
    origins: originList.default([]),
    /** The kind of the revision: `ai` for an accepted proposal, `replace` for a bulk edit such as "replace all" or Undo. */
    kind: z.enum(['autosave', 'ai', 'conflict', 'replace']).default('autosave'),
  }),
  responses: { 200: savedChapter },
  errors: [
    'books.chapter_not_found',
    'books.stale_revision',
    'books.invalid_changes',
    'books.if_match_required',
    'books.too_large',
    'books.quota_used',
    'plan.read_only',
  ],
});
export const deleteChapter = defineRoute({
  id: 'deleteChapter',
  owner: 'books',
  method: 'DELETE',
  path: '/api/chapters/:id',
  summary: 'Move a chapter to the trash for 30 days',
  access: 'user',
  rate: 'write',
  params: idParams,
  responses: { 200: message },
  errors: ['books.chapter_not_found', 'books.not_found', 'plan.read_only', 'books.quota_used'],
});
