import { z } from 'zod';
import { body, idParams } from '../fields.ts';
import { defineRoute, fileReply } from '../route.ts';
import { importErrors, importLimits, manuscriptImport } from './import.ts';

export const chooseImportedBook = defineRoute({
  id: 'chooseImportedBook',
  owner: 'export',
  method: 'POST',
  path: '/api/imports/:id/book',
  summary: 'Choose the book of an account export that is imported; it is then read, and the plan is proposed anew',
  access: 'user',
  rate: 'write',
  params: idParams,
  body: body({
    index: z
      .int()
      .min(0)
      .max(importLimits.books - 1),
  }),
  responses: { 200: manuscriptImport },
  errors: [...importErrors, 'imports.not_ready', 'imports.invalid_plan', 'imports.limit_reached', 'imports.busy'],
});

export const downloadImportFile = defineRoute({
  id: 'downloadImportFile',
  owner: 'export',
  method: 'GET',
  path: '/api/imports/:id/file',
  summary: 'The uploaded file, which is kept for 30 days',
  access: 'user',
  rate: 'export',
  timeoutMs: 60_000,
  params: idParams,
  responses: { 200: fileReply('application/octet-stream') },
  errors: importErrors,
});
