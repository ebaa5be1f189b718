import { z } from 'zod';
import { id, idParams, isoTime } from '../fields.ts';
import { defineRoute } from '../route.ts';

/** Maximum number of revocations per page. */
export const revocationPageSize = 10_000;

/**
 * Revokes one session, or all sessions of a user that were signed before `before` (seconds since 1970), except
 * `exceptSid`: the session of a user who changed the password.
 */
export const revocation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('session'), seq: z.int(), sid: z.string(), expiresAt: isoTime }),
  z.object({
    kind: z.literal('user'),
    seq: z.int(),
    userId: id,
    before: z.int(),
    exceptSid: z.string().optional(),
    expiresAt: isoTime,
  }),
]);
export type Revocation = z.infer<typeof revocation>;

/**
 * The gateway polls this list, in addition to consuming the event. `after` is the `seq` of the newest revocation that
 * the gateway has. The reply's `seq` is the highest number ever assigned; a page may end below it.
 */
export const listRevocations = defineRoute({
  id: 'listRevocations',
  owner: 'auth',
  method: 'GET',
  path: '/internal/auth/revocations',
  summary: 'Sessions that were revoked before their expiry',
  access: 'service',
  callers: ['gateway'],
  rate: 'read',
  query: z.object({ after: z.coerce.number().int().min(0).default(0) }),
  responses: { 200: z.object({ revocations: z.array(revocation).max(revocationPageSize), seq: z.int() }) },
});

/** Other services call it before they reply 404 only because a row of a projection is missing. */
export const findUserStatus = defineRoute({
  id: 'findUserStatus',
  owner: 'auth',
  method: 'GET',
  path: '/internal/auth/users/:id',
  summary: 'Whether a user exists',
  access: 'service',
  callers: ['admin', 'ai', 'billing', 'referrals', 'reviews'],
  rate: 'read',
  params: idParams,
  responses: {
    200: z.object({
      id,
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      referralCode: z.string(),
      isAdmin: z.boolean(),
      deletedAt: isoTime.nullable(),
    }),
  },
  errors: ['auth.user_not_found'],
});
