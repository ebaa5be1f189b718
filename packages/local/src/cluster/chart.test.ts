import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { frontendNames, processNames, serviceNames } from '@inkbear/contracts/services';
import { prometheusName } from '@inkbear/service-kit/metrics/catalogue';
import { Ajv } from 'ajv';
import { DataFolder } from '../data-folder.ts';
import { pinnedNode } from '../paths.ts';
import { makeClusterSecrets } from './cluster-secrets.ts';
import {
  type EnvEntry,
  fileOf,
  findManifest,
  type Manifest,
  podOf,
  readGolden,
  readGoldenNotes,
  readYaml,
} from './golden.ts';

const values = readYaml('charts/inkbear/values.yaml');
const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(fileOf('charts/inkbear/values.schema.json'), 'utf8')) as object,
);
const manifests = readGolden('small');
const find = (kind: string, name: string): Manifest => findManifest(manifests, kind, `inkbear-${name}`);
const envOf = (manifest: Manifest): EnvEntry[] => podOf(manifest).containers[0]?.env ?? [];

/** Parses an environment with the `env.ts` of a process, as in the cluster. */
async function readWith(file: string, env: Record<string, string>): Promise<unknown> {
  const { readEnv } = (await import(fileOf(file))) as { readEnv: () => unknown };
  const before = process.env;
  process.env = env;
  try {
    return readEnv();
  } finally {
    process.env = before;
  }
}
const envFile = (name: string): string => (name === 'gateway' ? 'gateway/src/env.ts' : `services/${name}/src/env.ts`);

