import { z } from 'zod';
import { defineEvent } from './event-type.ts';
import { adminAction } from './fields.ts';

export const adminSessionRevoked = defineEvent({
  type: 'admin.session.revoked.v1',
  owner: 'admin',
  kind: 'fact',
  key: 'revocation',
  data: z.object({ seq: z.int(), sid: z.string(), expiresAt: z.iso.datetime() }),
});

export const adminAdminAction = defineEvent({
  type: 'admin.admin-action.recorded.v1',
  owner: 'admin',
  kind: 'fact',
  key: 'action',
  data: adminAction,
});
