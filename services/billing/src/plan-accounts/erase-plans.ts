import { paymentSucceeded } from '@inkbear/contracts/events';
import type { EraseRows } from '@inkbear/service-kit/erasure';
import type { Connection } from 'mongoose';
import type { PaymentProvider } from '../provider/payment-provider.ts';
import type { PlanAccountRepository } from './plan-account.repository.ts';

interface Deps {
  connection: Connection;
  accountRows: PlanAccountRepository;
  provider: PaymentProvider;
}

/** Ends and forgets a user at the provider first, so that nobody pays on without an account. Accounting keeps each payment's event: its number, plan and amount, without the card. */
export const erasePlans = ({ connection, accountRows, provider }: Deps): EraseRows => async (userId) => {
  await provider.forgetUser(userId);
  await accountRows.erase(userId);
  await connection.collection('outbox').updateMany({ type: paymentSucceeded.type, 'data.userId': userId }, { $set: { 'data.cardFingerprint': null } });
  return 0;
};