describe('the chart', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'inkbear-chart-'));
  let secrets: Map<string, Readonly<Record<string, string>>>;
  /** The environment of a container, with the values from Secrets. */
  const resolve = (entries: EnvEntry[]): Record<string, string> =>
    Object.fromEntries(
      entries.flatMap(({ name, value, valueFrom }) => {
        if (value !== undefined) return [[name, value]];
        const found = valueFrom && secrets.get(valueFrom.secretKeyRef.name)?.[valueFrom.secretKeyRef.key];
        if (found === undefined && !valueFrom?.secretKeyRef.optional) throw new Error(`No secret has ${name}.`);
        return found === undefined ? [] : [[name, found]];
      }),
    );

  beforeAll(async () => {
    secrets = new Map(
      (await makeClusterSecrets(DataFolder.open(folder), {})).secrets.map(({ metadata, stringData }) => [
        metadata.name,
        stringData,
      ]),
    );
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has up-to-date golden files, which the tests below check', () => {
    const { status, stdout } = spawnSync(pinnedNode, [fileOf('scripts/chart.mjs'), 'check-hash'], { encoding: 'utf8' });
    expect([status, stdout.trim()]).toEqual([0, 'ok     golden renders match the chart']);
  });

  it('contains exactly the services and frontends', () => {
    expect(Object.keys(values['services'] ?? {}).sort()).toEqual([...serviceNames].sort());
    expect(Object.keys(values['frontends'] ?? {}).sort()).toEqual([...frontendNames].sort());
    expect(
      manifests
        .filter(({ kind }) => kind === 'Deployment')
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual(
      [...processNames, ...frontendNames.map((name) => `frontend-${name}`)].map((name) => `inkbear-${name}`).sort(),
    );
  });

  it('has values that match its schema, and a schema that rejects mistakes', () => {
    expect([validate(values), validate.errors]).toEqual([true, null]);
    for (const wrong of [
      { publicUrl: 'inkbear.example' },
      { sevices: {} },
      { services: { auth: { pears: [] } } },
      { logLevel: 'loud' },
      { gateway: { env: { TRUST_PROXY_HOPS: 1 } } },
      { trial: 'yes' },
      { backup: { ...values['backup'], keep: 0 } },
      { backup: { ...values['backup'], schedule: 'daily' } },
    ]) {
      expect([wrong, validate({ ...values, ...wrong })]).toEqual([wrong, false]);
    }
  });

  it.each(['ingress', 'httpRoute'])(
    'refuses %s while every pod may call the gateway, unless the trusted proxies are given',
    (proxy) => {
      const isAccepted = ({ hops, ...network }: { hops?: number; policies?: boolean; gatewayFrom?: object[] }) =>
        validate({
          ...values,
          [proxy]: { ...values[proxy], enabled: true },
          network: { ...values['network'], ...network },
          gateway: { ...values['gateway'], ...(hops === undefined ? {} : { trustProxyHops: hops }) },
        });
      const gatewayFrom = [{ podSelector: { matchLabels: { app: 'proxy' } } }];
      expect([
        isAccepted({}),
        isAccepted({ gatewayFrom, policies: false }),
        isAccepted({ gatewayFrom }),
        isAccepted({ hops: 0 }),
        isAccepted({ hops: 2 }),
      ]).toEqual([false, false, true, true, true]);
    },
  );

  it.each(processNames)('gives %s all required settings', async (name) => {
    await expect(readWith(envFile(name), resolve(envOf(find('Deployment', name))))).resolves.toMatchObject({
      NODE_ENV: 'production',
      HOST: '0.0.0.0',
      PORT: 8080,
    });
  });

  it.each(frontendNames)('gives the frontend %s all required settings', async (name) => {
    const fromImage = { FRONTEND_FOLDER: '/app/frontend' };
    await expect(
      readWith('gateway/src/frontend-server/env.ts', {
        ...resolve(envOf(find('Deployment', `frontend-${name}`))),
        ...fromImage,
      }),
    ).resolves.toMatchObject({ FRONTEND: name });
  });

  it.each(serviceNames)(
    'gives %s the addresses of exactly the services that it calls, and network access to them',
    async (name) => {
      const missing = await readWith(envFile(name), {}).then(
        () => '',
        (error: Error) => error.message,
      );
      const required = serviceNames.filter((peer) => missing.includes(` ${peer.toUpperCase()}_URL: is missing`));
      const configured = serviceNames.filter((peer) =>
        envOf(find('Deployment', name)).some((entry) => entry.name === `${peer.toUpperCase()}_URL`),
      );
      expect(configured).toEqual(required);
      for (const peer of configured) {
        const admitted = find('NetworkPolicy', peer).spec.ingress?.flatMap(({ from = [] }) =>
          from.map(({ podSelector }) => podSelector?.matchLabels['app.kubernetes.io/name']),
        );
        expect(admitted).toContain(name);
      }
    },
  );

  it.each(serviceNames)('migrates the database of %s with the image and settings of the service', (name) => {
    const { initContainers = [], containers } = podOf(find('Deployment', name));
    expect(initContainers).toHaveLength(1);
    expect(initContainers[0]).toMatchObject({
      args: ['--no-warnings', 'dist/main.js', 'migrate'],
      image: containers[0]?.image,
      env: containers[0]?.env,
    });
  });

  it.each(processNames)(
    'serves the metrics of %s on a port that only monitoring and the smoke test may reach',
    (name) => {
      const { ports } = podOf(find('Deployment', name)).containers[0] ?? {};
      expect(ports).toEqual([
        { name: 'http', containerPort: 8080 },
        { name: 'metrics', containerPort: 9464 },
      ]);
      const metricsFrom = values['network']?.['metricsFrom'] as object[];
      const smokeTest = { 'app.kubernetes.io/instance': 'inkbear', 'app.kubernetes.io/component': 'test' };
      const rules = find('NetworkPolicy', name).spec.ingress ?? [];
      expect(rules.filter(({ ports: allowed }) => allowed?.some(({ port }) => port === 9464))).toEqual([
        expect.objectContaining({ from: [...metricsFrom, { podSelector: { matchLabels: smokeTest } }] }),
      ]);
      expect(find('Service', name).spec.ports).toEqual([expect.objectContaining({ targetPort: 'http' })]);
      // A headless service has no IP address, so nothing outside the cluster can be forwarded to it.
      expect(find('Service', `${name}-metrics`).spec).toMatchObject({
        clusterIP: 'None',
        ports: [{ port: 9464, targetPort: 'metrics' }],
      });
    },
  );

  it('mounts only existing keys, and none of another process', () => {
    for (const name of processNames) {
      const items =
        podOf(find('Deployment', name))
          .volumes?.find(({ secret }) => secret)
          ?.secret?.items.map(({ key }) => key) ?? [];
      expect(Object.keys(secrets.get('inkbear-keys') ?? {})).toEqual(expect.arrayContaining(items));
      expect(items.filter((key) => !['jwks.json', `${name}.json`, `${name}-session.json`].includes(key))).toEqual([]);
    }
  });

  it('gives each process its own connection strings, which no other process can read', () => {
    const connections = processNames.map((name) => {
      const entries = envOf(find('Deployment', name)).filter(({ name: setting }) =>
        ['MONGODB_URI', 'NATS_URL'].includes(setting),
      );
      expect(entries.map(({ valueFrom }) => valueFrom?.secretKeyRef.name)).toEqual([
        `inkbear-connections-${name}`,
        `inkbear-connections-${name}`,
      ]);
      return resolve(entries);
    });
    for (const [index, name] of processNames.entries()) {
      expect(connections[index]).toMatchObject({
        MONGODB_URI: expect.stringContaining(`//${name}:`),
        NATS_URL: expect.stringContaining(`//${name}:`),
      });
    }
    const passwords = connections.flatMap((uris) => Object.values(uris)).map((uri) => new URL(uri).password);
    expect(new Set(passwords).size).toBe(2 * processNames.length);
    const settings = JSON.stringify(secrets.get('inkbear-settings'));
    for (const password of passwords) expect([password.length, settings.includes(password)]).toEqual([32, false]);
  });

  it('gives each process its own user on external servers, and keeps an address that names a user', async () => {
    const connectionsWith = async (env: Record<string, string>) => {
      const { secrets: external } = await makeClusterSecrets(DataFolder.open(folder), env);
      const dataOf = (name: string) =>
        external.find(({ metadata }) => metadata.name === `inkbear-connections-${name}`)?.stringData;
      return { books: dataOf('books'), ops: dataOf('ops') };
    };
    const { books, ops } = await connectionsWith({
      MONGODB_URI: 'mongodb://a.example.org:27017,b.example.org:27017/?replicaSet=rs1&tls=true',
      NATS_URL: 'tls://nats.example.org:4222',
    });
    expect(books?.['MONGODB_URI']).toMatch(
      /^mongodb:\/\/books:[\w-]{32}@a\.example\.org:27017,b\.example\.org:27017\/\?replicaSet=rs1&tls=true&authSource=inkbear_books$/,
    );
    expect(books?.['NATS_URL']).toMatch(/^tls:\/\/books:[\w-]{32}@nats\.example\.org:4222$/);
    expect(ops?.['MONGODB_URI']).toMatch(/^mongodb:\/\/ops:.*authSource=admin$/);
    const given = { MONGODB_URI: 'mongodb://me:secret@a.example.org/', NATS_URL: 'nats://me:secret@b.example.org' };
    expect(await connectionsWith(given)).toEqual({ books: given, ops: given });
  });

  it('gives the operator’s connection strings to no process', () => {
    const operatorConnections = secrets.get('inkbear-connections-ops');
    expect([operatorConnections?.['MONGODB_URI'], operatorConnections?.['NATS_URL']]).toEqual([
      expect.stringContaining('//ops:'),
      expect.stringContaining('//ops:'),
    ]);
    for (const name of processNames)
      expect(JSON.stringify(find('Deployment', name))).not.toContain('inkbear-connections-ops');
  });

  it('allows overriding the connection strings of one process, and sets no variable twice', () => {
    const full = readGolden('full');
    const envIn = (name: string): EnvEntry[] => envOf(findManifest(full, 'Deployment', `inkbear-${name}`));
    const sourceOf = (name: string, setting: string) =>
      envIn(name)
        .filter((entry) => entry.name === setting)
        .map(({ value, valueFrom }) => value ?? valueFrom?.secretKeyRef.name);
    expect([sourceOf('reviews', 'MONGODB_URI'), sourceOf('reviews', 'NATS_URL')]).toEqual([
      ['reviews-connections'],
      ['reviews-connections'],
    ]);
    expect([sourceOf('stories', 'MONGODB_URI'), sourceOf('stories', 'NATS_URL')]).toEqual([
      ['mongodb://stories@other.example.org/?tls=true'],
      ['inkbear-connections-stories'],
    ]);
    for (const name of processNames)
      expect([name, new Set(envIn(name).map((entry) => entry.name)).size]).toEqual([name, envIn(name).length]);
  });

  it('trusts X-Forwarded-For in the gateway only behind a proxy that sets it', () => {
    const hopsOf = (gateway: ReturnType<typeof find>) =>
      envOf(gateway).flatMap(({ name, value }) => (name === 'TRUST_PROXY_HOPS' ? [value] : []));
    expect([
      hopsOf(findManifest(readGolden('full'), 'Deployment', 'inkbear-gateway')),
      hopsOf(find('Deployment', 'gateway')),
    ]).toEqual([['1'], ['0']]);
  });

  it('warns when the gateway trusts X-Forwarded-For and every pod may call it', () => {
    const warned = ['small', 'trial', 'full', 'production', 'gateway-api'].filter((name) =>
      readGoldenNotes(name).includes('WARNING: The gateway trusts the last 1 of the addresses in X-Forwarded-For'),
    );
    // The others have no proxy, or name its pods. This one gives `gateway.trustProxyHops`, without which it is refused.
    expect(warned).toEqual(['gateway-api']);
    expect(readGoldenNotes('gateway-api')).toContain('in network.gatewayFrom.');
  });

  it('runs no container as root, with a service account token or with a writable root filesystem', () => {
    const kinds = ['Deployment', 'StatefulSet', 'CronJob', 'Job', 'Pod'];
    for (const name of ['small', 'trial', 'full', 'production', 'gateway-api']) {
      const pods = readGolden(name)
        .filter(({ kind }) => kinds.includes(kind))
        .map(podOf);
      expect(pods.length).toBeGreaterThan(processNames.length + frontendNames.length);
      for (const pod of pods) {
        expect(pod).toMatchObject({
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
        });
        for (const container of [...pod.containers, ...(pod.initContainers ?? [])])
          expect(container.securityContext).toMatchObject({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
      }
    }
  });

  it('scales processes with a worker pool on waiting jobs too, but only with a metrics adapter', () => {
    const scaledOn = (golden: string): Record<string, unknown> =>
      Object.fromEntries(
        readGolden(golden)
          .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
          .map(({ metadata, spec }) => [metadata.name, spec.metrics?.map(({ type }) => type)]),
      );
    const expected = Object.fromEntries(
      [...processNames, ...frontendNames.map((name) => `frontend-${name}`)].map((name) => [
        `inkbear-${name}`,
        ['ai', 'auth', 'export'].includes(name) ? ['Resource', 'Pods'] : ['Resource'],
      ]),
    );
    expect(scaledOn('production')).toEqual(expected);
    expect(findManifest(readGolden('production'), 'HorizontalPodAutoscaler', 'inkbear-auth').spec.metrics?.[1]).toEqual(
      {
        type: 'Pods',
        pods: {
          metric: { name: prometheusName('inkbear.pool.waiting') },
          target: { type: 'AverageValue', averageValue: '4' },
        },
      },
    );
    expect(scaledOn('small')).toEqual({});
  });
});
