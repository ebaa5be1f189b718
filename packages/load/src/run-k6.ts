import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inheritedEnv } from '@inkbear/local/paths';
import type { Writer } from './writers.ts';

interface ScenarioSettings {
  /** The name of the request whose duration is reported. */
  readonly measured: string;
  readonly requestsPerIteration: number;
  /** Assumed duration of an iteration, from which the number of writers is computed. */
  readonly iterationSeconds: number;
  /** Writers with the session of one author; so many that the author stays below the rate limits. */
  readonly writersPerAuthor: number;
  readonly hasPaidPlan: boolean;
  /** Requests a second. */
  readonly defaultRate: number;
  readonly defaultP99Ms: number;
}

const free = { iterationSeconds: 5, writersPerAuthor: 8, hasPaidPlan: false, defaultRate: 50, defaultP99Ms: 500 };
export const scenarios = {
  writing: { ...free, measured: 'save', requestsPerIteration: 2 },
  reading: { ...free, measured: 'books', requestsPerIteration: 5 },
  /** An author may export 30 times a minute; with 10 s for each export a writer makes at most 6. */
  exporting: {
    measured: 'export',
    requestsPerIteration: 1,
    iterationSeconds: 10,
    writersPerAuthor: 1,
    hasPaidPlan: true,
    defaultRate: 2,
    defaultP99Ms: 10_000,
  },
  /** An author may make 60 AI requests a minute; k6 takes the writers in turn, so each makes at most 12. */
  streaming: {
    measured: 'stream',
    requestsPerIteration: 1,
    iterationSeconds: 5,
    writersPerAuthor: 1,
    hasPaidPlan: true,
    defaultRate: 4,
    defaultP99Ms: 5000,
  },
} as const satisfies Readonly<Record<string, ScenarioSettings>>;
export type Scenario = keyof typeof scenarios;
export const isScenario = (name: string): name is Scenario => Object.hasOwn(scenarios, name);

export interface LoadOptions {
  /** The program, as `findK6` returns it. */
  readonly k6: string;
  /** The public address of a running Inkbear, which must be on this machine. */
  readonly url: string;
  readonly scenario: Scenario;
  /** Each writes at `url`, one request after the other; `countWriters` says how many the rate needs. */
  readonly writers: readonly Writer[];
  readonly requestsPerSecond: number;
  readonly durationSeconds: number;
  /** The threshold for the 99th percentile of the scenario's requests. */
  readonly p99Ms: number;
  /** Where k6 prints its summary. */
  readonly stdio: 'inherit' | 'ignore';
}

interface Trend {
  readonly 'p(99)': number;
  readonly max: number;
  readonly med: number;
}

export interface LoadResult {
  /** Whether every threshold of the scenario held. */
  readonly passed: boolean;
  readonly requests: number;
  readonly failed: number;
  /** Iterations that k6 did not begin, because every writer waited for a reply. */
  readonly dropped: number;
  /** The duration of the request that the scenario measures, in milliseconds. */
  readonly measured: Trend;
}

/** Exit code of k6 when a threshold failed. */
const thresholdsFailed = 99;

/** The number of writers that sustain a rate. Each writer begins its next iteration when the last one has ended. */
export function countWriters(scenario: Scenario, requestsPerSecond: number): number {
  const { requestsPerIteration, iterationSeconds } = scenarios[scenario];
  return Math.ceil((requestsPerSecond / requestsPerIteration) * iterationSeconds);
}

/** Runs a scenario. Throws when k6 could not run it. */
export async function runLoad({ k6, url, scenario, writers, stdio, ...limits }: LoadOptions): Promise<LoadResult> {
  requireLoopback(url);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'inkbear-load-'));
  try {
    const writersFile = path.join(folder, 'writers.json');
    const summaryFile = path.join(folder, 'summary.json');
    await writeFile(writersFile, JSON.stringify(writers), { mode: 0o600 });
    const script = path.join(import.meta.dirname, `../scenarios/${scenario}.ts`);
    const summary = ['--summary-export', summaryFile, '--summary-trend-stats', 'med,p(99),max'];
    const child = spawn(k6, ['run', '--no-usage-report', '--quiet', '--address', '', ...summary, script], {
      stdio: ['ignore', stdio, 'inherit'],
      env: {
        ...inheritedEnv(process.env),
        BASE_URL: url,
        WRITERS_FILE: writersFile,
        REQUESTS_PER_SECOND: String(limits.requestsPerSecond),
        REQUESTS_PER_ITERATION: String(scenarios[scenario].requestsPerIteration),
        DURATION_SECONDS: String(limits.durationSeconds),
        P99_MS: String(limits.p99Ms),
      },
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0 && code !== thresholdsFailed) throw new Error(`k6 ended with code ${code}.`);
    return { passed: code === 0, ...readSummary(JSON.parse(await readFile(summaryFile, 'utf8')) as Summary, scenario) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Summary {
  readonly metrics: {
    readonly http_reqs: { readonly count: number };
    /** `http_req_failed` is a rate of failures, so its `passes` are the failed requests. */
    readonly http_req_failed: { readonly passes: number };
    readonly dropped_iterations?: { readonly count: number };
    readonly [duration: `http_req_duration{name:${string}}`]: Trend;
  };
}

function readSummary({ metrics }: Summary, scenario: Scenario): Omit<LoadResult, 'passed'> {
  const name = `http_req_duration{name:${scenarios[scenario].measured}}` as const;
  const measured = metrics[name];
  if (measured === undefined) throw new Error(`The summary of k6 lacks ${name}.`);
  return {
    requests: metrics.http_reqs.count,
    failed: metrics.http_req_failed.passes,
    dropped: metrics.dropped_iterations?.count ?? 0,
    measured,
  };
}

/** Load is sent only to this machine. */
export function requireLoopback(url: string): void {
  const { hostname } = new URL(url);
  if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    throw new Error(`Load is sent only to this machine, not to ${hostname}.`);
}
