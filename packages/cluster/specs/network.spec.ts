import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { frontendNames, processNames, serviceNames } from '@inkbear/contracts/services';
import { parse } from 'yaml';
import {
  chartFolder,
  findNodeAddress,
  kubectl,
  listPods,
  type Pod,
  processOf,
  readJson,
  release,
} from '../src/cluster.ts';
import { type Installation, useInstallation } from '../src/installation.ts';
import { findOpen, findOpenBeside, type Target } from '../src/probe.ts';
import { deleteTestPod, startTestPod } from '../src/test-pod.ts';

const values = parse(readFileSync(path.join(chartFolder, 'values.yaml'), 'utf8')) as {
  services: Record<string, { peers: string[] }>;
  metrics: { port: number };
};
const frontends = frontendNames.map((name) => `frontend-${name}`);
const processes = [...processNames, ...frontends];
/** Labels of workloads that run only briefly (commands for operators, `helm test`); test pods stand in for them. */
const standIns = { operations: 'backup', test: 'test-reachable' } as const;
type StandIn = keyof typeof standIns;
const standInNames = Object.keys(standIns) as StandIn[];
const workloads = [...processes, 'mongodb', 'nats', ...standInNames];

/** A namespace outside the release, where no policy restricts what a pod may call. */
const outsideNamespace = 'inkbear-outside';
const outsidePod = 'probe-outside';
const sleepScript = 'setInterval(() => undefined, 60_000);';
/** A network plugin learns the addresses of new pods a moment after they run. */
const policiesSettleMs = 3000;

const nameOf = (standIn: StandIn) => `probe-${standIn}`;
const labelsOf = (standIn: StandIn) => ({
  'app.kubernetes.io/name': standIns[standIn],
  'app.kubernetes.io/instance': release,
  'app.kubernetes.io/part-of': 'inkbear',
  'app.kubernetes.io/component': standIn,
});

/** The targets to which a workload may connect, as documented. */
function documentedTargets(workload: string): string[] {
  const servers = ['DNS', 'mongodb', 'nats'];
  const others: Record<string, readonly string[]> = {
    ...Object.fromEntries(frontends.map((name) => [name, []])),
    gateway: [...serviceNames, ...frontends, ...servers],
    // A member of the replica set looks up its own name. A broker calls nobody.
    mongodb: ['DNS'],
    nats: [],
    operations: servers,
    test: ['DNS', 'gateway', ...processNames.map((name) => `${name} metrics`)],
  };
  return (others[workload] ?? [...(values.services[workload]?.peers ?? []), ...servers]).toSorted();
}

/** Starts a server on this machine that listens on the address from which the machine reaches the node. */
async function listenBesideNode(nodeAddress: string): Promise<Server> {
  const socket = connect({ host: nodeAddress, port: 10_250 });
  await once(socket, 'connect');
  const { localAddress } = socket;
  socket.destroy();
  const server = createServer((client) => client.end());
  server.listen(0, localAddress);
  await once(server, 'listening');
  return server;
}

async function readClusterAddress(namespace: string, service: string): Promise<string> {
  const { spec } = await readJson<{ spec: { clusterIP: string } }>(
    `--namespace=${namespace}`,
    'get',
    'service',
    service,
  );
  return spec.clusterIP;
}

/** Targets outside the release: servers of the cluster and this machine. Only DNS is open to pods of the release. */
async function listSurroundings(host: Server): Promise<Target[]> {
  const { address, port } = host.address() as AddressInfo;
  return [
    { name: 'Kubernetes API', host: await readClusterAddress('default', 'kubernetes'), port: 443 },
    { name: 'DNS', host: await readClusterAddress('kube-system', 'kube-dns'), port: 53 },
    { name: 'kubelet', host: await findNodeAddress(), port: 10_250 },
    { name: 'host', host: address, port },
  ];
}

function listPorts(pods: ReadonlyMap<string, Pod>): Target[] {
  const addressOf = (name: string) => pods.get(name)?.status.podIP ?? '';
  return [
    ...processes.map((name) => ({ name, host: addressOf(name), port: 8080 })),
    ...processNames.map((name) => ({ name: `${name} metrics`, host: addressOf(name), port: values.metrics.port })),
    { name: 'mongodb', host: addressOf('mongodb'), port: 27_017 },
    { name: 'mongodb probes', host: addressOf('mongodb'), port: 8080 },
    { name: 'nats', host: addressOf('nats'), port: 4222 },
    { name: 'nats monitor', host: addressOf('nats'), port: 8222 },
  ];
}

describe('the network policies', () => {
  let installation: Installation;
  let host: Server;
  let pods: Map<string, Pod>;
  let ports: Target[];
  let surroundings: Target[];
  const outside = [`--namespace=${outsideNamespace}`];
  beforeAll(async () => {
    installation = await useInstallation();
    host = await listenBesideNode(await findNodeAddress());
    pods = new Map((await listPods()).map((pod) => [processOf(pod), pod]));
    ports = listPorts(pods);
    const metadata = { name: outsideNamespace };
    await kubectl(['apply', '--filename=-'], {
      input: JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata }),
    });
    await startTestPod({ name: outsidePod, namespace: outsideNamespace, script: sleepScript });
    for (const standIn of standInNames)
      await startTestPod({ name: nameOf(standIn), labels: labelsOf(standIn), script: sleepScript });
    await sleep(policiesSettleMs);
    surroundings = await listSurroundings(host);
    const isHostOpen = (await findOpen(outsidePod, surroundings, outside)).includes('host');
    if (isHostOpen) return;
    process.stdout.write('No pod of this cluster can reach this machine, so this connection is not tested.\n');
    surroundings = surroundings.filter(({ name }) => name !== 'host');
  }, 600_000);
  afterAll(async () => {
    for (const standIn of standInNames) await deleteTestPod(nameOf(standIn));
    await kubectl(['delete', 'namespace', outsideNamespace, '--ignore-not-found', '--timeout=90s']);
    host.close();
    installation.gateway.close();
  });

  const findOpenFrom = async (workload: string, targets: readonly Target[]): Promise<string[]> => {
    const standIn = standInNames.find((name) => name === workload);
    if (standIn) return await findOpen(nameOf(standIn), targets);
    const pod = pods.get(workload)?.metadata.name ?? '';
    if (workload === 'nats') return await findOpenBeside(pod, targets);
    // The image of MongoDB contains no Node; the image of its sidecar does.
    return await findOpen(pod, targets, workload === 'mongodb' ? ['--container=prepare'] : []);
  };

  it.each(workloads)('let %s open exactly its documented connections', async (workload) => {
    const own = pods.get(workload)?.status.podIP;
    const others = [...ports, ...surroundings].filter((target) => target.host !== own);
    expect((await findOpenFrom(workload, others)).toSorted()).toEqual(documentedTargets(workload));
  });

  it('let a pod outside the release, which may call everything, connect only to the gateway of the release', async () => {
    expect(await findOpen(outsidePod, ports, outside)).toEqual(['gateway']);
    // Proves that the policies close the other ports, and not a fault of the network.
    const reachable = await findOpen(outsidePod, surroundings, outside);
    expect(reachable.toSorted()).toEqual(surroundings.map(({ name }) => name).toSorted());
  });
});
