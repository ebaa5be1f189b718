import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { check, resolveConfig } from 'prettier';
import { parse, parseAllDocuments } from 'yaml';
import { skeletonFiles } from '../../../scripts/service-skeleton.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const changed = [
  'packages/contracts/src/services.ts',
  'packages/contracts/src/messaging.ts',
  'charts/inkbear/values.yaml',
  'skaffold.yaml',
];

describe('npm run new:service', () => {
  let copy: string;
  beforeAll(() => {
    copy = mkdtempSync(path.join(os.tmpdir(), 'inkbear-new-service-'));
    for (const place of [...changed, 'scripts', 'packages/contracts', 'services/auth/package.json', '.prettierrc.json'])
      cpSync(path.join(root, place), path.join(copy, place), { recursive: true });
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    run('shelves');
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  const run = (name: string) =>
    spawnSync(process.execPath, ['--no-warnings', path.join(copy, 'scripts/new-service.mjs'), name], {
      encoding: 'utf8',
    });
  const read = (file: string) => readFileSync(path.join(copy, file), 'utf8');

  it('writes only files that Prettier leaves as they are', async () => {
    const files = [...changed, ...Object.keys(skeletonFiles('shelves')).map((file) => `services/shelves/${file}`)];
    const unformatted: string[] = [];
    for (const file of files) {
      const filepath = path.join(copy, file);
      if (!(await check(read(file), { ...(await resolveConfig(filepath)), filepath }))) unformatted.push(file);
    }
    expect(unformatted).toEqual([]);
  });

  it('adds the service to the contracts, with the events that every service consumes', () => {
    const script = `
      const { serviceNames } = await import('./packages/contracts/src/services.ts');
      const { consumedEvents } = await import('./packages/contracts/src/messaging.ts');
      console.log(JSON.stringify([serviceNames, consumedEvents.shelves.map(({ type }) => type)]));`;
    const options = ['--no-warnings', '--input-type=module', '--eval', script];
    const [names, events] = JSON.parse(execFileSync(process.execPath, options, { cwd: copy, encoding: 'utf8' })) as [
      string[],
      string[],
    ];
    expect(names.at(-1)).toBe('shelves');
    expect(events).toEqual(['auth.user.removed.v1', 'billing.sandbox-clock.moved.v1']);
  });

  it('adds the service to the chart and to the images', () => {
    const { services } = parse(read('charts/inkbear/values.yaml')) as { services: Record<string, unknown> };
    expect(services['shelves']).toEqual({ peers: ['auth', 'billing'] });
    const configs = parseAllDocuments(read('skaffold.yaml')).map((document) => JSON.stringify(document.toJS()));
    expect(configs.some((config) => config.includes('"image":"inkbear-shelves"'))).toBe(true);
    expect(configs.some((config) => config.includes('"services.shelves.image"'))).toBe(true);
  });

  it('refuses a name that exists or is not one word', () => {
    for (const [name, message] of [
      ['shelves', 'services/shelves already exists.'],
      ['My-Shelves', 'usage: npm run new:service <name>'],
    ] as const) {
      const { status, stderr } = run(name);
      expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    }
  });
});
