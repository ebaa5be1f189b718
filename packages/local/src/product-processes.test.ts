import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { processNames } from '@inkbear/contracts/services';
import { DataFolder } from './data-folder.ts';
import { planProcesses } from './product-processes.ts';

describe('planProcesses', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'inkbear-plan-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const plan = async () => {
    const address = (name: string) => `test://${name}`;
    return await planProcesses({
      data: DataFolder.open(path.join(folder, 'data')),
      addresses: { mongodbUri: address, natsUrl: address },
      secrets: { adminPasswordHash: '', sandboxWebhookSecret: '' } as never,
      env: {},
      gatewayPort: 8080,
      publicUrl: 'http://localhost:8080',
      dev: true,
    });
  };

  it('lets the processes with heavy work yield to saves of texts', async () =>
    expect(
      (await plan()).filter(({ niceness = 0 }) => niceness > 0).map(({ name, niceness }) => [name, niceness]),
    ).toEqual([
      ['auth', 3],
      ['ai', 5],
      ['export', 5],
    ]));

  it('gives every process a separate port for its metrics', async () => {
    const plans = await plan();
    const processes = plans.filter(({ name }) => name !== 'web-dev');
    expect(processes.map(({ name }) => name)).toEqual(processNames);
    for (const { env, metricsUrl } of processes)
      expect(metricsUrl).toBe(`http://127.0.0.1:${env['METRICS_PORT']}/metrics`);
    const ports = plans.flatMap(({ env }) => [env['PORT'], env['METRICS_PORT']].filter(Boolean));
    expect(new Set(ports).size).toBe(2 * processNames.length + 1);
  });
});
