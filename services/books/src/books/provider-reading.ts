import type { ProviderReading } from '@inkbear/contracts/bible/suggestion';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { BookRow } from './book.ts';

/** Until the author decides, a provider reads a chapter only when the author asks for it. */
export const defaultProviderReading: ProviderReading = 'asked';

/** Throws 403 when AI may not read the book. */
export function requireReadable({ aiSuspended, providerReading }: BookRow): void {
  if (aiSuspended) throw new ProblemError('ai.suspended');
  if (providerReading === 'off') throw new ProblemError('bible.reading_off');
}
