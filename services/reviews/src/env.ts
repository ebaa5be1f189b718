import { baseEnvShape, parseEnv, peerUrl } from '@inkbear/service-kit/env';
import type { z } from 'zod';

const shape = { ...baseEnvShape, AUTH_URL: peerUrl, BILLING_URL: peerUrl };
export type Env = z.output<z.ZodObject<typeof shape>>;

export const readEnv = (): Env => parseEnv(shape, process.env);
