import { z } from 'zod';
import { message } from '../fields.ts';
import { defineRoute, fileReply } from '../route.ts';

/** Exactly 5 MB are allowed (specification, part 2). */
export const logoMaxBytes = 5 * 1024 * 1024;
const uploaded = message.extend({ url: z.string() });

/**
 * Multipart, field `logo`. PNG, JPG, WebP, GIF and SVG, detected from the content. An SVG is rasterised and never
 * served as SVG.
 */
export const uploadLogo = defineRoute({
  id: 'uploadLogo',
  owner: 'admin',
  method: 'POST',
  path: '/api/upload-logo',
  summary: 'Upload a new site logo (form field `logo`)',
  access: 'admin-user',
  rate: 'upload',
  bodyKind: 'multipart',
  bodyLimit: 'upload',
  timeoutMs: 30_000,
  responses: { 200: uploaded },
  errors: [
    'auth.role_required',
    'auth.user_not_found',
    'admin.logo_not_image',
    'admin.logo_missing',
    'admin.logo_too_large',
  ],
});
export const uploadLogoDirectly = defineRoute({
  ...uploadLogo,
  id: 'uploadLogoDirectly',
  path: '/api/direct-logo-upload',
});

/** The file at the URL that `GET /api/site-logo` returns; the file name is the hash of the content. */
export const getLogoFile = defineRoute({
  id: 'getLogoFile',
  owner: 'admin',
  method: 'GET',
  path: '/api/site-logo/:file',
  summary: 'The image of the site logo',
  access: 'public',
  rate: 'read',
  params: z.object({ file: z.string().max(100) }),
  responses: { 200: fileReply('image/webp') },
});
