import { z } from 'zod';
import { errorCodeNames } from './error-codes.ts';

/** Maximum number of field errors in one response. */
const problemErrorsMax = 150;

/** The body of every error response (`application/problem+json`). `message` is shown to the user. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(errorCodeNames),
  detail: z.string(),
  requestId: z.string(),
  message: z.string(),
  errors: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .max(problemErrorsMax)
    .optional(),
  /** The stored revision, sent with `books.stale_revision`. */
  rev: z.int().optional(),
  /** Bytes stored and allowed, sent with `<area>.quota_used`. */
  used: z.int().optional(),
  allowed: z.int().optional(),
});
export type Problem = z.infer<typeof problem>;
export type FieldError = NonNullable<Problem['errors']>[number];
