import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inheritedEnv } from '@inkbear/local/paths';
import type { Writer } from './writers.ts';

export const scenarios = ['writing'] as const;
export type Scenario = (typeof scenarios)[number];

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
  /** The threshold for the 99th percentile of saves and of lists. */
  readonly saveP99Ms: number;
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
  /** Milliseconds. */
  readonly saves: Trend;
}

/**
 * Enough while the two requests of an iteration take 5 s together. An author has eight writers, which make 3.2 requests
 * a second, far below the rate limits of an author.
 */
const writersPerRequestASecond = 2.5;
/** Exit code of k6 when a threshold failed. */
const thresholdsFailed = 99;

export const countWriters = (requestsPerSecond: number): number =>
  Math.ceil(requestsPerSecond * writersPerRequestASecond);

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
        DURATION_SECONDS: String(limits.durationSeconds),
        SAVE_P99_MS: String(limits.saveP99Ms),
      },
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0 && code !== thresholdsFailed) throw new Error(`k6 ended with code ${code}.`);
    return { passed: code === 0, ...readSummary(JSON.parse(await readFile(summaryFile, 'utf8')) as Summary) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Summary {
  readonly metrics: {
    readonly http_reqs: { readonly count: number };
    /** Of a rate whose samples are failures, k6 counts the failures as passes. */
    readonly http_req_failed: { readonly passes: number };
    readonly dropped_iterations?: { readonly count: number };
    readonly 'http_req_duration{name:save}': Trend;
  };
}

const readSummary = ({ metrics }: Summary): Omit<LoadResult, 'passed'> => ({
  requests: metrics.http_reqs.count,
  failed: metrics.http_req_failed.passes,
  dropped: metrics.dropped_iterations?.count ?? 0,
  saves: metrics['http_req_duration{name:save}'],
});

/** Load is sent only to this machine. */
export function requireLoopback(url: string): void {
  const { hostname } = new URL(url);
  if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    throw new Error(`Load is sent only to this machine, not to ${hostname}.`);
}
