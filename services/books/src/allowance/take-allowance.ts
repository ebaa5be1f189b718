import { creditBalanceChanged } from '@inkbear/contracts/events';
import type { Entitlement } from '@inkbear/contracts/plans';
import type { Transaction } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import { type MadeUnder, takeBook } from './allowance.ts';
import type { AllowanceRepository } from './allowance.repository.ts';

/** Takes one book from the plan's allowance or from the credits, in the transaction that makes the book. Throws 403 when neither is left. */
export async function takeAllowance(
  allowances: AllowanceRepository,
  { session, emit }: Transaction,
  book: { id: string; entitlement: Entitlement; at: Date },
): Promise<MadeUnder> {
  const { userId } = book.entitlement;
  const row = await allowances.get(userId, session);
  const taken = takeBook(row, book.entitlement);
  if ('refusal' in taken) throw new ProblemError('books.allowance_used', { message: taken.refusal });
  await allowances.save(taken.next, session);
  if (taken.madeUnder === 'credit') {
    await allowances.insertCredit({ _id: `book:${book.id}`, userId, amount: -1, kind: 'spend', at: book.at }, session);
    await emit(creditBalanceChanged, userId, { userId, balance: taken.next.credits });
  }
  return taken.madeUnder;
}
