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

interface Container {
  readonly name: string;
  readonly restartPolicy?: string;
  readonly resources?: { readonly limits?: { readonly memory?: string } };
}
interface ContainerStatus {
  readonly name: string;
  readonly restartCount: number;
  readonly ready: boolean;
  readonly state?: { readonly terminated?: { readonly exitCode: number } };
  readonly lastState?: { readonly terminated?: { readonly reason?: string } };
}

export interface Pod {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly labels: Readonly<Record<string, string>>;
  };
  readonly spec: { readonly containers: readonly Container[]; readonly initContainers?: readonly Container[] };
  readonly status: {
    readonly phase: string;
    readonly podIP: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly containerStatuses?: readonly ContainerStatus[];
    readonly initContainerStatuses?: readonly ContainerStatus[];
    readonly ephemeralContainerStatuses?: readonly ContainerStatus[];
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
/** The names of a process's pods. */
export const podNamesOf = async (name: string): Promise<string[]> =>
  (await listPods()).filter((pod) => processOf(pod) === name).map(({ metadata }) => metadata.name);

export interface EvaluateOptions {
  readonly timeoutMs?: number;
  /** More arguments of `kubectl exec`: a container or a namespace. */
  readonly args?: readonly string[];
}

/** Runs a script with Node in a pod's container; returns what it prints. */
export async function evaluateIn(
  pod: string,
  script: string,
  { timeoutMs = 60_000, args = [] }: EvaluateOptions = {},
): Promise<string> {
  const node = ['/usr/local/bin/node', '--input-type=module', '--eval', script];
  return await kubectl(['exec', pod, '--quiet', ...args, '--', ...node], { timeoutMs });
}

export const chartFolder = path.join(repositoryRoot, 'charts/inkbear');

/** Values that look like a number, but are text. */
const isText = (value: string): boolean => value.includes('.env.') || value.startsWith('traces.samplingRatio=');

/** Values of the test installation: the trial servers with the images of `buildServerImages`. */
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
  ].flatMap((value) => [isText(value) ? '--set-string' : '--set', value]);

/** Applies the Secrets that `npm run chart -- secrets` prints, with this password of the admin console. */
export async function applySecrets(adminPassword: string): Promise<void> {
  const script = path.join(repositoryRoot, 'scripts/chart.mjs');
  const printed = await run(pinnedNode, [script, 'secrets'], { env: { ADMIN_PASSWORD: adminPassword } });
  await kubectl(['apply', '--filename=-'], { input: printed });
}

/** Installs or upgrades the release and waits until every pod is ready. */
export async function upgrade(tag: string, more: readonly string[] = []): Promise<void> {
  await helm(['upgrade', '--install', release, chartFolder, ...testValues(tag, more), '--wait', '--timeout=5m'], {
    timeoutMs: 360_000,
  });
}

/** The address of the first node, or an empty string. */
export async function findNodeAddress(): Promise<string> {
  const nodes = await readJson<{ items: { status: { addresses: { type: string; address: string }[] } }[] }>(
    'get',
    'nodes',
  );
  return nodes.items[0]?.status.addresses.find(({ type }) => type === 'InternalIP')?.address ?? '';
}

/** Opens the public address on this machine. */
export async function openGateway(): Promise<LoopbackForwarder> {
  const service = await readJson<{ spec: { ports: { nodePort: number }[] } }>('get', 'service', `${release}-gateway`);
  const host = await findNodeAddress();
  const port = service.spec.ports[0]?.nodePort;
  if (host === '' || port === undefined) throw new Error('The gateway has no node port.');
  return await LoopbackForwarder.listen(publicPort, { host, port });
}

/** Whether the whole pod is ready, sidecars included. */
const isReady = ({ status }: Pod): boolean =>
  status.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') === true;

/** Waits until every pod of the release is ready, and these conditions hold too. */
async function waitForPods(areComplete: (pods: readonly Pod[]) => boolean, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const pods = await listPods();
    if (areComplete(pods) && pods.every(isReady)) return;
    if (Date.now() > deadline) {
      const unready = pods.filter((pod) => !isReady(pod)).map(({ metadata }) => metadata.name);
      throw new Error(`Not ready after ${timeoutMs / 1000} s: ${unready.join(', ') || 'a pod is missing'}`);
    }
    await sleep(500);
  }
}

/** Waits until every pod of the release is ready. */
export const waitUntilReady = (timeoutMs = 120_000): Promise<void> => waitForPods((pods) => pods.length > 0, timeoutMs);

/** Waits until a deleted pod of a StatefulSet was created again, and every pod of the release is ready. */
export const waitUntilReplaced = ({ metadata: { name, uid } }: Pod, timeoutMs = 120_000): Promise<void> =>
  waitForPods((pods) => pods.some(({ metadata }) => metadata.name === name && metadata.uid !== uid), timeoutMs);

/** Stops or starts a server of the trial; returns when it is gone or ready. */
export async function scaleServer(server: 'mongodb' | 'nats', replicas: 0 | 1): Promise<void> {
  await kubectl(['scale', `statefulset/${server}`, `--replicas=${replicas}`]);
  const selector = `--selector=app.kubernetes.io/name=${server}`;
  if (replicas === 0) await kubectl(['wait', 'pod', selector, '--for=delete', '--timeout=90s']);
  else await kubectl(['rollout', 'status', `statefulset/${server}`, '--timeout=120s']);
}
