import { commonErrors, type ErrorCode } from './error-codes.ts';
import type { Access, Route } from './route.ts';

/** What the guard of each kind of access answers. */
const accessErrors: Readonly<Record<Access, readonly ErrorCode[]>> = {
  public: [],
  visitor: [],
  user: ['auth.signed_out', 'auth.role_required'],
  admin: ['admin.token_required'],
  'admin-user': ['admin.token_required'],
  service: ['auth.role_required'],
};

/** The errors that a request with an `Idempotency-Key` may get. */
const idempotencyErrors: readonly ErrorCode[] = ['request.key_reused', 'request.in_progress', 'request.already_done'];

/** All error codes that a route may answer: its own, those of its guards, and those that are common to all routes. */
export const errorsOf = ({ errors = [], access, idempotent = false }: Route): readonly ErrorCode[] => [
  ...new Set([...errors, ...accessErrors[access], ...(idempotent ? idempotencyErrors : []), ...commonErrors]),
];
