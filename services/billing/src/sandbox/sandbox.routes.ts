import {
  advanceSandboxClock,
  confirmSandboxPayment,
  disputeSandboxPayment,
  refundSandboxPayment,
} from '@inkbear/contracts/billing/billing';
import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import { actorOf } from '@inkbear/service-kit/identity';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { GiveBack } from './give-back.ts';
import type { SandboxClock } from './sandbox-clock.ts';
import type { SandboxProvider } from './sandbox-provider.ts';

interface Deps {
  sandbox: SandboxProvider;
  sandboxClock: SandboxClock;
  giveBack: GiveBack;
  outbox: Outbox;
  recordAdminAction: RecordAdminAction;
  /** Renewals that are due, then every event, then what time alone changed. */
  settle: () => Promise<void>;
}

export const sandboxRoutes = ({
  sandbox,
  sandboxClock,
  giveBack,
  outbox,
  recordAdminAction,
  settle,
}: Deps): ServedRoute[] => [
  serve(confirmSandboxPayment, async ({ identity, body }) => {
    const confirmation = await sandbox.confirm(
      identity.userId,
      body.clientSecret,
      body.cardNumber,
      body.authenticated ?? false,
    );
    await settle();
    return reply(200, confirmation);
  }),

  serve(advanceSandboxClock, async ({ body, identity }) => {
    const moved = await sandboxClock.advance(body.advanceDays, (transaction, change) =>
      recordAdminAction(transaction, actorOf(identity), { action: 'sandbox-clock.moved', target: 'clock', ...change }),
    );
    await settle();
    return reply(200, moved);
  }),

  serve(refundSandboxPayment, async ({ body, identity }) => {
    const { paymentId, amount } = await outbox.run(async (transaction) => {
      const { userId, ...given } = await giveBack.refund(transaction.session, body, body.amount);
      await recordAdminAction(transaction, actorOf(identity), {
        action: 'payment.refunded',
        target: userId,
        before: null,
        after: given,
      });
      return given;
    });
    await settle();
    return reply(200, { message: 'The payment was refunded.', paymentId, amount });
  }),

  serve(disputeSandboxPayment, async ({ body, identity }) => {
    const { paymentId, amount } = await outbox.run(async (transaction) => {
      const { userId, ...given } = await giveBack.dispute(transaction.session, body);
      await recordAdminAction(transaction, actorOf(identity), {
        action: 'payment.disputed',
        target: userId,
        before: null,
        after: given,
      });
      return given;
    });
    await settle();
    return reply(200, { message: 'The dispute was lost.', paymentId, amount });
  }),
];

const absent = () => Promise.reject(new ProblemError('request.not_found'));
/** Where real money is taken there is no sandbox. */
export const absentSandboxRoutes = (): ServedRoute[] => [
  serve(confirmSandboxPayment, absent),
  serve(advanceSandboxClock, absent),
  serve(refundSandboxPayment, absent),
  serve(disputeSandboxPayment, absent),
];
