import type { BookAllowance } from '@inkbear/contracts/books/book';
import type { Entitlements } from '@inkbear/service-kit/entitlements';
import { presentAllowance } from './allowance.ts';
import type { AllowanceRepository } from './allowance.repository.ts';

export interface ShowAllowanceDeps {
  readonly allowances: AllowanceRepository;
  readonly entitlements: Entitlements;
}

/** As when a book is made: before a no billing is asked once. */
export async function showAllowance(
  { allowances, entitlements }: ShowAllowanceDeps,
  userId: string,
): Promise<BookAllowance> {
  const row = await allowances.get(userId);
  const known = presentAllowance(row, await entitlements.find(userId));
  if (known.refusal === null) return known;
  const owners = await entitlements.fetchFromBilling(userId);
  return owners ? presentAllowance(row, owners) : known;
}
