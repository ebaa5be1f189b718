import { z } from 'zod';
import { listedChaptersMax } from '../books/chapter.ts';
import type { ErrorCode } from '../error-codes.ts';
import { body, id, idParams, isoTime, line, prose } from '../fields.ts';
import { defineRoute, emptyReply, fileReply } from '../route.ts';
import { preflightReport, textComparison } from './preflight.ts';

/**
 * The formats of an edition.
 * - `print`: PDF for a printer
 * - `screen`: PDF for reading on a screen
 * - `epub`: EPUB 3.3
 * - `manuscript`: DOCX in manuscript format, for editors and agents
 * - `designed`: DOCX with the page and the styles of the design
 * - `markdown`: Markdown with metadata
 */
export const fileProfiles = ['print', 'screen', 'epub', 'manuscript', 'designed', 'markdown'] as const;
export const fileProfile = z.enum(fileProfiles);
export type FileProfile = z.infer<typeof fileProfile>;

export const editionLimits = {
  /** An edition is deleted after this time, unless it is pinned. */
  days: 90,
  /** Editions of a book that are not pinned. When there are more, the oldest is deleted. */
  perBook: 20,
  pinnedPerBook: 10,
  /**
   * A file that has failed or was cancelled may be requested again, so an edition may have several of a kind.
   */
  filesPerEdition: 30,
  name: 100,
  contact: 500,
  /** UTF-16 units of a manuscript. Longer ones have no PDF, or no file at all. */
  pdfLength: 6_000_000,
  length: 30_000_000,
} as const;

/** Settings of a DOCX in manuscript format. */
export const docxSettings = z.strictObject({
  paper: z.enum(['a4', 'letter']).default('a4'),
  face: z.enum(['courier-prime', 'times-new-roman']).default('times-new-roman'),
  /** Name, address and the like, printed on the first page; one line each. */
  contact: prose(editionLimits.contact).default(''),
});
export type DocxSettings = z.infer<typeof docxSettings>;

/** `waiting` → `running` → `checking` → `ready`, `failed` or `cancelled`. */
export const fileStates = ['waiting', 'running', 'checking', 'ready', 'failed', 'cancelled'] as const;
export type FileState = (typeof fileStates)[number];
export const isFinished = (state: FileState): boolean =>
  state === 'ready' || state === 'failed' || state === 'cancelled';

/**
 * `set` (typeset): pages are laid out and written; `write`: a file without pages is written; `check`: preflight;
 * `compare`: with the frozen text.
 */
export const fileProgress = z.object({
  step: z.enum(['set', 'write', 'check', 'compare']),
  /** How many chapters are laid out in the step `set`. Other steps are not divided: 0 of 1. */
  done: z.int(),
  /** The total number of chapters in the step `set`. */
  of: z.int(),
});
export type FileProgress = z.infer<typeof fileProgress>;

/** Why a file failed while it was made; requests are refused with other codes, too. */
export const fileFailures = [
  'export.failed',
  'export.incomplete',
  'export.too_large',
  'export.quota_used',
] as const satisfies readonly ErrorCode[];
export type FileFailure = (typeof fileFailures)[number];

export const editionFile = z.object({
  id,
  profile: fileProfile,
  state: z.enum(fileStates),
  /** Null unless the file is being made. */
  progress: fileProgress.nullable(),
  createdAt: isoTime,
  /** Null until the file is ready, failed or cancelled. */
  finishedAt: isoTime.nullable(),
  /** Null until it is ready, and for formats without pages. */
  pages: z.int().nullable(),
  bytes: z.int().nullable(),
  /** The file name of the download. */
  name: z.string(),
  /** Null until the file is ready, and for formats that no rules are known for. */
  preflight: preflightReport.nullable(),
  /** Null until the file is ready. */
  comparison: textComparison.nullable(),
  /** Why it failed. */
  error: z.object({ code: z.enum(fileFailures), message: z.string() }).nullable(),
});
export type EditionFile = z.infer<typeof editionFile>;

/** The revisions that an edition has frozen. A chapter is listed even if it is empty and therefore not printed. */
export const editionRevisions = z.object({
  design: z.int(),
  matter: z.int(),
  chapters: z.array(z.object({ id, rev: z.int() })).max(listedChaptersMax),
});

/** One frozen state of a book, and the files that were made of it. */
export const edition = z.object({
  id,
  bookId: id,
  /** '' for none. */
  name: z.string(),
  /** A pinned edition is kept until it is deleted. */
  pinned: z.boolean(),
  createdAt: isoTime,
  revisions: editionRevisions,
  docx: docxSettings,
  files: z.array(editionFile).max(editionLimits.filesPerEdition),
});
export type Edition = z.infer<typeof edition>;

