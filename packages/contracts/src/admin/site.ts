import { z } from 'zod';
import { body, line } from '../fields.ts';
import { defineRoute, emptyReply } from '../route.ts';

export const getSiteLogo = defineRoute({
  id: 'getSiteLogo',
  owner: 'admin',
  method: 'GET',
  path: '/api/site-logo',
  summary: 'The custom logo, if one is active',
  access: 'public',
  rate: 'read',
  responses: { 200: z.object({ url: z.string().nullable(), isActive: z.boolean() }) },
});

/** Pages whose views are counted. Any other path counts as `other`, so that visitors cannot create rows. */
export const countedPages = [
  '/',
  '/features',
  '/pricing',
  '/knowledge',
  '/help',
  '/about',
  '/contact',
  '/privacy-policy',
  '/cookie-policy',
  '/terms-of-service',
  '/auth',
  '/dashboard',
  '/book/:id',
  '/full-chapter',
  '/trash',
  '/tools',
  '/personal-stories',
  '/story/:id',
  '/referrals',
  '/subscribe',
  '/checkout',
  '/account',
  '/admin',
  '/admin/login',
  '/logo-upload',
  '/direct-upload',
] as const;

/** The cookie with the visitor's answer about counting page visits, `yes` or `no`. The shell stores it for a year. */
export const consentCookie = 'inkbear_consent';

export const reportPageView = defineRoute({
  id: 'reportPageView',
  owner: 'admin',
  method: 'POST',
  path: '/api/page-views',
  summary: 'Count a page view; stores nothing unless the consent cookie says yes',
  access: 'visitor',
  rate: 'write',
  body: body({ path: line(500) }),
  responses: { 204: emptyReply },
});
