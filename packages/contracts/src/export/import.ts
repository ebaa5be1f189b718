import { z } from 'zod';
import { book } from '../books/book.ts';
import { body, id, idParams, isoTime, line } from '../fields.ts';
import { defineRoute, emptyReply, uploadMs } from '../route.ts';
import { importFailures, makeRefusals } from './import-failures.ts';

export const importLimits = {
  /** Of the uploaded file. */
  fileBytes: 50 * 1024 * 1024,
  /** In UTF-16 units; a longer name is cut. */
  fileName: 255,
  /** Imports that a user has, finished ones included. */
  perUser: 20,
  /** Uploads of a user, by the date in UTC. */
  perDay: 20,
  /** Imports of a user that are waiting, being read or being made. */
  open: 2,
  /** How long an import and its file are kept. */
  days: 30,
  words: 300_000,
  chapters: 1000,
  /** UTF-16 units of a chapter: less than `chapterTextMax`, so that its JSON fits a body in any language. */
  chapterUnits: 2_000_000,
  /** Scenes that are listed, of all chapters together. */
  scenes: 10_000,
  title: 300,
  losses: 1000,
  placesPerLoss: 20,
  /** Places of all losses together. */
  places: 2000,
  quote: 120,
  /** Books of an account export. */
  books: 1000,
  /** UTF-16 units of the text that one request reads. */
  textPage: 200_000,
} as const;

/** Detected from the content of the file, not from its name. */
export const importFormats = [
  'docx',
  'markdown',
  'epub',
  'rtf',
  'text',
  'html',
  'scrivener',
  /** Word and Markdown files in an archive. */
  'collection',
  'account-export',
] as const;
export type ImportFormat = (typeof importFormats)[number];

/** `waiting` → `reading` → `ready` → `making` → `made`; or `failed` or `cancelled`. */
export const importStates = ['waiting', 'reading', 'ready', 'making', 'made', 'failed', 'cancelled'] as const;
export type ImportState = (typeof importStates)[number];
/** Whether the state changes only at the author’s request. */
export const isSettled = (state: ImportState): boolean =>
  state !== 'waiting' && state !== 'reading' && state !== 'making';

/** A range of the text that was read. Positions are UTF-16 units; `to` is exclusive. */
const range = { from: z.int().min(0), to: z.int().min(0) };

/** A piece of the plan as an author saves it: a chapter, or a page of front or back matter. */
export const savedImportChapter = z.strictObject({
  /** '' for the title that its number gives it. */
  title: line(importLimits.title),
  /** False: the author leaves it out. */
  include: z.boolean(),
  kind: z.enum(['front', 'chapter', 'back']),
  ...range,
});
export type SavedImportChapter = z.infer<typeof savedImportChapter>;

export const plannedImportChapter = z.object({
  ...savedImportChapter.shape,
  words: z.int().min(0),
  /** Empty for later chapters when the text has more than `importLimits.scenes` scenes. */
  scenes: z.array(z.object(range)).max(importLimits.scenes),
});
export type PlannedImportChapter = z.infer<typeof plannedImportChapter>;

const planFields = {
  /** '' for the name of the file. */
  title: line(importLimits.title),
  author: line(200),
  /** As in `book.language`, e.g. `EN` or `en-US`; '' if unknown. */
  language: line(10),
};

/** What will be made of the text. Ranges are in the order of the book, which may differ from that of the text. */
export const importPlan = z.object({
  ...planFields,
  chapters: z.array(plannedImportChapter).max(importLimits.chapters),
  /** How sure the software is about where chapters begin, from 0 to 1. */
  confidence: z.number().min(0).max(1),
});
export type ImportPlan = z.infer<typeof importPlan>;

const lossKinds = [
  'image',
  'table',
  'footnote',
  'comment',
  'tracked-change',
  'equation',
  'field',
  'text-box',
  'style',
  'link',
  'other',
] as const;

/** What could not be taken over as it was. */
export const importLoss = z.object({
  kind: z.enum(lossKinds),
  count: z.int().min(1),
  /** The first places. */
  places: z
    .array(z.object({ chapter: z.string().max(importLimits.title), quote: z.string().max(importLimits.quote) }))
    .max(importLimits.placesPerLoss),
  /** What became of it, in a sentence for the author. */
  result: z.string(),
});
export type ImportLoss = z.infer<typeof importLoss>;

/** `read` is one step: 0 of 1. `make` counts chapters. */
export const importProgress = z.object({ step: z.enum(['read', 'make']), done: z.int(), of: z.int() });
export type ImportProgress = z.infer<typeof importProgress>;

