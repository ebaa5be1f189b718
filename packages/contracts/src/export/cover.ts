import { z } from 'zod';
import { idParams } from '../fields.ts';
import { defineRoute, emptyReply, fileReply } from '../route.ts';

/** Bounds of an uploaded cover: bytes, and pixels of each side. The form around it fits the body limit, too. */
export const coverLimits = { bytes: 6_000_000, minWidth: 625, minHeight: 1000, maxSide: 10_000 } as const;

/** The front cover of a book's e-book. */
export const cover = z.object({
  /** In pixels. */
  width: z.int(),
  height: z.int(),
  /** Changes with each upload. */
  url: z.string(),
});
export type Cover = z.infer<typeof cover>;

/** Multipart, field `cover`: JPEG or PNG, detected from the content. The image is encoded again without metadata. */
export const uploadCover = defineRoute({
  id: 'uploadCover',
  owner: 'export',
  method: 'PUT',
  path: '/api/books/:id/cover',
  summary: 'Upload the front cover of the e-book (form field `cover`)',
  access: 'user',
  rate: 'upload',
  bodyKind: 'multipart',
  bodyLimit: 'upload',
  timeoutMs: 30_000,
  params: idParams,
  responses: { 200: cover },
  errors: [
    'books.not_found',
    'export.cover_missing',
    'export.cover_too_small',
    'export.cover_too_large',
    'export.cover_not_image',
    'export.quota_used',
    'export.busy',
  ],
});

export const getCover = defineRoute({
  id: 'getCover',
  owner: 'export',
  method: 'GET',
  path: '/api/books/:id/cover',
  summary: 'The size and address of the front cover',
  access: 'user',
  rate: 'read',
  params: idParams,
  responses: { 200: cover },
  errors: ['books.not_found', 'export.cover_not_found'],
});

export const getCoverImage = defineRoute({
  id: 'getCoverImage',
  owner: 'export',
  method: 'GET',
  path: '/api/books/:id/cover/image',
  summary: 'The image of the front cover',
  access: 'user',
  rate: 'read',
  params: idParams,
  /** Ignored; the address in `cover` has it so that browsers do not show an earlier image. */
  query: z.object({ version: z.string().max(64).optional() }),
  responses: { 200: fileReply('image/jpeg') },
  errors: ['books.not_found', 'export.cover_not_found'],
});

export const deleteCover = defineRoute({
  id: 'deleteCover',
  owner: 'export',
  method: 'DELETE',
  path: '/api/books/:id/cover',
  summary: 'Delete the front cover',
  access: 'user',
  rate: 'write',
  params: idParams,
  responses: { 204: emptyReply },
  errors: ['books.not_found'],
});

export const coverGuideFormats = ['pdf', 'svg', 'png'] as const;

/** A template of the wrap of a printed book: back cover, spine and front cover with bleed and safe areas. */
export const getCoverGuide = defineRoute({
  id: 'getCoverGuide',
  owner: 'export',
  method: 'GET',
  path: '/api/books/:id/cover-guide',
  summary: 'A template for the cover of the printed book, for a page count',
  access: 'user',
  rate: 'export',
  timeoutMs: 30_000,
  params: idParams,
  query: z.object({
    format: z.enum(coverGuideFormats).default('pdf'),
    pages: z.coerce.number().int().min(24).max(828),
  }),
  responses: { 200: fileReply('application/pdf') },
  errors: ['books.not_found', 'export.busy'],
});
