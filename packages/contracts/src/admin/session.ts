import { z } from 'zod';
import { revocationPageSize } from '../auth/internal.ts';
import { body, isoTime, message } from '../fields.ts';
import { defineRoute } from '../route.ts';

export const adminLogin = defineRoute({
  id: 'adminLogin',
  owner: 'admin',
  method: 'POST',
  path: '/api/admin/login',
  summary: 'Start an admin session of at most 60 minutes',
  access: 'public',
  rate: 'sign-in',
  body: body({ password: z.string().min(1, 'Please enter the admin password').max(1024) }),
  responses: { 200: z.object({ token: z.string(), expiresAt: isoTime }) },
  errors: ['admin.bad_password', 'auth.too_many_tries'],
});

export const adminLogout = defineRoute({
  id: 'adminLogout',
  owner: 'admin',
  method: 'POST',
  path: '/api/admin/logout',
  summary: 'End the admin session',
  access: 'admin',
  rate: 'write',
  responses: { 200: message },
});

/** Admin sessions revoked before their expiry. The gateway polls this list, in addition to consuming the event. */
export const listAdminRevocations = defineRoute({
  id: 'listAdminRevocations',
  owner: 'admin',
  method: 'GET',
  path: '/internal/admin/revocations',
  summary: 'Admin sessions that were revoked before their expiry',
  access: 'service',
  callers: ['gateway'],
  rate: 'read',
  query: z.object({ after: z.coerce.number().int().min(0).default(0) }),
  responses: {
    200: z.object({
      revocations: z.array(z.object({ seq: z.int(), sid: z.string(), expiresAt: isoTime })).max(revocationPageSize),
      seq: z.int(),
    }),
  },
});
