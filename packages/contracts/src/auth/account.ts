import { z } from 'zod';
import { body, email, id, isoTime, message } from '../fields.ts';
import { planName } from '../plans.ts';
import { maxRecentReferrals, referralItem } from '../referrals/referral.ts';
import { defineRoute } from '../route.ts';
import { firstName, lastName, loginBody, newPassword, registerBody } from './credentials.ts';

export const user = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  plan: planName,
  isActive: z.boolean(),
  referralCode: z.string(),
  referrals: z.array(referralItem).max(maxRecentReferrals),
  referralCredits: z.int(),
  isAdmin: z.boolean(),
  createdAt: isoTime,
  stats: z.object({ streakDays: z.int(), wordsToday: z.int(), wordsThisWeek: z.int() }),
});
export type User = z.infer<typeof user>;

/** The password that a signed-in user enters again to confirm an action. */
const ownPassword = z.string().min(1, 'Please enter your password').max(1024);

export const register = defineRoute({
  id: 'register',
  owner: 'auth',
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Create an account and sign in',
  access: 'public',
  rate: 'sign-in',
  body: registerBody,
  responses: { 201: user.extend({ referralAccepted: z.boolean().optional() }) },
  errors: ['auth.email_taken', 'auth.bad_credentials'],
});

export const login = defineRoute({
  id: 'login',
  owner: 'auth',
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in',
  access: 'public',
  rate: 'sign-in',
  body: loginBody,
  responses: { 200: user },
  errors: ['auth.bad_credentials', 'auth.too_many_tries'],
});

export const logout = defineRoute({
  id: 'logout',
  owner: 'auth',
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Sign out; idempotent',
  access: 'visitor',
  rate: 'write',
  responses: { 200: message },
});

export const getUser = defineRoute({
  id: 'getUser',
  owner: 'auth',
  method: 'GET',
  path: '/api/user',
  summary: 'The signed-in user',
  access: 'user',
  rate: 'read',
  responses: { 200: user },
});

export const updateUser = defineRoute({
  id: 'updateUser',
  owner: 'auth',
  method: 'PUT',
  path: '/api/user',
  summary: 'Change the first and last name',
  access: 'user',
  rate: 'sign-in',
  body: body({ firstName, lastName }),
  responses: { 200: user },
});

export const changeEmail = defineRoute({
  id: 'changeEmail',
  owner: 'auth',
  method: 'POST',
  path: '/api/user/email',
  summary: 'Change the email address; the old one also signs in until the new one has signed in once',
  access: 'user',
  rate: 'sign-in',
  idempotent: true,
  hasSecret: true,
  body: body({ email, password: ownPassword }),
  responses: { 200: message },
  errors: ['auth.email_taken', 'auth.wrong_password', 'auth.too_many_tries'],
});

export const deleteUser = defineRoute({
  id: 'deleteUser',
  owner: 'auth',
  method: 'DELETE',
  path: '/api/user',
  summary: 'Close the account; it is erased after 30 days, in which it can be restored',
  access: 'user',
  rate: 'write',
  body: body({ password: z.string().min(1).max(1024) }),
  responses: { 200: message },
  errors: ['auth.wrong_password', 'auth.too_many_tries'],
});

/**
 * Every other session of the user ends, and the caller's cookie is renewed. Not `idempotent`: the stored reply would
 * contain the cookie, which is a valid session.
 */
export const changePassword = defineRoute({
  id: 'changePassword',
  owner: 'auth',
  method: 'POST',
  path: '/api/user/password',
  summary: 'Change the password; all other sessions end',
  access: 'user',
  rate: 'sign-in',
  body: body({ current: ownPassword, next: newPassword }),
  responses: { 200: message },
  errors: ['auth.wrong_password', 'auth.too_many_tries'],
});

export const getPlanStatus = defineRoute({
  id: 'getPlanStatus',
  owner: 'auth',
  method: 'GET',
  path: '/api/user/plan-status',
  summary: 'The effective plan',
  access: 'user',
  rate: 'read',
  responses: {
    200: z.object({
      plan: planName,
      isActive: z.boolean(),
      planEndDate: isoTime.nullable(),
      /** Until when books can still be exported after a monthly plan has ended. */
      exportUntil: isoTime.nullable(),
    }),
  },
});

export const getPublicStats = defineRoute({
  id: 'getPublicStats',
  owner: 'auth',
  method: 'GET',
  path: '/api/public-stats',
  summary: 'Current numbers for public pages',
  access: 'public',
  rate: 'read',
  responses: { 200: z.object({ authors: z.int() }) },
});

export const adminCreateUser = defineRoute({
  id: 'adminCreateUser',
  owner: 'auth',
  method: 'POST',
  path: '/api/admin/users',
  summary: 'Create an account, optionally with a granted plan',
  access: 'admin',
  rate: 'write',
  idempotent: true,
  hasSecret: true,
  body: body({ email, password: newPassword, firstName, lastName, plan: planName.default('free') }),
  responses: { 201: user },
  errors: ['auth.email_taken'],
});

export const adminResetPassword = defineRoute({
  id: 'adminResetPassword',
  owner: 'auth',
  method: 'POST',
  path: '/api/admin/reset-password',
  summary: 'Set a new password and end all sessions of the user',
  access: 'admin',
  rate: 'write',
  body: body({ email, newPassword }),
  responses: { 200: message },
  errors: ['auth.user_not_found'],
});
