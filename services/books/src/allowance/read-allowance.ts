import type { BookAllowance } from '@inkbear/contracts/books/book';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import { presentAllowance } from './allowance.ts';
import type { AllowanceRepository } from './allowance.repository.ts';

export interface ReadAllowanceDeps {
  readonly allowances: AllowanceRepository;
  readonly entitlements: Entitlements;
}

/** As when a book is created: billing is asked once before the allowance counts as used up. */
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
