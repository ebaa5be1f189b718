import type { ServiceDefinition } from '@inkbear/service-kit/run-service';
import { createParts } from './deps.ts';
import { type Env, readEnv } from './env.ts';
import { migrations } from './migrations/index.ts';
import { operations } from './ops.ts';

export const definition: ServiceDefinition<Env> = {
  name: 'billing',
  readEnv,
  peerUrls: (env) => ({ auth: env.AUTH_URL, books: env.BOOKS_URL }),
  migrations,
  createParts,
  operations,
};
