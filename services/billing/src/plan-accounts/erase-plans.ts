import { paymentSucceeded } from '@inkbear/contracts/events';
import type { EraseRows } from '@inkbear/service-kit/erasure';
import type { Connection } from 'mongoose';
import type { PaymentProvider } from '../provider/payment-provider.ts';

interface Deps {
  connection: Connection;
  provider: PaymentProvider;
  /** Every repository with rows of users. */
  repositories: readonly { erase(userId: string): Promise<void> }[];
}

/**
 * Erases a user's plans. The provider comes first, so that nobody continues to pay without an account. Accounting keeps
 * each payment's event (number, plan and amount) without the card.
 */
export const erasePlans =
  ({ connection, provider, repositories }: Deps): EraseRows =>
  async (userId) => {
    await provider.eraseUser(userId);
    for (const repository of repositories) await repository.erase(userId);
    await connection
      .collection('outbox')
      .updateMany({ type: paymentSucceeded.type, 'data.userId': userId }, { $set: { 'data.cardFingerprint': null } });
    return 0;
  };
