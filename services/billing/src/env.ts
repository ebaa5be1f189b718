import { type BaseEnv, baseEnvShape, EnvError, parseEnv, peerUrl } from '@inkbear/service-kit/env';
import { z } from 'zod';

const shared = { ...baseEnvShape, AUTH_URL: peerUrl, BOOKS_URL: peerUrl };
const sandboxShape = {
  ...shared,
  PAYMENTS_MODE: z.literal('sandbox').default('sandbox'),
  /** Signs the sandbox's events; at least 16 characters. */
  SANDBOX_WEBHOOK_SECRET: z.string().min(16),
  /** Required in production, so that test payments are never enabled there by mistake. */
  ALLOW_SANDBOX_PAYMENTS: z.enum(['1']).optional(),
};
const stripeShape = {
  ...shared,
  PAYMENTS_MODE: z.literal('stripe'),
  STRIPE_SECRET_KEY: z.string().regex(/^[rs]k_/, 'must begin with sk_ or rk_'),
  STRIPE_PUBLISHABLE_KEY: z.string().startsWith('pk_', 'must begin with pk_'),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'must begin with whsec_'),
  /** Id of the monthly price at Stripe. Without it the price is found or created by its lookup key. */
  STRIPE_MONTHLY_PRICE_ID: z.string().startsWith('price_', 'must begin with price_').optional(),
  /** Base URL of Stripe's API in tests. */
  STRIPE_API_URL: z.url().optional(),
};
export type SandboxEnv = z.output<z.ZodObject<typeof sandboxShape>>;
export type StripeEnv = z.output<z.ZodObject<typeof stripeShape>>;
export type Env = BaseEnv & (SandboxEnv | StripeEnv);

const requiredStripeKeys = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'];

export function readEnv(): Env {
  const mode = process.env['PAYMENTS_MODE'] || 'sandbox';
  if (mode === 'stripe') return readStripeEnv();
  if (mode !== 'sandbox') throw new EnvError('PAYMENTS_MODE must be stripe or sandbox.');
  const env = parseEnv(sandboxShape, process.env);
  if (env.NODE_ENV === 'production' && env.ALLOW_SANDBOX_PAYMENTS !== '1')
    throw new EnvError('The payment sandbox does not start in production without ALLOW_SANDBOX_PAYMENTS=1.');
  return env;
}

function readStripeEnv(): StripeEnv {
  const missing = requiredStripeKeys.filter((name) => !process.env[name]);
  if (missing.length > 0)
    throw new EnvError(
      `PAYMENTS_MODE=stripe needs its keys, and ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing. Set them, or use PAYMENTS_MODE=sandbox.`,
    );
  const env = parseEnv(stripeShape, process.env);
  const isLive = (key: string) => !key.includes('_test_');
  if (isLive(env.STRIPE_SECRET_KEY) !== isLive(env.STRIPE_PUBLISHABLE_KEY))
    throw new EnvError('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys, or both test keys.');
  return env;
}
