import { z } from 'zod';
import { body, id, idParams, prose } from '../fields.ts';
import { defineRoute } from '../route.ts';
import { chapter } from './chapter.ts';

/**
 * The maximum length of a list of scenes. A scene has a few hundred words or more, so no chapter of prose comes close; a
 * text of nothing but scene breaks is listed with its first 1,000 scenes. With synopses these are at most 2 MB.
 */
export const scenesMax = 1000;
export const synopsisMax = 500;
/** How long an operation on the structure of a book can be undone. */
export const structureUndoDays = 30;

/** The text between two scene breaks. Positions are UTF-16 units of the chapter's text; `to` is exclusive. */
export const scene = z.object({
  index: z.int().min(0),
  from: z.int().min(0),
  to: z.int().min(0),
  words: z.int().min(0),
  /** On one line, without marks of emphasis. */
  firstWords: z.string(),
  /** Empty without one. */
  synopsis: z.string(),
});
export type SceneReply = z.infer<typeof scene>;

/** A chapter after a change of the structure, and the operation that `undoStructure` takes back. */
export const restructuredChapter = chapter.extend({ operationId: id });
/** The chapters that the operation has changed and that are in the book, in the order of the request. */
export const restructuredChapters = z.array(restructuredChapter).max(2);

const rev = z.int().min(1);
const sceneIndex = z
  .int()
  .min(0)
  .max(scenesMax - 1);
const sceneParams = z.object({
  id,
  index: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number),
});
const operationParams = z.object({ id, operationId: id });

/** Errors that all changes of the structure have in common. */
const structureErrors = ['books.not_found', 'books.chapter_not_found', 'books.quota_used', 'plan.read_only'] as const;
/** What all changes of the structure have in common. */
const structureChange = { owner: 'books', method: 'POST', access: 'user', rate: 'write', idempotent: true } as const;

export const listScenes = defineRoute({
  id: 'listScenes',
  owner: 'books',
  method: 'GET',
  path: '/api/chapters/:id/scenes',
  summary: 'The scenes of a chapter with their synopses; the ETag is the revision of its text',
  access: 'user',
  rate: 'read',
  params: idParams,
  responses: { 200: z.array(scene).max(scenesMax) },
  errors: ['books.chapter_not_found'],
});
export const saveSynopsis = defineRoute({
  id: 'saveSynopsis',
  owner: 'books',
  method: 'PUT',
  path: '/api/chapters/:id/scenes/:index/synopsis',
  summary: 'Save what a scene is about; an empty text removes it',
  access: 'user',
  rate: 'write',
  params: sceneParams,
  body: body({ rev, synopsis: prose(synopsisMax) }),
  responses: { 200: scene },
  errors: [
    'books.chapter_not_found',
    'books.scene_not_found',
    'books.stale_revision',
    'books.quota_used',
    'plan.read_only',
  ],
});
export const splitChapter = defineRoute({
  ...structureChange,
  id: 'splitChapter',
  path: '/api/chapters/:id/split',
  summary: 'Move the text from a position on to a new chapter; replies with the chapter and the new one',
  params: idParams,
  body: body({ rev, at: z.int().min(0) }),
  responses: { 201: restructuredChapters },
  errors: [...structureErrors, 'books.stale_revision', 'books.invalid_changes'],
});
export const mergeChapters = defineRoute({
  ...structureChange,
  id: 'mergeChapters',
  path: '/api/chapters/:id/merge',
  summary: 'Add the text of the next chapter to a chapter, and move that chapter to the trash',
  params: idParams,
  body: body({ rev, withRev: rev }),
  responses: { 200: restructuredChapter },
  errors: [...structureErrors, 'books.stale_revision', 'books.too_large', 'books.no_next_chapter'],
});
export const moveScene = defineRoute({
  ...structureChange,
  id: 'moveScene',
  path: '/api/chapters/:id/scenes/move',
  summary: 'Move a scene within its chapter or to another one of the book; `toIndex` is its index afterwards',
  params: idParams,
  body: body({ rev, index: sceneIndex, toChapterId: id, toRev: rev, toIndex: z.int().min(0).max(scenesMax) }),
  responses: { 200: restructuredChapters },
  errors: [...structureErrors, 'books.stale_revision', 'books.too_large', 'books.scene_not_found'],
});
export const undoStructure = defineRoute({
  ...structureChange,
  id: 'undoStructure',
  path: '/api/books/:id/structure/:operationId/undo',
  summary: 'Take back a split, a merge or a moved scene, within 30 days and while its texts are unchanged',
  params: operationParams,
  responses: { 200: restructuredChapters },
  errors: [...structureErrors, 'books.operation_not_found', 'books.structure_changed'],
});
