import { z } from 'zod';
import { id, idParams } from '../fields.ts';
import { maxPageRows, pageQuery } from '../list-query.ts';
import { defineRoute } from '../route.ts';

/** Maximum mentions of one chapter in a reply, of all its chapters together, and entries of one mention. */
export const mentionLimits = { perChapter: 5000, perPage: 20_000, entries: 30 } as const;

const position = z.int().min(0);

/** Where a chapter names entries of the story bible. */
export const chapterMentions = z.object({
  chapterId: id,
  rev: z.int().min(0),
  /**
   * In the order of the text, the first ones of a chapter that has more. Positions are UTF-16 units of the text of
   * revision `rev`; the second is exclusive. A name that several entries share has all their ids.
   */
  spans: z
    .array(z.tuple([position, position, z.array(id).min(1).max(mentionLimits.entries)]))
    .max(mentionLimits.perChapter),
});
export type ChapterMentions = z.infer<typeof chapterMentions>;

export const listBibleMentions = defineRoute({
  id: 'listBibleMentions',
  owner: 'books',
  method: 'GET',
  path: '/api/books/:id/bible/mentions',
  summary:
    'Where the chapters name entries of the story bible, in reading order; chapters without mentions are left out',
  access: 'user',
  rate: 'read',
  params: idParams,
  query: pageQuery.extend({
    /** Only this chapter. */
    chapterId: id.optional(),
    /** Only mentions of this entry. */
    entryId: id.optional(),
  }),
  responses: { 200: z.array(chapterMentions).max(maxPageRows) },
  errors: ['books.not_found', 'books.chapter_not_found', 'bible.not_found', 'bible.busy'],
});
