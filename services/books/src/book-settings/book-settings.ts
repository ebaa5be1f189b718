import { isDeepStrictEqual } from 'node:util';
import { ProblemError } from '@inkbear/service-kit/problem';

/** Settings of a book that are saved as a whole. A book without a row has the defaults, at revision 0. */
export interface BookSettingsRow<S> {
  /** The id of the book. */
  _id: string;
  userId: string;
  rev: number;
  settings: S;
  /** Bytes of the settings as JSON; they count against the owner's quota. */
  storedBytes: number;
  updatedAt: Date;
}

export interface BookSettingsSave<S> {
  readonly bookId: string;
  readonly userId: string;
  /** The revision that the settings are based on; 0 for the defaults. */
  readonly baseRev: number;
  readonly settings: S;
}

export type BookSettingsDecision<S> =
  | { readonly state: 'unchanged'; readonly row: BookSettingsRow<S> }
  /** `growth` is in bytes and may be negative. */
  | { readonly state: 'changed'; readonly row: BookSettingsRow<S>; readonly growth: number };

/**
 * Decides what a save writes. Settings that are stored already are unchanged whatever revision the client names, because
 * the reply to an earlier save may have been lost. Throws 412 when they were changed to something else since `baseRev`.
 * @param title what is saved, e.g. “design”, for the message
 */
export function decideBookSettings<S>(
  stored: BookSettingsRow<S> | null,
  { bookId, userId, baseRev, settings }: BookSettingsSave<S>,
  { title, at }: { readonly title: string; readonly at: Date },
): BookSettingsDecision<S> {
  if (stored && isDeepStrictEqual(stored.settings, settings)) return { state: 'unchanged', row: stored };
  const rev = stored?.rev ?? 0;
  if (rev !== baseRev)
    throw new ProblemError('books.stale_revision', {
      rev,
      message: `The ${title} was changed somewhere else in the meantime. Reload it, then make your change again.`,
    });
  const storedBytes = Buffer.byteLength(JSON.stringify(settings));
  const row = { _id: bookId, userId, rev: rev + 1, settings, storedBytes, updatedAt: at };
  return { state: 'changed', row, growth: storedBytes - (stored?.storedBytes ?? 0) };
}
