import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { processNames } from '@inkbear/contracts/services';
import { DataFolder } from '../data-folder.ts';
import { findNatsServer } from '../find-nats-server.ts';
import { discardReport } from '../report.ts';
import { makeClusterSecrets } from './cluster-secrets.ts';
import { findManifest, readGolden } from './golden.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'inkbear-servers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('produces a configuration that NATS accepts, with the users of the Secret', async () => {
  const { NATS_URL: _url, ...env } = process.env;
  const { secrets } = await makeClusterSecrets(DataFolder.open(path.join(folder, 'secrets')), {});
  const users = secrets.find(({ metadata }) => metadata.name === 'inkbear-nats')?.stringData['users.conf'] ?? '';
  writeFileSync(path.join(folder, 'users.conf'), users);
  writeFileSync(
    path.join(folder, 'nats.conf'),
    findManifest(readGolden('trial'), 'ConfigMap', 'nats').data?.['nats.conf'] ?? '',
  );
  const { status, stderr } = spawnSync(
    await findNatsServer(env, discardReport),
    ['--config', path.join(folder, 'nats.conf'), '-t'],
    { encoding: 'utf8' },
  );
  expect([status, stderr.trim()]).toEqual([0, expect.stringMatching(/configuration file .* is valid/)]);
  for (const name of processNames) expect(users).toContain(`"user": "${name}"`);
  const clients = secrets.filter(({ metadata }) => metadata.name.startsWith('inkbear-connections-'));
  for (const { stringData } of clients) expect(users).not.toContain(new URL(stringData['NATS_URL'] ?? '').password);
});
