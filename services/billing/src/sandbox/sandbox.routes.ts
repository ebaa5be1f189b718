import { advanceSandboxClock, confirmSandboxPayment } from '@inkbear/contracts/billing/billing';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { SandboxClock } from './sandbox-clock.ts';
import type { SandboxProvider } from './sandbox-provider.ts';

interface Deps {
  sandbox: SandboxProvider;
  sandboxClock: SandboxClock;
  /** Renewals that are due, then every event, then what time alone changed. */
  settle: () => Promise<void>;
}

export const sandboxRoutes = ({ sandbox, sandboxClock, settle }: Deps): ServedRoute[] => [
  serve(confirmSandboxPayment, async ({ identity, body }) => {
    const confirmation = await sandbox.confirm(identity.userId, body.clientSecret, body.cardNumber, body.authenticated ?? false);
    await settle();
    return reply(200, confirmation);
  }),

  serve(advanceSandboxClock, async ({ body }) => {
    const moved = await sandboxClock.advance(body.advanceDays);
    await settle();
    return reply(200, moved);
  }),
];
