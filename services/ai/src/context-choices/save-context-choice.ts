import { isDeepStrictEqual } from 'node:util';
import type { ContextChoice } from '@inkbear/contracts/ai/context';
import type { Clock } from '@inkbear/service-kit/clock';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ContextChoiceRepository, ContextChoiceRow } from './context-choice.repository.ts';

interface Deps {
  readonly contextChoices: ContextChoiceRepository;
  readonly clock: Clock;
}

interface ChoiceSave {
  readonly bookId: string;
  readonly userId: string;
  /** The revision that the choice is based on; 0 when none was stored. */
  readonly baseRev: number;
  readonly choice: ContextChoice;
}

/**
 * Replaces the choice of a book. A choice that is stored already is unchanged whatever revision the client names, because
 * the reply to an earlier save may have been lost. Throws 412 when another choice was stored since `baseRev`.
 */
export async function saveContextChoice(
  { contextChoices, clock }: Deps,
  { bookId, userId, baseRev, choice }: ChoiceSave,
): Promise<ContextChoiceRow> {
  const stored = await contextChoices.find(bookId);
  if (stored && isDeepStrictEqual(stored.choice, choice)) return stored;
  const row = { _id: bookId, userId, rev: baseRev + 1, choice, updatedAt: clock.now() };
  if ((stored?.rev ?? 0) === baseRev && (await contextChoices.replace(row))) return row;

  // Another save may have been faster, perhaps with the same choice.
  const latest = await contextChoices.find(bookId);
  if (latest && isDeepStrictEqual(latest.choice, choice)) return latest;
  throw new ProblemError('ai.stale_revision', { rev: latest?.rev ?? 0 });
}
