import * as contract from '@inkbear/contracts/billing/billing';
import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import { actorOf } from '@inkbear/service-kit/identity';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { Transaction } from '@inkbear/service-kit/outbox';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { advanceSandboxClock, type ClockDeps } from './advance-sandbox-clock.ts';
import { loseDispute, type RefundDeps, refundPayment, type ReversedPayment } from './refund-sandbox-payment.ts';
import type { SandboxProvider } from './sandbox-provider.ts';

interface Deps extends ClockDeps, RefundDeps {
  readonly provider: SandboxProvider;
  readonly recordAdminAction: RecordAdminAction;
  /**
   * Renews due subscriptions, delivers events and publishes changed plans. The routes await it, so that their effect is
   * visible when they reply.
   */
  readonly runDueWork: () => Promise<void>;
}

export const sandboxRoutes = (deps: Deps): ServedRoute[] => [
  serve(contract.confirmSandboxPayment, async ({ identity, body }) => {
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

  serve(contract.advanceSandboxClock, async ({ body, identity }) => {
    const moved = await advanceSandboxClock(deps, body.advanceDays, (transaction, change) =>
      deps.recordAdminAction(transaction, actorOf(identity), {
        action: 'sandbox-clock.moved',
        target: 'clock',
        ...change,
      }),
    );
    await deps.runDueWork();

    return reply(200, moved);
  }),

  serve(contract.refundSandboxPayment, async ({ body, identity }) => {
    const { paymentId, amount } = await deps.outbox.run(async (transaction) => {
      const refund = await refundPayment(deps, transaction.session, body);
      const record = { action: 'payment.refunded', actor: actorOf(identity), payment: refund };
      await recordReversal(deps, transaction, record);
      return refund;
    });
    await deps.runDueWork();

    return reply(200, { message: 'The payment was refunded.', paymentId, amount });
  }),

  serve(contract.disputeSandboxPayment, async ({ body, identity }) => {
    const { paymentId, amount } = await deps.outbox.run(async (transaction) => {
      const dispute = await loseDispute(deps, transaction.session, body);
      const record = { action: 'payment.disputed', actor: actorOf(identity), payment: dispute };
      await recordReversal(deps, transaction, record);
      return dispute;
    });
    await deps.runDueWork();

    return reply(200, { message: 'The dispute was lost.', paymentId, amount });
  }),
];

async function recordReversal(
  { recordAdminAction }: Pick<Deps, 'recordAdminAction'>,
  transaction: Transaction,
  { action, actor, payment }: { action: string; actor: string; payment: ReversedPayment },
): Promise<void> {
  const { userId, ...after } = payment;
  await recordAdminAction(transaction, actor, { action, target: userId, before: null, after });
}

const notFound = () => Promise.reject(new ProblemError('request.not_found'));

/** Replies 404 on every sandbox route, for services with a real provider. */
export const disabledSandboxRoutes = (): ServedRoute[] => [
  serve(contract.confirmSandboxPayment, notFound),
  serve(contract.advanceSandboxClock, notFound),
  serve(contract.refundSandboxPayment, notFound),
  serve(contract.disputeSandboxPayment, notFound),
];
