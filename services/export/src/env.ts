import { baseEnvShape, parseEnv, peerUrl } from '@inkbear/service-kit/env';
import { z } from 'zod';

const shape = {
  ...baseEnvShape,
  BILLING_URL: peerUrl,
  BOOKS_URL: peerUrl,
  STORIES_URL: peerUrl,
  /** Books set in type at the same time; one thread each. */
  PRESS_THREADS: z.coerce.number().int().min(1).max(32).default(1),
  /** Books waiting for a thread; one more is refused with 503. */
  PRESS_QUEUE: z.coerce.number().int().min(1).max(1000).default(16),
};
export type Env = z.output<z.ZodObject<typeof shape>>;

export const readEnv = (): Env => parseEnv(shape, process.env);
