import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { replicaSet } from '@inkbear/operations/mongodb/prepare-mongod';
import { DEFAULT_VERSION } from 'mongodb-memory-server-core/lib/util/resolveConfig.js';
import { parse } from 'yaml';
import { type Container, fileOf, findManifest, podOf, readGolden, readYaml } from './golden.ts';

const manifests = readGolden('trial');
const mongodb = podOf(findManifest(manifests, 'StatefulSet', 'mongodb'));
const nats = podOf(findManifest(manifests, 'StatefulSet', 'nats'));
const valueAfter = (args: readonly string[], option: string): string | undefined => args[args.indexOf(option) + 1];

it('installs the MongoDB version that `npm start` downloads', () => {
  expect(mongodb.containers.map(({ image }) => image)).toEqual([`mongo:${DEFAULT_VERSION}`]);
});

it('requires authentication, and no shell in the image of a server', () => {
  const command = mongodb.containers[0]?.command ?? [];
  expect([command[0], valueAfter(command, '--replSet'), valueAfter(command, '--keyFile')]).toEqual([
    'mongod',
    replicaSet,
    '/run/mongodb/key',
  ]);
  expect(command).toContain('enableLocalhostAuthBypass=0');
  expect(findManifest(manifests, 'ConfigMap', 'nats').data?.['nats.conf']).toContain('include users.conf');
  for (const container of [mongodb, nats].flatMap(({ initContainers = [], containers }) => [
    ...initContainers,
    ...containers,
  ])) {
    const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
    expect(probes.filter((probe) => probe?.exec)).toEqual([]);
    expect([...(container.command ?? []), ...(container.args ?? [])].join(' ')).not.toMatch(/\bsh\b|mongosh/);
  }
});

it('takes the readiness of MongoDB from a sidecar with the operations image', () => {
  expect(mongodb.initContainers).toEqual([
    expect.objectContaining({
      name: 'prepare',
      restartPolicy: 'Always',
      image: 'inkbear-operations:0.0.0',
      args: ['--no-warnings', 'dist/trial-mongodb/main.js'],
      startupProbe: expect.objectContaining({ httpGet: { path: '/healthz', port: 'probes' } }),
      readinessProbe: expect.objectContaining({ httpGet: { path: '/readyz', port: 'probes' } }),
    }),
  ]);
});

it('gives the pods of its servers a higher priority than other pods', () => {
  const [priority] = manifests.filter(({ kind }) => kind === 'PriorityClass');
  expect([mongodb.priorityClassName, nats.priorityClassName]).toEqual([
    priority?.metadata.name,
    priority?.metadata.name,
  ]);
  expect(priority?.metadata.name).toBe('inkbear-inkbear-servers');
});

it('admits only processes and operators to its servers', () => {
  for (const name of ['mongodb', 'nats']) {
    const { ingress = [] } = findManifest(manifests, 'NetworkPolicy', name).spec;
    expect(
      ingress.flatMap(({ from = [] }) => from.map(({ podSelector }) => podSelector?.matchExpressions)),
    ).toContainEqual([
      { key: 'app.kubernetes.io/component', operator: 'In', values: ['service', 'gateway', 'operations'] },
    ]);
  }
});

