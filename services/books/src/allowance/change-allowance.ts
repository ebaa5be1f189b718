import { creditBalanceChanged } from '@inkbear/contracts/events';
import type { Entitlement } from '@inkbear/contracts/plans';
import type { Transaction } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import { type AllowanceUse, decideAllowance, uncountBook } from './allowance.ts';
import type { AllowanceRepository } from './allowance.repository.ts';

/**
 * Counts a new book against the plan's allowance, or spends a credit, in the transaction that creates the book.
 * Throws 403 when neither is left.
 */
export async function consumeAllowance(
  allowances: AllowanceRepository,
  { session, emit }: Transaction,
  book: { id: string; entitlement: Entitlement; at: Date },
): Promise<AllowanceUse> {
  const { userId } = book.entitlement;
  const row = await allowances.get(userId, session);
  const decision = decideAllowance(row, book.entitlement);
  if ('refusal' in decision) throw new ProblemError('books.allowance_used', { message: decision.refusal });
  await allowances.save(decision.next, session);
  if (decision.madeUnder === 'credit') {
    await allowances.insertCredit({ _id: `book:${book.id}`, userId, amount: -1, kind: 'spend', at: book.at }, session);
    await emit(creditBalanceChanged, userId, { userId, balance: decision.next.credits });
  }
  const { madeUnder, periodStart } = decision;
  return { madeUnder, periodStart };
}

/**
 * Returns what a book has used to the plan's period, or as a credit, in the transaction that removes it. For books that
 * their author has never seen; the caller makes sure that it happens once.
 */
export async function returnAllowance(
  allowances: AllowanceRepository,
  { session, emit }: Transaction,
  book: { id: string; userId: string; use: AllowanceUse; at: Date },
): Promise<void> {
  const { id, userId, use, at } = book;
  const next = uncountBook(await allowances.get(userId, session), use);
  await allowances.save(next, session);
  if (use.madeUnder !== 'credit') return;
  await allowances.insertCredit({ _id: `returned:${id}`, userId, amount: 1, kind: 'return', at }, session);
  await emit(creditBalanceChanged, userId, { userId, balance: next.credits });
}

/** Adds credits. Idempotent by `key`. */
export async function awardCredits(
  allowances: AllowanceRepository,
  { session, emit }: Transaction,
  award: { userId: string; key: string; credits: number; at: Date },
): Promise<void> {
  const { userId, key, credits, at } = award;
  if (await allowances.hasCredit(key, session)) return;
  const row = await allowances.get(userId, session);
  const balance = row.credits + credits;
  await allowances.insertCredit({ _id: key, userId, amount: credits, kind: 'award', at }, session);
  await allowances.save({ ...row, credits: balance }, session);
  await emit(creditBalanceChanged, userId, { userId, balance });
}

/**
 * Sets the balance with one adjustment in the ledger. Idempotent by `key`; an override that is older than the last
 * applied one is ignored. Publishes the balance only when it changes.
 */
export async function overrideCredits(
  allowances: AllowanceRepository,
  { session, emit }: Transaction,
  override: { userId: string; key: string; balance: number; seq: number; at: Date },
): Promise<void> {
  const { userId, key, balance, seq, at } = override;
  const row = await allowances.get(userId, session);
  if (row.overrideSeq >= seq || (await allowances.hasCredit(key, session))) return;
  await allowances.insertCredit({ _id: key, userId, amount: balance - row.credits, kind: 'adjustment', at }, session);
  await allowances.save({ ...row, credits: balance, overrideSeq: seq }, session);
  if (balance !== row.credits) await emit(creditBalanceChanged, userId, { userId, balance });
}
