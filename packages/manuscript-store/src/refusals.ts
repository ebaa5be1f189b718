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