it('requests at most 1.6 cores with two replicas, and the documentation states the totals', () => {
  const amount = (text: string): number => {
    const units: Readonly<Record<string, number>> = { m: 0.001, Mi: 1 / 1024, Gi: 1 };
    const [, number, unit = ''] = /^(\d+)(m|Mi|Gi|)$/.exec(text) ?? [];
    return Number(number) * (units[unit] ?? 1);
  };
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const workloads = manifests.filter(({ kind }) => ['Deployment', 'StatefulSet'].includes(kind));
  const requested = (resource: 'cpu' | 'memory'): number =>
    sum(
      workloads.map((workload) => {
        const { initContainers = [], containers } = podOf(workload);
        const of = ({ resources }: Container): number => amount(resources.requests[resource]);
        const sidecars = initContainers.filter(({ restartPolicy }) => restartPolicy === 'Always');
        const needed = Math.max(sum([...containers, ...sidecars].map(of)), ...initContainers.map(of));
        return needed * (workload.spec.replicas ?? Number.NaN);
      }),
    );
  const cores = Number(requested('cpu').toFixed(2));
  expect(cores).toBeLessThanOrEqual(1.6);
  expect(readFileSync(fileOf('docs/how-to/run-on-kubernetes.md'), 'utf8')).toContain(
    `request ${cores} cores and ${requested('memory').toFixed(1)} GiB`,
  );
});

const backup = findManifest(manifests, 'CronJob', 'inkbear-backup');

it('backs up as operator, one run at a time, and reaches only DNS and the servers', () => {
  expect(backup.spec).toMatchObject({ schedule: '17 2 * * *', concurrencyPolicy: 'Forbid' });
  expect(backup.spec.jobTemplate?.spec).toMatchObject({ activeDeadlineSeconds: 21_600 });
  const [container] = podOf(backup).containers;
  expect(container?.args).toEqual(['--no-warnings', 'dist/main.js', 'backup', '--keep', '14']);
  expect(container?.env?.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef.name ?? [])).toEqual([
    'inkbear-connections-ops',
    'inkbear-connections-ops',
  ]);
  const policy = findManifest(manifests, 'NetworkPolicy', 'inkbear-operations').spec;
  expect(policy.ingress).toBeUndefined();
  expect(policy.egress?.map(({ ports, to }) => [ports?.map(({ port }) => port), to?.length])).toEqual([
    [[53, 53], 1],
    [[27_017], 1],
    [[4222], 1],
  ]);
});

it('creates a claim for backups that outlives the release, unless an existing claim is named', () => {
  const claims = (golden: string) => readGolden(golden).filter(({ kind }) => kind === 'PersistentVolumeClaim');
  expect(claims('trial')).toEqual([
    expect.objectContaining({
      metadata: expect.objectContaining({ annotations: { 'helm.sh/resource-policy': 'keep' } }),
    }),
  ]);
  expect(claims('production')).toEqual([]);
  expect(podOf(findManifest(readGolden('production'), 'CronJob', 'inkbear-backup')).volumes?.[0]).toEqual({
    name: 'backups',
    persistentVolumeClaim: { claimName: 'inkbear-backups' },
  });
});

it('restores with a Job that has the same pod as the backup', () => {
  const text = readFileSync(fileOf('docs/runbooks/restore.md'), 'utf8');
  const job = parse(/```yaml\n([\s\S]*?)```/.exec(text)?.[1] ?? '') as typeof backup;
  const backupPod = podOf(backup);
  const args = ['--no-warnings', 'dist/main.js', 'restore', '/backups/2026-11-23T02-17-00', '--drop', 'inkbear_'];
  expect(podOf(job)).toEqual({ ...backupPod, containers: [{ ...backupPod.containers[0], name: 'restore', args }] });
  const labels = backup.spec.jobTemplate?.spec.template.metadata.labels ?? {};
  expect(labels).toMatchObject(job.spec.template?.metadata.labels ?? {});
  expect(Object.keys(job.spec.template?.metadata.labels ?? {}).sort()).toEqual([
    'app.kubernetes.io/component',
    'app.kubernetes.io/instance',
    'app.kubernetes.io/name',
    'app.kubernetes.io/part-of',
  ]);
});

it('installs neither servers nor a priority class without trial', () => {
  const kinds = readGolden('small').map(({ kind }) => kind);
  expect(kinds.filter((kind) => ['StatefulSet', 'PriorityClass', 'CronJob'].includes(kind))).toEqual([]);
  expect(readYaml('charts/inkbear/values.yaml')['trial']).toBe(false);
});
