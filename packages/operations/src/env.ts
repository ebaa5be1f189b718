import { parseEnv } from '@inkbear/service-kit/env';
import { z } from 'zod';

/** Settings of the operations image. */
const shape = {
  /** With the user `ops`, which may read and write the databases of all services. Some commands need no database. */
  MONGODB_URI: z.string().startsWith('mongodb').optional(),
  NATS_URL: z.string().min(1).optional(),
  BACKUP_FOLDER: z.string().default('/backups'),
};
export type OperationsEnv = z.output<z.ZodObject<typeof shape>>;

/** Throws an EnvError that lists all wrong settings. */
export const readEnv = (): OperationsEnv => parseEnv(shape, process.env);
