import type { ServiceDefinition } from '@inkbear/service-kit/run-service';
import { createParts } from './deps.ts';
import { type Env, readEnv } from './env.ts';
import { migrations } from './migrations/index.ts';

export const definition: ServiceDefinition<Env> = {
  name: 'books',
  readEnv,
  peerUrls: (env) => ({ billing: env.BILLING_URL, auth: env.AUTH_URL, stories: env.STORIES_URL }),
  migrations,
  createParts,
};
