import {
  advanceSandboxClock,
  confirmSandboxPayment,
  disputeSandboxPayment,
  refundSandboxPayment,
} from '@inkbear/contracts/billing/billing';
import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import { actorOf } from '@inkbear/service-kit/identity';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { Outbox, Transaction } from '@inkbear/service-kit/outbox';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { SandboxClock } from './sandbox-clock.ts';
import type { SandboxProvider } from './sandbox-provider.ts';
import type { ReturnedPayment, SandboxRefunds } from './sandbox-refunds.ts';

interface Deps {
  provider: SandboxProvider;
  sandboxClock: SandboxClock;
  refunds: SandboxRefunds;
  outbox: Outbox;
  recordAdminAction: RecordAdminAction;
  /**
   * Renews due subscriptions, delivers events and publishes changed plans. The routes await it, so that their effect is
   * visible when they reply.
   */
  runDueWork: () => Promise<void>;
}

export const sandboxRoutes = (deps: Deps): ServedRoute[] => [
  serve(confirmSandboxPayment, async ({ identity, body }) => {
    const { clientSecret, cardNumber, authenticated: isAuthenticated = false } = body;
    const confirmation = await deps.provider.confirm({
      userId: identity.userId,
      clientSecret,
      cardNumber,
      isAuthenticated,
    });
    await deps.runDueWork();

    return reply(200, confirmation);
  }),

  serve(advanceSandboxClock, async ({ body, identity }) => {
    const moved = await deps.sandboxClock.advance(body.advanceDays, (transaction, change) =>
      deps.recordAdminAction(transaction, actorOf(identity), {
        action: 'sandbox-clock.moved',
        target: 'clock',
        ...change,
      }),
    );
    await deps.runDueWork();

    return reply(200, moved);
  }),

  serve(refundSandboxPayment, async ({ body, identity }) => {
    const { paymentId, amount } = await deps.outbox.run(async (transaction) => {
      const refund = await deps.refunds.refund(transaction.session, body, body.amount);
      await recordReturn(deps, transaction, { action: 'payment.refunded', actor: actorOf(identity), payment: refund });
      return refund;
    });
    await deps.runDueWork();

    return reply(200, { message: 'The payment was refunded.', paymentId, amount });
  }),

  serve(disputeSandboxPayment, async ({ body, identity }) => {
    const { paymentId, amount } = await deps.outbox.run(async (transaction) => {
      const dispute = await deps.refunds.dispute(transaction.session, body);
      await recordReturn(deps, transaction, { action: 'payment.disputed', actor: actorOf(identity), payment: dispute });
      return dispute;
    });
    await deps.runDueWork();

    return reply(200, { message: 'The dispute was lost.', paymentId, amount });
  }),
];

async function recordReturn(
  { recordAdminAction }: Pick<Deps, 'recordAdminAction'>,
  transaction: Transaction,
  { action, actor, payment }: { action: string; actor: string; payment: ReturnedPayment },
): Promise<void> {
  const { userId, ...after } = payment;
  await recordAdminAction(transaction, actor, { action, target: userId, before: null, after });
}

const notFound = () => Promise.reject(new ProblemError('request.not_found'));

/** Replies 404 on every sandbox route, for services with a real provider. */
export const disabledSandboxRoutes = (): ServedRoute[] => [
  serve(confirmSandboxPayment, notFound),
  serve(advanceSandboxClock, notFound),
  serve(refundSandboxPayment, notFound),
  serve(disputeSandboxPayment, notFound),
];