const editionsMax = editionLimits.perBook + editionLimits.pinnedPerBook;

export const listEditions = defineRoute({
  id: 'listEditions',
  owner: 'export',
  method: 'GET',
  path: '/api/books/:id/editions',
  summary: 'The editions of a book with their files, newest first; the reports of the files are without findings',
  access: 'user',
  rate: 'read',
  params: idParams,
  responses: { 200: z.array(edition).max(editionsMax) },
  errors: ['books.not_found'],
});

/** Errors of routes that request files. */
const fileErrors = [
  'plan.required',
  'export.too_many',
  'export.too_large',
  'export.too_long',
  'export.script_not_set',
  'export.quota_used',
  'export.busy',
] as const;

/**
 * Freezes the present texts, design and matter. Files are then made of this state, one after another for each user.
 * If nothing has changed since an edition was made, that edition is returned with 200, and the profiles that it does
 * not have are added.
 */
export const createEdition = defineRoute({
  id: 'createEdition',
  owner: 'export',
  method: 'POST',
  path: '/api/books/:id/editions',
  summary: 'Freeze the present state of a book and make files of it; Markdown on every plan, other formats with Pro',
  access: 'user',
  plan: 'pro',
  rate: 'export',
  timeoutMs: 30_000,
  params: idParams,
  body: body({
    profiles: z.array(fileProfile).min(1, 'Please choose a format').max(fileProfiles.length),
    /** The shop whose rules the files are checked against. */
    shop: z.enum(['kdp']).default('kdp'),
    docx: docxSettings.default(docxSettings.parse({})),
  }),
  responses: { 200: edition, 201: edition },
  errors: ['books.not_found', 'export.nothing_to_export', ...fileErrors],
});

export const getEdition = defineRoute({
  id: 'getEdition',
  owner: 'export',
  method: 'GET',
  path: '/api/editions/:id',
  summary:
    'An edition; as an event stream it is sent with each `progress`, and with `done` when no file is being made any more',
  access: 'user',
  rate: 'read',
  streams: 'progress',
  timeoutMs: 30_000,
  params: idParams,
  responses: { 200: edition },
  errors: ['export.edition_not_found'],
});

export const updateEdition = defineRoute({
  id: 'updateEdition',
  owner: 'export',
  method: 'PUT',
  path: '/api/editions/:id',
  summary: 'Name or pin an edition; at most ten of a book are pinned',
  access: 'user',
  rate: 'write',
  params: idParams,
  body: body({ name: line(editionLimits.name), pinned: z.boolean() }),
  responses: { 200: edition },
  errors: ['export.edition_not_found', 'export.pinned_limit'],
});

export const deleteEdition = defineRoute({
  id: 'deleteEdition',
  owner: 'export',
  method: 'DELETE',
  path: '/api/editions/:id',
  summary: 'Delete an edition with its files; files that are being made are cancelled',
  access: 'user',
  rate: 'write',
  params: idParams,
  responses: { 204: emptyReply },
  errors: ['export.edition_not_found'],
});

export const addEditionFile = defineRoute({
  id: 'addEditionFile',
  owner: 'export',
  method: 'POST',
  path: '/api/editions/:id/files',
  summary: 'Make another file of the frozen state, or make a failed or cancelled one again; 200 if it exists already',
  access: 'user',
  plan: 'pro',
  rate: 'export',
  params: idParams,
  body: body({ profile: fileProfile }),
  responses: { 200: editionFile, 201: editionFile },
  errors: ['export.edition_not_found', ...fileErrors],
});

const fileParams = z.object({ id, fileId: id });

export const removeEditionFile = defineRoute({
  id: 'removeEditionFile',
  owner: 'export',
  method: 'DELETE',
  path: '/api/editions/:id/files/:fileId',
  summary: 'Cancel a file that is being made, within a second, or delete a finished one',
  access: 'user',
  rate: 'write',
  params: fileParams,
  responses: { 204: emptyReply },
  errors: ['export.edition_not_found', 'export.file_not_found'],
});

export const downloadEditionFile = defineRoute({
  id: 'downloadEditionFile',
  owner: 'export',
  method: 'GET',
  path: '/api/editions/:id/files/:fileId/content',
  summary: 'The finished file. It stays available after the plan has ended',
  access: 'user',
  rate: 'export',
  timeoutMs: 60_000,
  params: fileParams,
  responses: { 200: fileReply('application/octet-stream') },
  errors: ['export.edition_not_found', 'export.file_not_found', 'export.file_not_ready'],
});
