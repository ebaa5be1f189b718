import type { ErrorCode } from '@inkbear/contracts/error-codes';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ManuscriptHead, ManuscriptKind } from './manuscript.ts';

/** Throws 412 with the stored revision. */
export function throwStaleRevision<R extends ManuscriptHead>({ errors }: ManuscriptKind<R>, { rev }: R): never {
  throw new ProblemError(errors.stale, { rev });
}

/** Throws 413 for a text that exceeds the kind's maximum length. */
export function requireFits<R extends ManuscriptHead>({ errors, maxUnits }: ManuscriptKind<R>, text: string): void {
  if (text.length > maxUnits) throw new ProblemError(errors.tooLarge);
}

/** The values of fields when the user started editing. */
export type ExpectedFields = Readonly<Record<string, unknown>>;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Throws 412 when a field has changed since the client read it (optimistic lock). A field that already has the new value
 * is accepted: the reply to an earlier save may have been lost.
 */
export function requireExpectedFields(
  stale: ErrorCode,
  stored: object,
  requested: object,
  expected: ExpectedFields,
): void {
  const valueOf = (fields: object, name: string): unknown => (fields as ExpectedFields)[name];
  if (
    Object.entries(expected).some(
      ([name, before]) =>
        !isSame(valueOf(stored, name), before) && !isSame(valueOf(stored, name), valueOf(requested, name)),
    )
  )
    throw new ProblemError(stale, {
      message: 'This was changed somewhere else in the meantime. Your change is not saved yet; compare both versions.',
    });
}
