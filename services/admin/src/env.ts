import { baseEnvShape, parseEnv, peerUrl } from '@inkbear/service-kit/env';
import { z } from 'zod';

const shape = {
  ...baseEnvShape,
  AI_URL: peerUrl,
  AUTH_URL: peerUrl,
  BILLING_URL: peerUrl,
  BOOKS_URL: peerUrl,
  EXPORT_URL: peerUrl,
  REFERRALS_URL: peerUrl,
  REVIEWS_URL: peerUrl,
  STORIES_URL: peerUrl,
  SESSION_KEY_FILE: z.string().min(1),
  /** The bcrypt hash of the admin password. The password itself is not stored. */
  ADMIN_PASSWORD_HASH: z.string().regex(/^\$2[aby]\$\d\d\$.{53}$/, 'must be a bcrypt hash'),
  /** Lifetime of an admin session. */
  ADMIN_SESSION_MINUTES: z.coerce.number().int().min(1).max(60).default(60),
};
export type Env = z.output<z.ZodObject<typeof shape>>;

export const readEnv = (): Env => parseEnv(shape, process.env);
