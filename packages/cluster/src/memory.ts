import { kubectl, listPods, processOf, readJson } from './cluster.ts';

interface PodStats {
  readonly podRef: { readonly name: string };
  readonly memory?: { readonly workingSetBytes: number };
}

/** The largest working set of each process's pods in MB, as the kubelet measures it; needs no metrics-server. */
export async function readMemory(): Promise<Record<string, number>> {
  const { items } = await readJson<{ items: { metadata: { name: string } }[] }>('get', 'nodes');
  const names = new Map((await listPods()).map((pod) => [pod.metadata.name, processOf(pod)]));
  const found: Record<string, number> = {};
  for (const { metadata } of items) {
    const stats = await kubectl(['get', '--raw', `/api/v1/nodes/${metadata.name}/proxy/stats/summary`]);
    for (const { podRef, memory } of (JSON.parse(stats) as { pods: PodStats[] }).pods) {
      const name = names.get(podRef.name);
      if (name !== undefined)
        found[name] = Math.max(found[name] ?? 0, Math.round((memory?.workingSetBytes ?? 0) / 1e6));
    }
  }
  return found;
}
