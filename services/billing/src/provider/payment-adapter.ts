import type { RecordAdminAction } from '@inkbear/service-kit/admin-actions';
import type { Platform } from '@inkbear/service-kit/platform';
import type { ServedRoute } from '@inkbear/service-kit/serve';
import type { Env, SandboxEnv, StripeEnv } from '../env.ts';
import { DeliverSandboxEvents } from '../sandbox/deliver-sandbox-events.ts';
import { SandboxClock } from '../sandbox/sandbox-clock.ts';
import { signatureHeader } from '../sandbox/sandbox-event.ts';
import { SandboxObjectRepository } from '../sandbox/sandbox-object.repository.ts';
import { SandboxProvider } from '../sandbox/sandbox-provider.ts';
import { SandboxRefunds } from '../sandbox/sandbox-refunds.ts';
import { disabledSandboxRoutes, sandboxRoutes } from '../sandbox/sandbox.routes.ts';
import type { ReceiveEvent } from './apply-provider-event.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** The configured payment provider, with everything that depends on which one it is. */
export interface PaymentAdapter {
  readonly provider: PaymentProvider;
  readonly config: {
    readonly mode: 'stripe' | 'sandbox';
    /** The key that the browser uses. */
    readonly publishableKey: string | null;
    /** The header that carries the provider's signature. */
    readonly signatureHeader: string;
  };
  /** Does what a remote provider does on its own as time passes: renews subscriptions and delivers events. */
  readonly runDueWork: (receiveEvent: ReceiveEvent) => Promise<void>;
  /** True when `runDueWork` has anything to do. A cheap read. */
  readonly hasDueWork: () => Promise<boolean>;
  readonly routes: (deps: AdapterRoutesDeps) => ServedRoute[];
}
interface AdapterRoutesDeps {
  readonly recordAdminAction: RecordAdminAction;
  /** Does all due work of billing, including that of the adapter. */
  readonly runDueWork: () => Promise<void>;
}

/** Creates the adapter that `PAYMENTS_MODE` selects. */
export async function createPaymentAdapter(platform: Platform, env: Env): Promise<PaymentAdapter> {
  return env.PAYMENTS_MODE === 'stripe' ? await createStripeAdapter(env) : createSandboxAdapter(platform, env);
}

/** The sandbox with test money: the provider, its events and its clock are part of this process. */
function createSandboxAdapter(
  { connection, outbox, clock, businessClock, newId, batches }: Platform,
  { SANDBOX_WEBHOOK_SECRET: secret, PUBLIC_URL: publicUrl }: Pick<SandboxEnv, 'SANDBOX_WEBHOOK_SECRET' | 'PUBLIC_URL'>,
): PaymentAdapter {
  const objects = new SandboxObjectRepository(connection, newId);
  const provider = new SandboxProvider({ objects, clock, newId, secret, publicUrl });
  const deliverEvents = new DeliverSandboxEvents({ connection, secret, batches });
  const sandboxClock = new SandboxClock({ connection, outbox, clock: businessClock.clock });
  const refunds = new SandboxRefunds(objects, clock);
  return {
    provider,
    config: { mode: 'sandbox', publishableKey: null, signatureHeader },
    runDueWork: async (receiveEvent) => {
      await provider.advanceDueSubscriptions();
      await deliverEvents.run(receiveEvent);
    },
    hasDueWork: async () => (await objects.hasDue(clock.now())) || (await deliverEvents.hasWork()),
    routes: ({ recordAdminAction, runDueWork }) =>
      sandboxRoutes({ provider, sandboxClock, refunds, outbox, recordAdminAction, runDueWork }),
  };
}

/** Stripe with real money, which renews subscriptions and calls the webhook itself. Its SDK is loaded only here. */
async function createStripeAdapter(env: StripeEnv): Promise<PaymentAdapter> {
  const [{ createStripe }, { StripeProvider }] = await Promise.all([
    import('../stripe/stripe-client.ts'),
    import('../stripe/stripe-provider.ts'),
  ]);
  const stripe = createStripe({ secretKey: env.STRIPE_SECRET_KEY, apiUrl: env.STRIPE_API_URL });
  return {
    provider: new StripeProvider(stripe, {
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
      monthlyPriceId: env.STRIPE_MONTHLY_PRICE_ID,
      returnUrl: new URL('/dashboard', env.PUBLIC_URL).href,
    }),
    config: { mode: 'stripe', publishableKey: env.STRIPE_PUBLISHABLE_KEY, signatureHeader: 'stripe-signature' },
    runDueWork: () => Promise.resolve(),
    hasDueWork: () => Promise.resolve(false),
    routes: disabledSandboxRoutes,
  };
}
