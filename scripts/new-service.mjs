// `npm run new:service <name>`: writes the skeleton that every service has; docs/room.md explains it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

const name = process.argv[2] ?? '';
const refuse = (sentence) => {
  console.error(sentence);
  process.exit(1);
};
if (!/^[a-z][a-z0-9]{1,30}$/.test(name)) refuse('usage: npm run new:service <name>, one word in small letters');
const folder = path.join(root, 'services', name);
if (existsSync(path.join(folder, 'src'))) refuse(`services/${name} is there already.`);

const { dependencies } = JSON.parse(readFileSync(path.join(root, 'services/auth/package.json'), 'utf8'));
const { scripts } = JSON.parse(readFileSync(path.join(root, 'services/auth/package.json'), 'utf8'));
const pick = (...names) => Object.fromEntries(names.map((dependency) => [dependency, dependencies[dependency]]));
const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

const files = {
  'package.json': json({
    name: `@inkbear/${name}`,
    version: '0.0.0',
    private: true,
    type: 'module',
    dependencies: pick('@inkbear/contracts', '@inkbear/service-kit', 'express', 'mongoose', 'zod'),
    scripts,
  }),
  'tsconfig.json': '{ "extends": "../../tsconfig.base.json", "include": ["src"] }\n',
  'src/main.ts': `import { runService } from '@inkbear/service-kit/run-service';
import { definition } from './definition.ts';

await runService(definition);
`,
  'src/migrate.ts': `import { runMigrations } from '@inkbear/service-kit/run-service';
import { definition } from './definition.ts';

await runMigrations(definition);
`,
  'src/ops.ts': `import { runOperations } from '@inkbear/service-kit/run-operations';
import { definition } from './definition.ts';

await runOperations(definition);
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
import type { Env } from './env.ts';

export function createParts({ businessClock }: Platform, _env: Env): ServiceParts {
  return {
    served: [],
    subscriptions: [businessClock.subscription],
    jobs: [],
  };
}
`,
  'src/migrations/index.ts': `import type { Migration } from '@inkbear/service-kit/migrations';

export const migrations: readonly Migration[] = [];
`,
  [`src/${name}.int.test.ts`]: `import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkErasure } from '@inkbear/service-kit/testing/check-erasure';
import { TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from './definition.ts';

describe('${name}', () => {
  let service: TestService;
  beforeAll(async () => (service = await TestService.start(definition)));
  afterAll(async () => await service.stop());

  it('keeps nothing of a user who is erased', async () => {
    expect(await checkErasure(service, { seed: () => Promise.resolve() })).toEqual({ unseeded: [], left: [], lost: [] });
  });
});
`,
  'README.md': `# ${name}

**Purpose.** One sentence.

**Owns.** Collections.

**Routes.** Paths.

**Publishes.** Events.

**Consumes.** \`auth.user.removed.v1\`, \`billing.sandbox-clock.moved.v1\`.

**Env.** \`AUTH_URL\`, \`BILLING_URL\`.

## Failure modes
| What is down | What happens |
|---|---|
| MongoDB | 503, nothing is lost |
`,
};
for (const [file, text] of Object.entries(files)) {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
}

/** Adds a text before the first place that matches, unless the file has it. */
function insert(file, before, text) {
  const source = readFileSync(path.join(root, file), 'utf8');
  if (source.includes(text)) return;
  if (!source.includes(before)) refuse(`${file} has no place for ${name}: ${before.trim()} is not in it.`);
  writeFileSync(
    path.join(root, file),
    source.replace(before, () => `${text}${before}`),
  );
}
insert('packages/contracts/src/services.ts', '] as const;', `, '${name}'`);
insert(
  'packages/contracts/src/messaging.ts',
  '};\n\n/** Subject on which gateway replicas',
  `  ${name}: [...common],\n`,
);
insert('charts/inkbear/values.yaml', '\ngateway:\n', `  ${name}:\n    peers: [auth, billing]\n`);
insert(
  'skaffold.yaml',
  '    - { image: inkbear-gateway,',
  `    - { image: inkbear-${name}, docker: { target: server, buildArgs: { WORKSPACE: services/${name} } } }\n`,
);
insert(
  'skaffold.yaml',
  '          gateway.image:',
  `          services.${name}.image: "{{.IMAGE_FULLY_QUALIFIED_inkbear_${name}}}"\n`,
);
console.log(
  `services/${name} is written, and named in contracts, chart and skaffold.yaml. docs/how-to/add-a-service.md says what comes next.`,
);
