import { paymentSucceeded } from '@inkbear/contracts/events';
import type { EraseRows } from '@inkbear/service-kit/erasure';
import type { Connection } from 'mongoose';
import type { PaymentProvider } from '../provider/payment-provider.ts';

interface Deps {
  connection: Connection;
  provider: PaymentProvider;
  /** Whatever keeps rows of users. */
  stores: readonly { erase(userId: string): Promise<void> }[];
}

/** Ends and forgets a user at the provider first, so that nobody pays on without an account. Accounting keeps each payment's event: its number, plan and amount, without the card. */
export const erasePlans =
  ({ connection, provider, stores }: Deps): EraseRows =>
  async (userId) => {
    await provider.forgetUser(userId);
    for (const store of stores) await store.erase(userId);
    await connection
      .collection('outbox')
      .updateMany({ type: paymentSucceeded.type, 'data.userId': userId }, { $set: { 'data.cardFingerprint': null } });
    return 0;
  };
