import type { Platform } from '@inkbear/service-kit/platform';
import type { Env, SandboxEnv, StripeEnv } from '../env.ts';
import { deliverSandboxEvents } from '../sandbox/deliver-sandbox-events.ts';
import { SandboxClockRepository } from '../sandbox/sandbox-clock.repository.ts';
import { signatureHeader } from '../sandbox/sandbox-event.ts';
import { SandboxObjectRepository } from '../sandbox/sandbox-object.repository.ts';
import { SandboxProvider } from '../sandbox/sandbox-provider.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { ReceiveEvent } from './sync-provider-object.ts';

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
  /** What the routes of the sandbox use; null with a real provider. */
  readonly sandbox: SandboxParts | null;
}
interface SandboxParts {
  readonly provider: SandboxProvider;
  readonly objects: SandboxObjectRepository;
  readonly clockOffset: SandboxClockRepository;
}

/** Creates the adapter that `PAYMENTS_MODE` selects. */
export async function createPaymentAdapter(platform: Platform, env: Env): Promise<PaymentAdapter> {
  return env.PAYMENTS_MODE === 'stripe' ? await createStripeAdapter(env) : createSandboxAdapter(platform, env);
}

/** The sandbox with test money: the provider, its events and its clock are part of this process. */
function createSandboxAdapter(
  { connection, clock, newId, batches }: Platform,
  { SANDBOX_WEBHOOK_SECRET: secret, PUBLIC_URL: publicUrl }: Pick<SandboxEnv, 'SANDBOX_WEBHOOK_SECRET' | 'PUBLIC_URL'>,
): PaymentAdapter {
  const objects = new SandboxObjectRepository(connection, newId);
  const provider = new SandboxProvider({ objects, clock, newId, batches, secret, publicUrl });
  const clockOffset = new SandboxClockRepository(connection);
  return {
    provider,
    config: { mode: 'sandbox', publishableKey: null, signatureHeader },
    runDueWork: async (receiveEvent) => {
      await provider.advanceDueSubscriptions();
      await deliverSandboxEvents({ objects, secret, batches }, receiveEvent);
    },
    hasDueWork: async () => (await provider.hasDueSubscriptions()) || (await objects.hasUndelivered()),
    sandbox: { provider, objects, clockOffset },
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
    sandbox: null,
  };
}
