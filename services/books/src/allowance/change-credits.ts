import { creditBalanceChanged } from '@inkbear/contracts/events';
import type { Transaction } from '@inkbear/service-kit/outbox';
import type { AllowanceRepository } from './allowance.repository.ts';

/** Adds credits once for each natural key. */
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

/** Sets the balance by one adjustment; an override that is older than the last one applied changes nothing. */
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
  await emit(creditBalanceChanged, userId, { userId, balance });
}
