import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '@inkbear/local/paths';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { stringify } from 'yaml';
import { kubectl } from './cluster.ts';
import { prometheusImage } from './images.ts';
import { PortForward } from './port-forward.ts';

const readOverlay = (name: string): string => readFileSync(path.join(repositoryRoot, 'k8s/overlays/dev', name), 'utf8');
const pollMs = 5000;

/** The Prometheus of the overlay `dev`. The release must have been installed with `metrics.rules=ConfigMap`. */
export class ClusterPrometheus {
  #forward: PortForward | undefined;

  /** Starts Prometheus, or starts it again without data. */
  async restart(): Promise<void> {
    this.close();
    const config = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'prometheus' },
      data: { 'prometheus.yml': readOverlay('prometheus-config.yaml') },
    };
    const manifests = readOverlay('prometheus.yaml').replace(
      /image: prom\/prometheus:.*/,
      `image: ${prometheusImage}\n          imagePullPolicy: Never`,
    );
    await kubectl(['apply', '--filename=-'], { input: `${stringify(config)}---\n${manifests}` });
    await kubectl(['rollout', 'restart', 'deployment/prometheus']);
    await kubectl(['rollout', 'status', 'deployment/prometheus', '--timeout=120s']);
    this.#forward = await PortForward.open('service/prometheus', 9090);
    await eventually(
      () => this.count('count(up{job="inkbear"})'),
      (targets) => targets > 0,
      60_000,
    );
  }

  /** The value of a query with one number; 0 when it has no result. */
  async count(query: string): Promise<number> {
    return Number((await this.#query(query))[0]?.value[1] ?? 0);
  }

  /** The names of the alerts that have fired since the last `restart`, sorted. */
  async listFired(): Promise<string[]> {
    const fired = await this.#query('max by (alertname) (max_over_time(ALERTS{alertstate="firing"}[2h]))');
    return fired.map(({ metric }) => metric['alertname'] ?? '').toSorted();
  }

  /** Waits until all of these alerts have fired; returns those that have not when the time is over. */
  async waitUntilFired(names: readonly string[], timeoutMs: number): Promise<string[]> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const fired = await this.listFired();
      const missing = names.filter((name) => !fired.includes(name));
      if (missing.length === 0 || Date.now() > deadline) return missing;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  close(): void {
    this.#forward?.close();
    this.#forward = undefined;
  }

  async #query(query: string): Promise<{ metric: Record<string, string>; value: [number, string] }[]> {
    if (!this.#forward) throw new Error('Prometheus was not started.');
    const search = new URLSearchParams({ query });
    const response = await fetch(`http://127.0.0.1:${this.#forward.port}/api/v1/query?${search}`);
    if (!response.ok) throw new Error(`Prometheus answered ${response.status}: ${await response.text()}`);
    const { data } = (await response.json()) as {
      data: { result: { metric: Record<string, string>; value: [number, string] }[] };
    };
    return data.result;
  }
}
