import { baseEnvShape, parseEnv, peerUrl } from '@inkbear/service-kit/env';
import { z } from 'zod';

const shape = {
  ...baseEnvShape,
  BILLING_URL: peerUrl,
  BOOKS_URL: peerUrl,
  STORIES_URL: peerUrl,
  /**
   * Processes for typesetting, one for each document that is typeset in parallel. With two or more, one user never
   * occupies all of them.
   */
  PRESS_PROCESSES: z.coerce.number().int().min(1).max(32).default(2),
  /** JavaScript heap of one of these processes, in MB. See `processMemoryMb` for its whole memory. */
  PRESS_HEAP_MB: z.coerce.number().int().min(128).max(8192).default(512),
  /** Documents waiting for a process. Further requests get 503. */
  PRESS_QUEUE: z.coerce.number().int().min(1).max(1000).default(16),
  /** Account archives that are streamed in parallel. Further requests get 503. */
  ARCHIVE_SLOTS: z.coerce.number().int().min(1).max(32).default(4),
  /** An archive download without progress for this long is disconnected. */
  ARCHIVE_STALL_MS: z.coerce.number().int().min(100).max(600_000).default(60_000),
  /**
   * A slower archive download is disconnected when all slots are taken and another user requests an archive. Bytes in
   * socket buffers count as downloaded.
   */
  ARCHIVE_SLOW_BYTES_PER_SECOND: z.coerce
    .number()
    .int()
    .min(1)
    .default(256 * 1024),
  /** An upload of a manuscript of which nothing arrives for this long is given up. */
  UPLOAD_STALL_MS: z.coerce.number().int().min(100).max(600_000).default(60_000),
  /** An archive download that takes longer is disconnected. */
  ARCHIVE_DEADLINE_MS: z.coerce.number().int().min(100).max(3_600_000).default(600_000),
};
export type Env = z.output<z.ZodObject<typeof shape>>;

export const readEnv = (): Env => parseEnv(shape, process.env);
