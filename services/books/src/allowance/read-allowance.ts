import type { BookAllowance } from '@inkbear/contracts/books/book';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import { presentAllowance } from './allowance.ts';
import type { AllowanceRepository } from './allowance.repository.ts';

export interface ReadAllowanceDeps {
  readonly allowances: AllowanceRepository;
  readonly entitlements: Entitlements;
}

/** Asks billing once before it reports the allowance as used up, as `createBook` does before it refuses. */
export async function readAllowance(
  { allowances, entitlements }: ReadAllowanceDeps,
  userId: string,
): Promise<BookAllowance> {
  const row = await allowances.get(userId);
  const cached = presentAllowance(row, await entitlements.find(userId));
  if (cached.refusal === null) return cached;
  const fresh = await entitlements.fetchFromBilling(userId);
  return fresh ? presentAllowance(row, fresh) : cached;
}
