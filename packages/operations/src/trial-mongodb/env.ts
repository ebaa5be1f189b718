import { baseEnvShape, parseEnv } from '@inkbear/service-kit/env';
import { z } from 'zod';

const { HOST, PORT, LOG_LEVEL } = baseEnvShape;
const shape = {
  HOST,
  PORT,
  LOG_LEVEL,
  /** Where mongod is reached from here, `host:port`. */
  MONGODB_ADDRESS: z.string().min(1),
  /** Its address as a member of the replica set, which its clients use. */
  MONGODB_MEMBER: z.string().min(1),
  /** The key of the replica set, as the Secret has it. */
  SECRET_KEY_FILE: z.string().min(1),
  /** The copy that mongod reads. */
  KEY_FILE: z.string().min(1),
  /** The users, as `npm run chart -- secrets` prints them. */
  USERS_FILE: z.string().min(1),
};
export type TrialMongodbEnv = z.output<z.ZodObject<typeof shape>>;

/** Throws one EnvError that lists every invalid setting. */
export const readEnv = (): TrialMongodbEnv => parseEnv(shape, process.env);
