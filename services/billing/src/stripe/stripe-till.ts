import type { StripeEnv } from '../env.ts';
import type { Till } from '../payments/till.ts';
import { absentSandboxRoutes } from '../sandbox/sandbox.routes.ts';
import { createStripe } from './stripe-client.ts';
import { StripeProvider } from './stripe-provider.ts';

/** Real money: Stripe calls the webhook itself, and time passes there. */
export function stripeTill(env: StripeEnv): Till {
  const stripe = createStripe({ secretKey: env.STRIPE_SECRET_KEY, apiUrl: env.STRIPE_API_URL });
  return {
    provider: new StripeProvider(stripe, {
      webhookSecret: env.STRIPE_WEBHOOK_SECRET,
      monthlyPriceId: env.STRIPE_MONTHLY_PRICE_ID,
      returnUrl: new URL('/dashboard', env.PUBLIC_URL).href,
    }),
    config: { mode: 'stripe', publishableKey: env.STRIPE_PUBLISHABLE_KEY, signatureHeader: 'stripe-signature' },
    open: () => ({
      passTime: () => Promise.resolve(),
      hasDue: () => Promise.resolve(false),
      routes: absentSandboxRoutes,
    }),
  };
}
