import type { Platform } from '@inkbear/service-kit/platform';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ServiceParts } from '@inkbear/service-kit/service';
import { consumers } from './consumers/index.ts';
import type { Env } from './env.ts';
import { paymentRoutes } from './payments/payment.routes.ts';
import { PlanAccounts } from './plan-accounts/change-plan-account.ts';
import { erasePlans } from './plan-accounts/erase-plans.ts';
import { PlanAccountRepository } from './plan-accounts/plan-account.repository.ts';
import { planRoutes } from './plan-accounts/plan.routes.ts';
import { applyProviderEvent } from './provider/apply-provider-event.ts';
import { SandboxDelivery } from './sandbox/deliver-events.ts';
import { SandboxClock } from './sandbox/sandbox-clock.ts';
import { SandboxProvider } from './sandbox/sandbox-provider.ts';
import { sandboxRoutes } from './sandbox/sandbox.routes.ts';

export function createParts({ connection, outbox, clock, businessClock, newId, peers, erasure, logger }: Platform, env: Env): ServiceParts {
  const secret = env.SANDBOX_WEBHOOK_SECRET;
  const accountRows = new PlanAccountRepository(connection);
  const accounts = new PlanAccounts({ accounts: accountRows, outbox, clock });
  const provider = new SandboxProvider({ connection, clock, newId, secret });
  const receiveEvent = async (raw: Buffer, signature: string | undefined) => {
    const event = provider.verifyEvent(raw, signature);
    if (!event) throw new ProblemError('billing.bad_signature');
    await applyProviderEvent({ connection, outbox, accounts, provider, erasure }, event);
  };
  const delivery = new SandboxDelivery({ connection, secret, receive: receiveEvent, logger });
  const settle = async () => {
    await provider.passTime();
    await delivery.deliverAll();
    await accounts.announceDue();
  };
  const sandboxClock = new SandboxClock({ connection, outbox, clock: businessClock.clock });
  const deps = { accounts, accountRows, provider, peers, outbox, clock, newId, settle, receiveEvent };
  return {
    served: [...paymentRoutes(deps), ...planRoutes(deps), ...sandboxRoutes({ sandbox: provider, sandboxClock, settle })],
    subscriptions: [businessClock.subscription, ...consumers(accounts)],
    erase: [erasePlans({ connection, accountRows, provider })],
    jobs: [{ name: 'settle-plans', pattern: '*/15 * * * * *', run: settle }],
  };
}
