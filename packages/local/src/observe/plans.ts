import { rmSync } from 'node:fs';
import path from 'node:path';
import type { DataFolder } from '../data-folder.ts';
import { type Env, inheritedEnv, repositoryRoot } from '../paths.ts';
import { checkReadiness, type ProcessPlan } from '../process-plan.ts';
import { stopRanks } from '../processes-of-run.ts';
import { writePrivateFile } from '../secrets.ts';
import type { ZipkinProgram } from './find-zipkin.ts';

const rulesFile = path.join(repositoryRoot, 'charts/inkbear/monitoring/rules.yaml');
const maxHeap = '-Xmx256m';

interface ToolContext {
  readonly data: DataFolder;
  readonly env: Env;
  readonly port: number;
}

/**
 * Prometheus's configuration with all processes, labelled with their names as in the cluster, and the chart's rules. It
 * is JSON, which is also valid YAML.
 */
export const prometheusConfig = (metricsUrls: Readonly<Record<string, string>>): string =>
  JSON.stringify(
    {
      global: { scrape_interval: '5s', evaluation_interval: '15s' },
      rule_files: [rulesFile],
      scrape_configs: [
        {
          job_name: 'inkbear',
          static_configs: Object.entries(metricsUrls).map(([service, url]) => ({
            targets: [new URL(url).host],
            labels: { service },
          })),
        },
      ],
    },
    null,
    2,
  );

export function planPrometheus(
  { data, env, port }: ToolContext,
  command: string,
  metricsUrls: Readonly<Record<string, string>>,
): ProcessPlan {
  const url = `http://127.0.0.1:${port}`;
  const config = data.file('prometheus.yml');
  // The ports change with each start, so the series of an earlier one would look like processes that are down.
  rmSync(data.folder('prometheus'), { recursive: true, force: true });
  writePrivateFile(config, prometheusConfig(metricsUrls));
  return {
    name: 'prometheus',
    command,
    args: [
      `--config.file=${config}`,
      `--storage.tsdb.path=${data.folder('prometheus')}`,
      '--storage.tsdb.retention.time=1d',
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    cwd: data.path,
    env: inheritedEnv(env),
    url,
    logFile: data.file('logs/prometheus.log'),
    stopRank: stopRanks.tools,
    whyNotReady: () => checkReadiness(`${url}/-/ready`),
  };
}

/** Zipkin keeps its spans in memory. */
export function planZipkin({ data, env, port }: ToolContext, { java, jar }: ZipkinProgram): ProcessPlan {
  const url = `http://127.0.0.1:${port}`;
  const listen = { ip: '127.0.0.1', port: String(port), 'protocols[0]': 'http' };
  return {
    name: 'zipkin',
    command: java,
    args: [maxHeap, '-jar', jar, ...Object.entries(listen).map(([key, value]) => `--armeria.ports[0].${key}=${value}`)],
    cwd: data.path,
    env: inheritedEnv(env),
    url,
    logFile: data.file('logs/zipkin.log'),
    stopRank: stopRanks.tools,
    whyNotReady: () => checkReadiness(`${url}/health`),
  };
}
