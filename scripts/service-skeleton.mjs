// The files of a new service: `npm run new:service` writes them, `packages/service-kit/test/service-skeleton.test.ts`
// compares every service with them. docs/service-skeleton.md explains them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** The content of a new service's files, by path. Versions and npm scripts come from auth, so that all services agree. */
export function skeletonFiles(name) {
  const { dependencies, scripts } = JSON.parse(readFileSync(path.join(root, 'services/auth/package.json'), 'utf8'));
  const pick = (...names) => Object.fromEntries(names.map((dependency) => [dependency, dependencies[dependency]]));

  return {
    'package.json': json({
      name: `@inkbear/${name}`,
      version: '0.0.0',
      private: true,
      type: 'module',
      dependencies: pick('@inkbear/contracts', '@inkbear/service-kit', 'express', 'mongoose', 'zod'),
      scripts,
    }),
    'tsconfig.json': '{ "extends": "../../tsconfig.base.json", "include": ["src"] }\n',
    ...sourceFiles(name),
    [`src/${name}.int.test.ts`]: testFile(name),
    'README.md': readme(name),
  };
}

const sourceFiles = (name) => ({
  'src/main.ts': `import { runService } from '@inkbear/service-kit/run-service';
import { definition } from './definition.ts';

await runService(definition);
`,
  'src/definition.ts': `import type { ServiceDefinition } from '@inkbear/service-kit/run-service';
import { createParts } from './deps.ts';
import { type Env, readEnv } from './env.ts';
import { migrations } from './migrations/index.ts';

export const definition: ServiceDefinition<Env> = {
  name: '${name}',
  readEnv,
  peerUrls: (env) => ({ auth: env.AUTH_URL, billing: env.BILLING_URL }),
  migrations,
  createParts,
};
`,
  'src/env.ts': `import { baseEnvShape, parseEnv, peerUrl } from '@inkbear/service-kit/env';
import type { z } from 'zod';

const shape = { ...baseEnvShape, AUTH_URL: peerUrl, BILLING_URL: peerUrl };
export type Env = z.output<z.ZodObject<typeof shape>>;

export const readEnv = (): Env => parseEnv(shape, process.env);
`,
  'src/deps.ts': `import type { Platform } from '@inkbear/service-kit/platform';
import type { ServiceParts } from '@inkbear/service-kit/service';
import { consumers } from './consumers.ts';
import type { Env } from './env.ts';
import { jobs } from './jobs.ts';

export function createParts({ businessClock }: Platform, _env: Env): ServiceParts {
  return {
    served: [],
    subscriptions: [businessClock.subscription, ...consumers()],
    jobs: jobs(),
  };
}
`,
  'src/consumers.ts': `import type { Subscription } from '@inkbear/service-kit/consumer';

export const consumers = (): Subscription[] => [];
`,
  'src/jobs.ts': `import type { Job } from '@inkbear/service-kit/jobs';

export const jobs = (): Job[] => [];
`,
  'src/migrations/index.ts': `import type { Migration } from '@inkbear/service-kit/migrations';

export const migrations: readonly Migration[] = [];
`,
});

const testFile = (name) => `import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkErasure } from '@inkbear/service-kit/testing/check-erasure';
import { TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from './definition.ts';

describe('${name}', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start(definition)));
  afterAll(async () => await service.stop());

  it('stores no data of an erased user', async () => {
    expect(await checkErasure(service, { seed: () => Promise.resolve() })).toEqual({
      unseeded: [],
      remaining: [],
      lost: [],
    });
  });
});
`;

const readme = (name) => `# ${name}

**Purpose.** One sentence.

**Owns.** Collections.

**Routes.** Paths.

**Publishes.** Events.

**Consumes.** \`auth.user.removed.v1\`, \`billing.sandbox-clock.moved.v1\`.

**Env.** \`AUTH_URL\`, \`BILLING_URL\`.

## Failure modes

| What is down | What happens |
| --- | --- |
| MongoDB | 503, nothing is lost |
`;
