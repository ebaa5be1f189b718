import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { frontendNames, processNames, serviceNames } from '@inkbear/contracts/services';
import { parse } from 'yaml';
import { chartFolder, listPods, type Pod, processOf, readJson } from '../src/cluster.ts';
import { type Installation, useInstallation } from '../src/installation.ts';
import { findOpen, type Target } from '../src/probe.ts';

const values = parse(readFileSync(path.join(chartFolder, 'values.yaml'), 'utf8')) as {
  services: Record<string, { peers: string[] }>;
  metrics: { port: number };
};
const frontends = frontendNames.map((name) => `frontend-${name}`);
const workloads = [...processNames, ...frontends];

/** The documented edges of a workload: its peers, the two servers, and nothing else. */
function documentedEdges(workload: string): string[] {
  if (frontends.includes(workload)) return [];
  const peers = workload === 'gateway' ? [...serviceNames, ...frontends] : (values.services[workload]?.peers ?? []);
  return [...peers, 'mongodb', 'nats'].toSorted();
}

describe('the network policies', () => {
  let installation: Installation;
  let pods: Map<string, Pod>;
  let targets: Target[];
  beforeAll(async () => {
    installation = await useInstallation();
    pods = new Map((await listPods()).map((pod) => [processOf(pod), pod]));
    const servers = await listPods('app.kubernetes.io/name in (mongodb,nats)');
    const addressOf = (name: string) => servers.find((pod) => processOf(pod) === name)?.status.podIP ?? '';
    const { spec } = await readJson<{ spec: { clusterIP: string } }>(
      '--namespace=default',
      'get',
      'service',
      'kubernetes',
    );
    targets = [
      ...workloads.map((name) => ({ name, host: pods.get(name)?.status.podIP ?? '', port: 8080 })),
      ...processNames.map((name) => ({
        name: `${name} metrics`,
        host: pods.get(name)?.status.podIP ?? '',
        port: values.metrics.port,
      })),
      { name: 'mongodb', host: addressOf('mongodb'), port: 27_017 },
      { name: 'nats', host: addressOf('nats'), port: 4222 },
      { name: 'nats monitor', host: addressOf('nats'), port: 8222 },
      { name: 'Kubernetes API', host: spec.clusterIP, port: 443 },
    ];
  }, 600_000);
  afterAll(() => installation.gateway.close());

  it.each(workloads)(
    'let %s open exactly its documented connections',
    async (workload) => {
      const pod = pods.get(workload)?.metadata.name ?? '';
      const others = targets.filter(({ name }) => name !== workload && name !== `${workload} metrics`);
      expect((await findOpen(pod, others)).toSorted()).toEqual(documentedEdges(workload));
    },
    60_000,
  );
});