export const manuscriptImport = z.object({
  id,
  fileName: z.string(),
  bytes: z.int(),
  /** Null until the file has been read. */
  format: z.enum(importFormats).nullable(),
  state: z.enum(importStates),
  /** Null unless it is being read or made. */
  progress: importProgress.nullable(),
  /** Null until it is ready; also in lists. */
  plan: importPlan.nullable(),
  /** The revision of the plan, for `If-Match`; 0 until it is ready. */
  planRev: z.int(),
  /** UTF-16 units of the text; 0 until it is ready. */
  length: z.int(),
  /** Empty where `plan` is null. */
  losses: z.array(importLoss).max(importLimits.losses),
  /** Comments in the file. */
  commentCount: z.int(),
  /** Of an account export: the books in the file, of which one is read. Empty for other formats. */
  booksInFile: z
    .array(z.object({ index: z.int(), title: z.string().max(importLimits.title), isRead: z.boolean() }))
    .max(importLimits.books),
  /** The book to which the chapters are appended, or the book that was made. */
  bookId: id.nullable(),
  /** Why it has failed, or why making it was refused the last time. */
  error: z.object({ code: z.enum(importFailures), message: z.string() }).nullable(),
  createdAt: isoTime,
  expiresAt: isoTime,
});
export type ManuscriptImport = z.infer<typeof manuscriptImport>;

export const importErrors = ['imports.not_found'] as const;

/** Multipart: the field `file`, and optionally `bookId` before it. The file is streamed into the database. */
export const createImport = defineRoute({
  id: 'createImport',
  owner: 'export',
  method: 'POST',
  path: '/api/imports',
  summary: 'Upload a manuscript (form field `file`); it is then read, and nothing is made before `make`',
  access: 'user',
  rate: 'upload',
  bodyKind: 'multipart',
  bodyLimit: 'import',
  timeoutMs: uploadMs,
  responses: { 201: manuscriptImport },
  errors: [
    'imports.unknown_format',
    'imports.too_large',
    'imports.file_missing',
    'imports.limit_reached',
    'imports.busy',
    'books.not_found',
    'export.quota_used',
  ],
});

export const listImports = defineRoute({
  id: 'listImports',
  owner: 'export',
  method: 'GET',
  path: '/api/imports',
  summary: 'The imports of the signed-in user, newest first, without plans and losses',
  access: 'user',
  rate: 'read',
  responses: { 200: z.array(manuscriptImport).max(importLimits.perUser) },
});

export const getImport = defineRoute({
  id: 'getImport',
  owner: 'export',
  method: 'GET',
  path: '/api/imports/:id',
  summary:
    'An import; as an event stream it is sent with each `progress`, and with `done` when it waits for the author',
  access: 'user',
  rate: 'read',
  streams: 'progress',
  timeoutMs: 30_000,
  params: idParams,
  responses: { 200: manuscriptImport },
  errors: importErrors,
});

export const readImportText = defineRoute({
  id: 'readImportText',
  owner: 'export',
  method: 'GET',
  path: '/api/imports/:id/text',
  summary: 'A part of the text that was read; positions of the plan refer to it',
  access: 'user',
  rate: 'read',
  params: idParams,
  query: z
    .object({ from: z.coerce.number().int().min(0), to: z.coerce.number().int().min(0) })
    .refine(({ from, to }) => from <= to && to - from <= importLimits.textPage, {
      message: `Please ask for at most ${importLimits.textPage} units`,
      path: ['to'],
    }),
  responses: { 200: z.object({ text: z.string() }) },
  errors: [...importErrors, 'imports.not_ready'],
});

export const saveImportPlan = defineRoute({
  id: 'saveImportPlan',
  owner: 'export',
  method: 'PUT',
  path: '/api/imports/:id/plan',
  summary: 'Replace the plan by the one that the author has corrected',
  access: 'user',
  rate: 'save',
  bodyLimit: 'prose',
  ifMatch: { missing: 'export.if_match_required' },
  params: idParams,
  /** The server counts words and finds scenes again. */
  body: body({
    ...planFields,
    chapters: z.array(savedImportChapter).min(1, 'Please keep at least one chapter').max(importLimits.chapters),
  }),
  responses: { 200: manuscriptImport },
  errors: [
    ...importErrors,
    'imports.not_ready',
    'imports.invalid_plan',
    'imports.stale_plan',
    'export.if_match_required',
  ],
});

export const makeImport = defineRoute({
  id: 'makeImport',
  owner: 'export',
  method: 'POST',
  path: '/api/imports/:id/make',
  summary: 'Make the book, or append the chapters; 202 while it is made. A repeat returns the same book',
  access: 'user',
  rate: 'write',
  timeoutMs: 30_000,
  params: idParams,
  responses: { 201: book, 202: manuscriptImport },
  errors: [
    ...importErrors,
    'imports.not_ready',
    'imports.invalid_plan',
    'imports.failed',
    'imports.limit_reached',
    'imports.busy',
    ...makeRefusals,
  ],
});

export const deleteImport = defineRoute({
  id: 'deleteImport',
  owner: 'export',
  method: 'DELETE',
  path: '/api/imports/:id',
  summary: 'Cancel an import that is read or made, or remove a finished one with its file; the made book stays',
  access: 'user',
  rate: 'write',
  params: idParams,
  responses: { 204: emptyReply },
  errors: importErrors,
});
