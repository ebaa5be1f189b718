import type { ServiceDefinition } from '@inkbear/service-kit/run-service';
import { createParts } from './deps.ts';
import { type Env, readEnv } from './env.ts';
import { migrations } from './migrations/index.ts';
import { operations } from './ops.ts';

export const definition: ServiceDefinition<Env> = {
  name: 'admin',
  readEnv,
  peerUrls: (env) => ({
    ai: env.AI_URL,
    auth: env.AUTH_URL,
    billing: env.BILLING_URL,
    books: env.BOOKS_URL,
    export: env.EXPORT_URL,
    referrals: env.REFERRALS_URL,
    reviews: env.REVIEWS_URL,
    stories: env.STORIES_URL,
  }),
  migrations,
  createParts,
  operations,
};
