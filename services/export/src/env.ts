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
  /** Archives of whole accounts made at the same time; one more is refused with 503. */
  ARCHIVE_SLOTS: z.coerce.number().int().min(1).max(32).default(4),
  /** An archive whose reader takes nothing for so long is cut off. */
  ARCHIVE_STALL_MS: z.coerce.number().int().min(100).max(600_000).default(60_000),
  /** A reader that is slower is cut off when all slots are held and somebody else asks. Includes what the connection has buffered. */
  ARCHIVE_SLOW_BYTES_PER_SECOND: z.coerce
    .number()
    .int()
    .min(1)
    .default(256 * 1024),
  /** An archive that is not read to its end by then is cut off. */
  ARCHIVE_DEADLINE_MS: z.coerce.number().int().min(100).max(3_600_000).default(600_000),
};
export type Env = z.output<z.ZodObject<typeof shape>>;

export const readEnv = (): Env => parseEnv(shape, process.env);
