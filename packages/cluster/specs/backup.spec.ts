import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ContinuousWriter } from '@inkbear/e2e/continuous-writer';
import { repositoryRoot } from '@inkbear/local/paths';
import { helm, kubectl, publicUrl, release, upgrade, waitUntilReady } from '../src/cluster.ts';
import { repository } from '../src/images.ts';
import { imageTag, type Installation, useInstallation } from '../src/installation.ts';
import { recycleVolumes } from '../src/volumes.ts';

const everyDeployment = ['deployment', '--selector=app.kubernetes.io/part-of=inkbear'];

/** Runs a Job until it has succeeded; returns its log. */
async function finishJob(name: string): Promise<string> {
  await kubectl(['wait', `job/${name}`, '--for=condition=complete', '--timeout=120s']);
  return await kubectl(['logs', `job/${name}`]);
}

/** The Job of the runbook, with the values of this installation. */
function readRestoreJob(backup: string): string {
  const runbook = readFileSync(path.join(repositoryRoot, 'docs/runbooks/restore.md'), 'utf8');
  const manifest = /```yaml\n(apiVersion: batch\/v1\n.*?)```/s.exec(runbook)?.[1] ?? '';
  return manifest
    .replace(/image: .*/, `image: ${repository}-operations:${imageTag}`)
    .replace('imagePullPolicy: IfNotPresent', 'imagePullPolicy: Never')
    .replace(/\/backups\/\d[\w-]+/, backup)
    .replace(/claimName: .*/, 'claimName: inkbear-backups }');
}

describe('a backup under load', () => {
  let installation: Installation;
  let writer: ContinuousWriter;
  let acknowledgedBefore: string;
  let backup: string;
  beforeAll(async () => {
    installation = await useInstallation();
    writer = await ContinuousWriter.start(publicUrl, { pauseMs: 200 });
  }, 600_000);
  afterAll(() => installation.gateway.close());

  it('contains every word that was acknowledged before it began', async () => {
    await new Promise((resolve) => setTimeout(resolve, 3000));
    acknowledgedBefore = writer.acknowledged;
    expect(acknowledgedBefore.length).toBeGreaterThan(0);
    await kubectl(['create', 'job', 'backup-now', `--from=cronjob/${release}-backup`]);
    const log = await finishJob('backup-now');
    backup = /Written and read back: (\S+)/.exec(log)?.[1] ?? '';
    process.stdout.write(`${log.trim().split('\n').slice(-4).join('\n')}\n`);
    expect(backup).not.toBe('');
    expect(log).not.toContain('Warning');
  }, 180_000);

  it('restores all of it after everything was destroyed', async () => {
    await writer.stop();
    await helm(['uninstall', release, '--wait', '--timeout=3m']);
    await kubectl(['delete', 'persistentvolumeclaim', 'data-mongodb-0', 'data-nats-0', '--timeout=60s']);
    await recycleVolumes(installation.env);
    await upgrade(imageTag);
    await kubectl(['scale', ...everyDeployment, '--replicas=0']);
    await kubectl(['apply', '--filename=-'], { input: readRestoreJob(backup) });
    const log = await finishJob('restore');
    process.stdout.write(`${log.trim().split('\n').slice(-6).join('\n')}\n`);
    await kubectl(['scale', ...everyDeployment, '--replicas=2']);
    await waitUntilReady();
    // The new Service has another node port.
    installation.gateway.close();
    installation = await useInstallation();
    // The session is still valid, because the keys are in a Secret.
    expect(await writer.readStored()).toMatch(new RegExp(`^${acknowledgedBefore}`));
  }, 600_000);
});
