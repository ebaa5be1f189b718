import { z } from 'zod';
import { revocation } from '../auth/internal.ts';
import { planName } from '../plans.ts';
import { defineEvent } from './event-type.ts';
import { adminAction, names, userId } from './fields.ts';

export const userRegistered = defineEvent({
  type: 'auth.user.registered.v1',
  owner: 'auth',
  kind: 'fact',
  key: 'user',
  data: names.extend({
    userId,
    referralCode: z.string(),
    referredByCode: z.string().nullable(),
    createdAt: z.iso.datetime(),
  }),
});

/**
 * The name or the address of a user was changed. Its data are newer than those of `userRegistered`, in whichever order
 * the two events arrive.
 */
export const userChanged = defineEvent({
  type: 'auth.user.changed.v1',
  owner: 'auth',
  kind: 'state',
  key: 'user',
  data: names.extend({ userId }),
});

/** The account was closed, restored or erased: see `stage`. */
export const userRemoved = defineEvent({
  type: 'auth.user.removed.v1',
  owner: 'auth',
  kind: 'fact',
  key: 'user',
  data: z.object({
    userId,
    /** `grace` (stored name): the account is closed and can be restored · `erased`: its data must be deleted. */
    stage: z.enum(['grace', 'restored', 'erased']),
  }),
});

export const sessionRevoked = defineEvent({
  type: 'auth.session.revoked.v1',
  owner: 'auth',
  kind: 'fact',
  key: 'revocation',
  data: revocation,
});

export const planGrantRequested = defineEvent({
  type: 'auth.plan-grant.requested.v1',
  owner: 'auth',
  kind: 'fact',
  key: 'user',
  data: z.object({ userId, plan: planName }),
});

export const authAdminAction = defineEvent({
  type: 'auth.admin-action.recorded.v1',
  owner: 'auth',
  kind: 'fact',
  key: 'action',
  data: adminAction,
});
