import type { ErrorCode } from '../error-codes.ts';

/** Why the books service has refused to make a book. The import is `ready` again, so the author can try it again. */
export const makeRefusals = [
  'books.allowance_used',
  'books.quota_used',
  'books.not_found',
  'plan.read_only',
] as const satisfies readonly ErrorCode[];

/** What the `error` of an import may name; uploads are refused with other codes, too. */
export const importFailures = [
  'imports.unknown_format',
  'imports.damaged',
  'imports.protected',
  'imports.hostile',
  'imports.empty',
  'imports.too_large',
  'imports.failed',
  'export.quota_used',
  ...makeRefusals,
] as const satisfies readonly ErrorCode[];
export type ImportFailure = (typeof importFailures)[number];
