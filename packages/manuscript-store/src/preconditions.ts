import type { ErrorCode } from '@inkbear/contracts/error-codes';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ManuscriptRow, ManuscriptKind } from './manuscript.ts';

/** Refuses with 412 and the stored revision. */
export function throwStaleRevision<R extends ManuscriptRow>({ errors }: ManuscriptKind<R>, { rev }: R): never {
  throw new ProblemError(errors.stale, { rev });
}

/** Throws 413 for a text that is longer than one of this kind may be. */
export function requireFits<R extends ManuscriptRow>({ errors, maxUnits }: ManuscriptKind<R>, text: string): void {
  if (text.length > maxUnits) throw new ProblemError(errors.tooLarge);
}

/** Fields by name, as an author saw them when they began to change them. */
export type ExpectedFields = Readonly<Record<string, unknown>>;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Refuses to write over what its author has not seen. What reads already as it shall is fine: the reply to that save was lost. */
export function requireExpectedFields(stale: ErrorCode, stored: object, wanted: object, seen: ExpectedFields): void {
  const of = (fields: object, name: string): unknown => (fields as ExpectedFields)[name];
  if (
    Object.entries(seen).some(
      ([name, before]) => !isSame(of(stored, name), before) && !isSame(of(stored, name), of(wanted, name)),
    )
  )
    throw new ProblemError(stale, { message: 'This was changed somewhere else meanwhile. Both texts are kept.' });
}
