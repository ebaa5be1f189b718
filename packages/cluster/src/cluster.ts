import { setTimeout as sleep } from 'node:timers/promises';
import path from 'node:path';
import { pinnedNode, repositoryRoot } from '@inkbear/local/paths';
import { LoopbackForwarder } from './loopback-forwarder.ts';
import { mongodbImage, natsImage, repository } from './images.ts';
import { run, type RunOptions } from './run.ts';

export const namespace = 'inkbear';
export const release = 'inkbear';
/** The address in the author's browser; a forwarder of this machine leads to the gateway's node port. */
export const publicPort = 18_480;
export const publicUrl = `http://localhost:${publicPort}`;

export interface Pod {
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly status: {
    readonly phase: string;
    readonly podIP: string;
    readonly containerStatuses?: readonly { readonly restartCount: number; readonly ready: boolean }[];
  };
}

export const kubectl = (args: readonly string[], options?: RunOptions): Promise<string> =>
  run('kubectl', ['--namespace', namespace, ...args], options);
export const helm = (args: readonly string[], options?: RunOptions): Promise<string> =>
  run('helm', ['--namespace', namespace, ...args], options);
export const readJson = async <T>(...args: readonly string[]): Promise<T> =>
  JSON.parse(await kubectl([...args, '--output=json'])) as T;

/** The pods of Deployments and StatefulSets, without those that are being deleted. */
export async function listPods(selector = 'app.kubernetes.io/part-of=inkbear'): Promise<Pod[]> {
  type Listed = Pod & { metadata: { deletionTimestamp?: string; ownerReferences?: { kind: string }[] } };
  const { items } = await readJson<{ items: Listed[] }>('get', 'pods', `--selector=${selector}`);
  const isLasting = ({ metadata }: Listed) =>
    metadata.deletionTimestamp === undefined &&
    metadata.ownerReferences?.some(({ kind }) => kind === 'ReplicaSet' || kind === 'StatefulSet');
  return items.filter(isLasting);
}

export const processOf = ({ metadata }: Pod): string => metadata.labels['app.kubernetes.io/name'] ?? '';

/** Runs a script with Node in a pod's container; returns what it prints. */
export async function evaluateIn(pod: string, script: string, timeoutMs = 60_000): Promise<string> {
  return await kubectl(['exec', pod, '--quiet', '--', '/usr/local/bin/node', '--input-type=module', '--eval', script], {
    timeoutMs,
  });
}

export const chartFolder = path.join(repositoryRoot, 'charts/inkbear');

/** Values of the test installation: the trial servers with the images that `importImages` has imported. */
export const testValues = (tag: string, more: readonly string[] = []): string[] =>
  [
    'trial=true',
    'payments.allowSandbox=true',
    `publicUrl=${publicUrl}`,
    `image.repository=${repository}`,
    `image.tag=${tag}`,
    'image.pullPolicy=Never',
    `trialServers.mongodb.image=${mongodbImage}`,
    `trialServers.nats.image=${natsImage}`,
    'gateway.serviceType=NodePort',
    'backup.enabled=true',
    'backup.claim=inkbear-backups',
    // A generated chapter is streamed for about a minute, so that changes of the release meet running streams.
    'services.ai.env.OFFLINE_PACE_MS=1000',
    ...more,
    // An environment variable is text, even when it looks like a number.
  ].flatMap((value) => [value.includes('.env.') ? '--set-string' : '--set', value]);

/** Applies the Secrets that `npm run chart -- secrets` prints; returns the admin's password. */
export async function applySecrets(): Promise<string> {
  const printed = await run(pinnedNode, [path.join(repositoryRoot, 'scripts/chart.mjs'), 'secrets']);
  await kubectl(['apply', '--filename=-'], { input: printed });
  return printed;
}

/** Installs or upgrades the release and waits until every pod is ready. */
export async function upgrade(tag: string, more: readonly string[] = []): Promise<void> {
  await helm(['upgrade', '--install', release, chartFolder, ...testValues(tag, more), '--wait', '--timeout=5m'], {
    timeoutMs: 360_000,
  });
}

/** Opens the public address on this machine. */
export async function openGateway(): Promise<LoopbackForwarder> {
  const service = await readJson<{ spec: { ports: { nodePort: number }[] } }>('get', 'service', `${release}-gateway`);
  const nodes = await readJson<{ items: { status: { addresses: { type: string; address: string }[] } }[] }>(
    'get',
    'nodes',
  );
  const host = nodes.items[0]?.status.addresses.find(({ type }) => type === 'InternalIP')?.address;
  const port = service.spec.ports[0]?.nodePort;
  if (host === undefined || port === undefined) throw new Error('The gateway has no node port.');
  return await LoopbackForwarder.listen(publicPort, { host, port });
}

/** Waits until every pod of the release is ready; returns how long it took in milliseconds. */
export async function waitUntilReady(timeoutMs = 120_000): Promise<number> {
  const startedAt = Date.now();
  for (;;) {
    const pods = await listPods();
    const isReady = ({ status }: Pod) => status.containerStatuses?.every(({ ready }) => ready) === true;
    if (pods.length > 0 && pods.every(isReady)) return Date.now() - startedAt;
    if (Date.now() - startedAt > timeoutMs)
      throw new Error(
        `Not ready: ${pods
          .filter((pod) => !isReady(pod))
          .map((pod) => pod.metadata.name)
          .join(', ')}`,
      );
    await sleep(500);
  }
}

/** Stops or starts a server of the trial; returns when it is gone or ready. */
export async function scaleServer(server: 'mongodb' | 'nats', replicas: 0 | 1): Promise<void> {
  await kubectl(['scale', `statefulset/${server}`, `--replicas=${replicas}`]);
  const selector = `--selector=app.kubernetes.io/name=${server}`;
  if (replicas === 0) await kubectl(['wait', 'pod', selector, '--for=delete', '--timeout=90s']);
  else await kubectl(['rollout', 'status', `statefulset/${server}`, '--timeout=120s']);
}
