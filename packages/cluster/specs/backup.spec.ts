import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Author } from '@inkbear/e2e/author';
import { ContinuousWriter } from '@inkbear/e2e/continuous-writer';
import { ContinuousPayers } from '@inkbear/e2e/payers';
import { repositoryRoot } from '@inkbear/local/paths';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { helm, kubectl, publicUrl, readJson, release, upgrade, waitUntilReady } from '../src/cluster.ts';
import { repository } from '../src/images.ts';
import { imageTag, type Installation, useInstallation } from '../src/installation.ts';
import { recycleVolumes } from '../src/volumes.ts';
import { WritingLoad } from '../src/writing-load.ts';

const requestsPerSecond = 50;
/** The load begins before the backup and must not end before it. */
const loadSeconds = 150;
/** Minimum number of payers before the backup begins. */
const paidBeforeBackup = 3;
const paying = { payers: 20, concurrency: 1, pauseMs: 3000 };
const everyDeployment = ['deployment', '--selector=app.kubernetes.io/part-of=inkbear'];
/** The processes that use the databases. */
const everyClient = 'app.kubernetes.io/part-of=inkbear,app.kubernetes.io/component in (service,gateway)';

interface Job {
  readonly status: { readonly succeeded?: number; readonly failed?: number };
}

/** Runs a Job until it has succeeded; returns its log. Throws with its log when it fails. */
async function finishJob(name: string): Promise<string> {
  const { status } = await eventually(
    () => readJson<Job>('get', 'job', name),
    (job) => (job.status.succeeded ?? 0) + (job.status.failed ?? 0) > 0,
    180_000,
  );
  const log = await kubectl(['logs', `job/${name}`]);
  if (!status.succeeded) throw new Error(`The job ${name} failed:\n${log}`);
  return log;
}

/** Takes a backup like the schedule; returns its folder and the number of its documents. */
async function backUp(job: string): Promise<{ folder: string; documents: number }> {
  await kubectl(['delete', 'job', job, '--ignore-not-found']);
  await kubectl(['create', 'job', job, `--from=cronjob/${release}-backup`]);
  const log = await finishJob(job);
  process.stdout.write(`${log.trim().split('\n').slice(-4).join('\n')}\n`);
  expect(log).not.toContain('Warning');
  const folder = /Written and read back: (\S+)/.exec(log)?.[1] ?? '';
  expect(folder).not.toBe('');
  return { folder, documents: parseCount(/^([\d,]+) documents, /m.exec(log)?.[1]) };
}

/** The Job of the runbook, with other arguments and the values of this installation; returns its log. */
async function runOperation(name: string, args: readonly string[]): Promise<string> {
  const runbook = readFileSync(path.join(repositoryRoot, 'docs/runbooks/restore.md'), 'utf8');
  const manifest = /```yaml\n(apiVersion: batch\/v1\n.*?)```/s.exec(runbook)?.[1] ?? '';
  const input = manifest
    .replaceAll('name: restore', `name: ${name}`)
    .replace(/image: .*/, `image: ${repository}-operations:${imageTag}`)
    .replace('imagePullPolicy: IfNotPresent', 'imagePullPolicy: Never')
    .replace(/args: .*/, `args: [--no-warnings, dist/main.js, ${args.join(', ')}]`)
    .replace(/claimName: .*/, 'claimName: inkbear-backups }');
  await kubectl(['delete', 'job', name, '--ignore-not-found']);
  await kubectl(['apply', '--filename=-'], { input });
  const log = await finishJob(name);
  process.stdout.write(`${log.trim().split('\n').slice(-6).join('\n')}\n`);
  return log;
}

/** The sums of `verify-backup`, after it has found nothing. */
async function verify(folder: string): Promise<{ balances: number; ledger: number; events: number; counted: number }> {
  const log = await runOperation('verify-backup', ['verify-backup', folder]);
  expect(log).toContain(': 0 findings');
  const sum = (name: string) => parseCount(new RegExp(`\\b${name} ([\\d,]+)`).exec(log)?.[1]);
  return { balances: sum('balances'), ledger: sum('ledger'), events: sum('events'), counted: sum('counted') };
}

