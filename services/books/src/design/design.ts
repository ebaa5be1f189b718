import { isDeepStrictEqual } from 'node:util';
import type { DesignSettings } from '@inkbear/contracts/books/design';
import { findDesignErrors } from '@inkbear/contracts/books/design-rules';
import { ProblemError } from '@inkbear/service-kit/problem';

/** The design of a book. A book without a row has the defaults, at revision 0. */
export interface DesignRow {
  /** The id of the book. */
  _id: string;
  userId: string;
  rev: number;
  settings: DesignSettings;
  /** Bytes of the settings as JSON; they count against the owner's quota. */
  storedBytes: number;
  updatedAt: Date;
}

interface DesignSave {
  readonly bookId: string;
  readonly userId: string;
  /** The revision that the settings are based on; 0 for the defaults. */
  readonly baseRev: number;
  readonly settings: DesignSettings;
  readonly at: Date;
}

type DesignDecision =
  | { readonly state: 'unchanged'; readonly design: DesignRow }
  /** `growth` is in bytes and may be negative. */
  | { readonly state: 'changed'; readonly design: DesignRow; readonly growth: number };

/** Throws 400 `books.design_invalid` for settings with which a book cannot be laid out. */
export function requireValidDesign(settings: DesignSettings): void {
  const errors = findDesignErrors(settings);
  const [first] = errors;
  if (first) throw new ProblemError('books.design_invalid', { message: first.message, errors });
}

/**
 * Decides what a save writes. A design that already has these settings is unchanged whatever revision the client names,
 * because the reply to an earlier save may have been lost. Throws 412 when it was changed to something else since
 * `baseRev`.
 */
export function decideDesign(
  stored: DesignRow | null,
  { bookId, userId, baseRev, settings, at }: DesignSave,
): DesignDecision {
  if (stored && isDeepStrictEqual(stored.settings, settings)) return { state: 'unchanged', design: stored };
  const rev = stored?.rev ?? 0;
  if (rev !== baseRev) throw new ProblemError('books.stale_revision', { rev, message: staleText });
  const storedBytes = Buffer.byteLength(JSON.stringify(settings));
  const design = { _id: bookId, userId, rev: rev + 1, settings, storedBytes, updatedAt: at };
  return { state: 'changed', design, growth: storedBytes - (stored?.storedBytes ?? 0) };
}

const staleText = 'The design was changed somewhere else in the meantime. Reload it, then make your change again.';
