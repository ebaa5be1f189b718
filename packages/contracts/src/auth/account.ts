import { z } from 'zod';
import { body, email, id, isoTime, line, message } from '../fields.ts';
import { planName } from '../plans.ts';
import { newestReferrals, referralItem } from '../referrals/referral.ts';
import { defineRoute } from '../route.ts';

const passwordShort = 'Password must be at least 6 characters';
const passwordNul = 'Password must not contain NUL characters';
const passwordLong = 'Password must be at most 72 bytes long';
const utf8Bytes = (text: string) => new TextEncoder().encode(text).length;

/** A password at sign-in: only the length is looked at (part 1 section 5). */
const givenPassword = z.string(passwordShort).min(6, passwordShort).max(1024, passwordLong);
/** A password that someone chooses; the 3,000 commonest are refused by auth, which holds the list. */
export const newPassword = z
  .string(passwordShort)
  .min(6, passwordShort)
  .refine((value) => utf8Bytes(value) <= 72, passwordLong)
  .refine((value) => !value.includes('\0'), passwordNul);
export const commonPasswordText = 'This password is too easy to guess. Please choose another one';

export const firstName = z
  .string('First name is required')
  .trim()
  .min(1, 'First name is required')
  .max(100, 'Please use at most 100 characters');
export const lastName = z
  .string('Last name is required')
  .trim()
  .min(1, 'Last name is required')
  .max(100, 'Please use at most 100 characters');

export const user = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  plan: planName,
  isActive: z.boolean(),
  referralCode: z.string(),
  referrals: z.array(referralItem).max(newestReferrals),
  referralCredits: z.int(),
  isAdmin: z.boolean(),
  createdAt: isoTime,
  stats: z.object({ streakDays: z.int(), wordsToday: z.int(), wordsThisWeek: z.int() }),
});
export type User = z.infer<typeof user>;

export const loginBody = body({ email, password: givenPassword });
export const registerBody = body({
  email,
  password: newPassword,
  firstName,
  lastName,
  referralCode: line(64).optional(),
});

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
  errors: ['auth.email_taken'],
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
  summary: 'Sign out; works twice',
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

export const deleteUser = defineRoute({
  id: 'deleteUser',
  owner: 'auth',
  method: 'DELETE',
  path: '/api/user',
  summary: 'Delete the account after 30 days of grace',
  access: 'user',
  rate: 'write',
  body: body({ password: z.string().min(1).max(1024) }),
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
      /** Until when books can still be exported after a monthly plan ended. */ exportUntil: isoTime.nullable(),
    }),
  },
});

export const getPublicStats = defineRoute({
  id: 'getPublicStats',
  owner: 'auth',
  method: 'GET',
  path: '/api/public-stats',
  summary: 'True numbers for public pages',
  access: 'public',
  rate: 'read',
  responses: { 200: z.object({ authors: z.int() }) },
});

export const adminCreateUser = defineRoute({
  id: 'adminCreateUser',
  owner: 'auth',
  method: 'POST',
  path: '/api/admin/users',
  summary: 'Create an account, with a granted plan if asked',
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
