import { setTimeout as sleep } from 'node:timers/promises';
import { evaluateIn, kubectl, listPods, type Pod, processOf, readJson } from './cluster.ts';

interface PodStats {
  readonly podRef: { readonly name: string };
  readonly memory?: { readonly workingSetBytes: number };
  readonly containers?: readonly {
    readonly name: string;
    readonly memory?: { readonly workingSetBytes?: number };
  }[];
}

/** The kubelet measures every ten seconds or so. */
const sampleEveryMs = 5000;
/** Programs without Node in their image, whose cgroup a script cannot read. */
const withoutNode = new Set(['mongodb', 'nats']);
const units: Readonly<Record<string, number>> = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

const toMegabytes = (bytes: number): number => Math.round(bytes / 1e6);

/** What the kubelets measure of the release's pods; needs no metrics-server. */
async function readStats(pods: readonly Pod[]): Promise<{ process: string; stats: PodStats }[]> {
  const { items } = await readJson<{ items: { metadata: { name: string } }[] }>('get', 'nodes');
  const names = new Map(pods.map((pod) => [pod.metadata.name, processOf(pod)]));
  const found: { process: string; stats: PodStats }[] = [];
  for (const { metadata } of items) {
    const summary = await kubectl(['get', '--raw', `/api/v1/nodes/${metadata.name}/proxy/stats/summary`]);
    for (const stats of (JSON.parse(summary) as { pods: PodStats[] }).pods) {
      const process = names.get(stats.podRef.name);
      if (process !== undefined) found.push({ process, stats });
    }
  }
  return found;
}

/** The largest working set of each process's pods in MB. */
export async function readMemory(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { process, stats } of await readStats(await listPods()))
    found[process] = Math.max(found[process] ?? 0, toMegabytes(stats.memory?.workingSetBytes ?? 0));
  return found;
}

/** Memory of a container in MB. If a process has several pods: of the pod that used most. */
export interface MemoryPeak {
  readonly container: string;
  /** The largest sample of the kubelet, which misses peaks between two samples. */
  readonly workingSet: number;
  /**
   * The peak since the container's start as its cgroup has counted it, with its page cache and with the Node that reads
   * it. Null where the image has no Node.
   */
  readonly cgroup: number | null;
  readonly limit: number;
}

/** Samples the working sets of all containers of the release until `stop`. */
export class MemoryWatch {
  readonly #pods: readonly Pod[];
  readonly #workingSets = new Map<string, number>();
  readonly #loop: Promise<void>;
  #isStopping = false;

  private constructor(pods: readonly Pod[]) {
    this.#pods = pods;
    this.#loop = this.#sample();
    // `stop()` rethrows the error of the sampling loop.
    this.#loop.catch(() => undefined);
  }

  static async start(): Promise<MemoryWatch> {
    return new MemoryWatch(await listPods());
  }

  async stop(): Promise<MemoryPeak[]> {
    this.#isStopping = true;
    await this.#loop;
    const peaks = new Map<string, MemoryPeak>();
    for (const pod of this.#pods)
      for (const { name, limit } of listLimits(pod)) {
        const container = `${processOf(pod)}/${name}`;
        const cgroup = withoutNode.has(name) ? null : await readCgroupPeak(pod.metadata.name, name);
        const known = peaks.get(container)?.cgroup ?? null;
        const workingSet = toMegabytes(this.#workingSets.get(container) ?? 0);
        const largest = cgroup === null ? known : Math.max(known ?? 0, toMegabytes(cgroup));
        peaks.set(container, { container, workingSet, cgroup: largest, limit: toMegabytes(limit) });
      }
    return [...peaks.values()];
  }

  async #sample(): Promise<void> {
    for (; !this.#isStopping; await sleep(sampleEveryMs))
      for (const { process, stats } of await readStats(this.#pods))
        for (const { name, memory } of stats.containers ?? []) {
          const container = `${process}/${name}`;
          const bytes = memory?.workingSetBytes ?? 0;
          this.#workingSets.set(container, Math.max(this.#workingSets.get(container) ?? 0, bytes));
        }
  }
}

/** The memory limits of the containers that run as long as the pod, sidecars included, in bytes. */
function listLimits({ spec }: Pod): { name: string; limit: number }[] {
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  return [...spec.containers, ...sidecars].map(({ name, resources }) => ({
    name,
    limit: parseQuantity(resources?.limits?.memory ?? ''),
  }));
}

function parseQuantity(text: string): number {
  const [, number, unit = ''] = /^(\d+)([KMG]i)$/.exec(text) ?? [];
  if (number === undefined) throw new Error(`A container has the memory limit "${text}".`);
  return Number(number) * (units[unit] ?? 1);
}

/** In bytes. A node with cgroup v2 has the first file, one with v1 the second. */
async function readCgroupPeak(pod: string, container: string): Promise<number> {
  const script = `
    import { existsSync, readFileSync } from 'node:fs';
    const files = ['/sys/fs/cgroup/memory.peak', '/sys/fs/cgroup/memory/memory.max_usage_in_bytes'];
    const file = files.find((each) => existsSync(each));
    if (file === undefined) throw new Error('This node shows a container neither ' + files.join(' nor ') + '.');
    console.log(readFileSync(file, 'utf8'));
  `;
  return Number(await evaluateIn(pod, script, { args: [`--container=${container}`] }));
}
