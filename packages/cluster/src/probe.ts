import { eventually } from '@inkbear/service-kit/testing/eventually';
import { evaluateIn, kubectl, type Pod, readJson } from './cluster.ts';
import { repository } from './images.ts';
import { imageTag } from './installation.ts';

export interface Target {
  readonly name: string;
  readonly host: string;
  readonly port: number;
}

const timeoutMs = 2000;

/** Prints the names of the targets that accept a TCP connection. */
const describeProbe = (targets: readonly Target[]): string => `
  import { connect } from 'node:net';
  const tryTarget = ({ name, host, port }) => new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (isOpen) => { socket.destroy(); resolve(isOpen ? [name] : []); };
    socket.setTimeout(${timeoutMs}, () => end(false)).on('connect', () => end(true)).on('error', () => end(false));
  });
  const open = await Promise.all(${JSON.stringify(targets)}.map(tryTarget));
  console.log(JSON.stringify(open.flat()));
`;

/**
 * The targets to which a pod can open a TCP connection.
 * @param args more arguments of `kubectl exec`: a container or a namespace
 */
export async function findOpen(
  pod: string,
  targets: readonly Target[],
  args: readonly string[] = [],
): Promise<string[]> {
  return JSON.parse(await evaluateIn(pod, describeProbe(targets), { args })) as string[];
}

/** The same for a pod without Node, from a container that is added to it and shares its network. */
export async function findOpenBeside(pod: string, targets: readonly Target[]): Promise<string[]> {
  const container = `probe-${Date.now()}`;
  const image = [`--image=${repository}-operations:${imageTag}`, '--image-pull-policy=Never'];
  const node = ['/usr/local/bin/node', '--input-type=module', '--eval', describeProbe(targets)];
  await kubectl(['debug', pod, ...image, '--profile=restricted', `--container=${container}`, '--quiet', '--', ...node]);
  const readStatus = async () =>
    (await readJson<Pod>('get', 'pod', pod)).status.ephemeralContainerStatuses?.find(({ name }) => name === container);
  await eventually(readStatus, (status) => status?.state?.terminated !== undefined, 30_000);
  return JSON.parse(await kubectl(['logs', pod, `--container=${container}`])) as string[];
}