const parseCount = (text = ''): number => Number(text.replaceAll(',', '') || Number.NaN);

describe('a backup under load', () => {
  let installation: Installation;
  let writer: ContinuousWriter;
  let payers: ContinuousPayers;
  let load: WritingLoad;
  let acknowledgedBefore: string;
  let paidBefore: readonly Author[];
  let backup: { folder: string; documents: number };
  beforeAll(async () => {
    installation = await useInstallation();
    load = await WritingLoad.prepare(requestsPerSecond);
    writer = await ContinuousWriter.start(publicUrl, { pauseMs: 200 });
    payers = await ContinuousPayers.start(installation.site, paying);
  }, 600_000);
  afterAll(() => installation.gateway.close());

  it(`is taken while ${requestsPerSecond} requests a second, payments and credits succeed`, async () => {
    const loading = load.run(loadSeconds).then((loaded) => ({ loaded, endedAt: Date.now() }));
    await eventually(
      () => payers.paid.length,
      (paid) => paid >= paidBeforeBackup,
      60_000,
    );
    // The credits of these must be in the backup, so that its sums are not zero.
    expect(await payers.findDifferences(payers.paid)).toEqual([]);
    acknowledgedBefore = writer.acknowledged;
    paidBefore = payers.paid;
    expect(acknowledgedBefore.length).toBeGreaterThan(0);
    backup = await backUp('backup-now');
    const backedUpAt = Date.now();
    const { loaded, endedAt } = await loading;
    await writer.stop();
    await payers.stop();
    process.stdout.write(
      `${loaded.failed} of ${loaded.requests} requests failed during the backup; ${paidBefore.length} had paid before\n`,
    );
    expect(endedAt).toBeGreaterThan(backedUpAt);
    expect(loaded.failed).toBe(0);
    expect(loaded.requests).toBeGreaterThanOrEqual(load.minRequests(loadSeconds));
  }, 400_000);

  it('has sums that are equal and not zero', async () => {
    const sums = await verify(backup.folder);
    expect([sums.ledger, sums.counted]).toEqual([sums.balances, sums.events]);
    expect(Math.min(sums.balances, sums.events)).toBeGreaterThan(0);
  });

  it('restores all of it after everything was destroyed', async () => {
    await helm(['uninstall', release, '--wait', '--timeout=3m']);
    await kubectl(['delete', 'persistentvolumeclaim', 'data-mongodb-0', 'data-nats-0', '--timeout=60s']);
    await recycleVolumes(installation.env);
    await upgrade(imageTag);
    await kubectl(['scale', ...everyDeployment, '--replicas=0']);
    await kubectl(['wait', 'pod', `--selector=${everyClient}`, '--for=delete', '--timeout=90s']);
    const log = await runOperation('restore', ['restore', backup.folder, '--drop', 'inkbear_']);
    expect(log).toContain(': 0 mismatches');
    expect(parseCount(/^([\d,]+) documents restored/m.exec(log)?.[1])).toBe(backup.documents);
    expect(backup.documents).toBeGreaterThan(0);
    await kubectl(['scale', ...everyDeployment, '--replicas=2']);
    await kubectl(['rollout', 'status', ...everyDeployment, '--timeout=180s']);
    await waitUntilReady();
    // The new Service has another node port.
    installation.gateway.close();
    installation = await useInstallation();
    // The session is still valid, because the keys are in a Secret.
    expect(await writer.readStored()).toMatch(new RegExp(`^${acknowledgedBefore}`));
    expect(paidBefore.length).toBeGreaterThanOrEqual(paidBeforeBackup);
    expect(await payers.findDifferences(paidBefore)).toEqual([]);
  }, 900_000);

  it('is followed by a backup of the restored data without a finding, whose sums are equal and not zero', async () => {
    const { folder } = await backUp('backup-after-restore');
    const sums = await verify(folder);
    expect([sums.ledger, sums.counted]).toEqual([sums.balances, sums.events]);
    expect(Math.min(sums.balances, sums.events)).toBeGreaterThan(0);
  }, 300_000);
});
