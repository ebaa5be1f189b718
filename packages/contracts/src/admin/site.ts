import { z } from 'zod';
import { body, line } from '../fields.ts';
import { defineRoute, emptyReply } from '../route.ts';

export const getSiteLogo = defineRoute({
  id: 'getSiteLogo', owner: 'admin', method: 'GET', path: '/api/site-logo', summary: 'The custom logo, if one is active',
  access: 'public', rate: 'read', responses: { 200: z.object({ url: z.string().nullable(), isActive: z.boolean() }) },
});

export const reportPageView = defineRoute({
  id: 'reportPageView', owner: 'admin', method: 'POST', path: '/api/page-views', summary: 'Count a page view; stores nothing without the consent cookie',
  access: 'visitor', rate: 'write', body: body({ path: line(500) }), responses: { 204: emptyReply },
});
