import { type BaseEnv, baseEnvShape, parseEnv, peerUrl } from '@inkbear/service-kit/env';
import { z } from 'zod';

const shape = {
  ...baseEnvShape,
  BILLING_URL: peerUrl,
  SESSION_KEY_FILE: z.string().min(1),
  /** The bcrypt cost. Each step doubles the time. */
  PASSWORD_COST: z.coerce.number().int().min(10).max(15).default(11),
};
export type Env = BaseEnv & { BILLING_URL: string; SESSION_KEY_FILE: string; PASSWORD_COST: number };

export const readEnv = (): Env => parseEnv(shape, process.env);
