import { baseEnvShape, EnvError, parseEnv, peerUrl } from '@inkbear/service-kit/env';
import { z } from 'zod';

const shape = {
  ...baseEnvShape,
  AUTH_URL: peerUrl,
  PAYMENTS_MODE: z.enum(['sandbox']).default('sandbox'),
  /** Signs the sandbox's events; at least 16 characters. */
  SANDBOX_WEBHOOK_SECRET: z.string().min(16),
  /** In production the sandbox needs this second word, so that nobody sells for play money by mistake. */
  ALLOW_SANDBOX_PAYMENTS: z.enum(['1']).optional(),
};
export type Env = z.output<z.ZodObject<typeof shape>>;

export function readEnv(): Env {
  const mode = process.env['PAYMENTS_MODE'];
  if (mode === 'stripe') throw new EnvError('PAYMENTS_MODE=stripe: this release has no Stripe adapter yet. Use PAYMENTS_MODE=sandbox.');
  const env = parseEnv(shape, process.env);
  if (env.NODE_ENV === 'production' && env.ALLOW_SANDBOX_PAYMENTS !== '1') throw new EnvError('The payment sandbox does not start in production without ALLOW_SANDBOX_PAYMENTS=1.');
  return env;
}
