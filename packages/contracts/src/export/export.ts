import { z } from 'zod';
import { body, id, idParams } from '../fields.ts';
import { defineRoute, fileReply } from '../route.ts';

export const exportBookPdf = defineRoute({
  id: 'exportBookPdf',
  owner: 'export',
  method: 'POST',
  path: '/api/books/:id/export/pdf',
  summary: 'The book, or one chapter, as PDF',
  access: 'user',
  plan: 'pro',
  rate: 'export',
  timeoutMs: 90_000,
  params: idParams,
  body: body({
    chapterOnly: z.boolean().default(false),
    subFormat: z.enum(['ebook', 'paperback']).default('ebook'),
    chapterId: id.nullish(),
  }).refine(({ chapterOnly, chapterId }) => !chapterOnly || Boolean(chapterId), {
    path: ['chapterId'],
    message: 'Please choose a chapter',
  }),
  responses: { 200: fileReply('application/pdf') },
  errors: [
    'books.not_found',
    'books.chapter_not_found',
    'plan.required',
    'export.nothing_to_export',
    'export.too_long',
    'export.script_not_set',
    'export.too_large',
    'export.busy',
    'export.failed',
  ],
});

export const exportOutlinePdf = defineRoute({
  id: 'exportOutlinePdf',
  owner: 'export',
  method: 'POST',
  path: '/api/books/:id/export-outline',
  summary: 'The outline and the chapter plan as PDF',
  access: 'user',
  rate: 'export',
  timeoutMs: 90_000,
  params: idParams,
  body: body({}, ['bookId', 'title']).optional(),
  responses: { 200: fileReply('application/pdf') },
  errors: [
    'books.not_found',
    'export.nothing_to_export',
    'export.script_not_set',
    'export.too_large',
    'export.busy',
    'export.failed',
  ],
});

/** Opened in a new browser tab. Allowed on every plan, because it has no text of the book. */
export const exportProvenancePdf = defineRoute({
  id: 'exportProvenancePdf',
  owner: 'export',
  method: 'GET',
  path: '/api/books/:id/provenance/export/pdf',
  summary: 'Where the words of a book come from, and what to declare about AI, as PDF',
  access: 'user',
  rate: 'export',
  timeoutMs: 90_000,
  params: idParams,
  responses: { 200: fileReply('application/pdf') },
  errors: ['books.not_found', 'export.script_not_set', 'export.too_large', 'export.busy', 'export.failed'],
});

/** Opened in a new browser tab. Allowed on every plan, because stories can be read on every plan. */
export const exportStoryPdf = defineRoute({
  id: 'exportStoryPdf',
  owner: 'export',
  method: 'GET',
  path: '/api/personal-stories/:id/export/pdf',
  summary: 'A story as PDF, shown in the browser',
  access: 'user',
  rate: 'export',
  timeoutMs: 90_000,
  params: idParams,
  responses: { 200: fileReply('application/pdf') },
  errors: [
    'stories.not_found',
    'export.nothing_to_export',
    'export.script_not_set',
    'export.too_large',
    'export.busy',
    'export.failed',
  ],
});

export const exportEverything = defineRoute({
  id: 'exportEverything',
  owner: 'export',
  method: 'GET',
  path: '/api/user/export',
  summary: 'A zip archive of all data of the account, as Markdown and JSON',
  access: 'user',
  rate: 'export',
  timeoutMs: 90_000,
  responses: { 200: fileReply('application/zip') },
  errors: ['export.busy', 'export.failed'],
});
