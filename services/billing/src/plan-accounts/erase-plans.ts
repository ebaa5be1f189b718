import type { EraseRows } from '@inkbear/service-kit/erasure';
import type { PaymentProvider } from '../provider/payment-provider.ts';

interface Deps {
  readonly provider: PaymentProvider;
  /** Every repository with rows of users. */
  readonly repositories: readonly { erase(userId: string): Promise<void> }[];
}

/**
 * Erases a user's plans. The provider comes first, so that nobody continues to pay without an account. Accounting keeps
 * each payment's event (number, plan and amount) without the card.
 */
export const erasePlans =
  ({ provider, repositories }: Deps): EraseRows =>
  async (userId) => {
    await provider.eraseUser(userId);
    for (const repository of repositories) await repository.erase(userId);
    return 0;
  };
