import { ProblemError } from '@inkbear/service-kit/problem';
import type { ManuscriptRow, Noun } from './manuscript.ts';

/** Refuses with 412 and the stored revision. */
export function stale<R extends ManuscriptRow>({ errors }: Noun<R>, { rev }: R): never {
  throw new ProblemError(errors.stale, { rev });
}

/** Throws 413 for a text that is longer than one of this noun may be. */
export function requireFits<R extends ManuscriptRow>({ errors, longest }: Noun<R>, text: string): void {
  if (text.length > longest) throw new ProblemError(errors.tooLarge);
}
