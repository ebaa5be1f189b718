import type { DesignSettings } from '@inkbear/contracts/books/design';
import { findDesignErrors } from '@inkbear/contracts/books/design-rules';
import { ProblemError } from '@inkbear/service-kit/problem';

/** Throws 400 `books.design_invalid` for settings with which a book cannot be laid out. */
export function requireValidDesign(settings: DesignSettings): void {
  const errors = findDesignErrors(settings);
  const [first] = errors;
  if (first) throw new ProblemError('books.design_invalid', { message: first.message, errors });
}
