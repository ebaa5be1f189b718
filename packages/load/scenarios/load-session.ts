// What all scenarios share: the settings of `run-k6.ts`, the authors, and replies that are reported when they fail.
import { SharedArray } from 'k6/data';
import exec from 'k6/execution';
import http, { type RefinedResponse, type ResponseType } from 'k6/http';
import type { Options } from 'k6/options';
import type { Writer } from '../src/writers.ts';

export const baseUrl = __ENV['BASE_URL'] ?? '';
const requestsPerSecond = Number(__ENV['REQUESTS_PER_SECOND']);
const requestsPerIteration = Number(__ENV['REQUESTS_PER_ITERATION']);
const durationSeconds = Number(__ENV['DURATION_SECONDS']);
/**
 * Maximum share of dropped iterations. k6 drops one when no virtual user is free, so beyond this share the load was lower
 * than the configured rate.
 */
const maxDroppedShare = 0.02;
const writers = new SharedArray<Writer>('writers', () => JSON.parse(open(__ENV['WRITERS_FILE'] ?? '')) as Writer[]);

export type Headers = Record<string, string>;
export type Reply = RefinedResponse<ResponseType | undefined>;

/**
 * A constant rate of requests. It fails when a request failed, when too many iterations were dropped, when the 99th
 * percentile of a request with one of these names is above the limit, or when one of the scenario's own thresholds is.
 */
export const constantRate = (
  name: string,
  limited: readonly string[],
  ownThresholds: NonNullable<Options['thresholds']> = {},
): Options => ({
  scenarios: {
    [name]: {
      executor: 'constant-arrival-rate',
      rate: requestsPerSecond,
      timeUnit: `${requestsPerIteration}s`,
      duration: `${durationSeconds}s`,
      preAllocatedVUs: writers.length,
      maxVUs: writers.length,
      gracefulStop: '30s',
    },
  },
  thresholds: {
    http_req_failed: ['rate==0'],
    dropped_iterations: [
      `count<=${Math.floor((maxDroppedShare * requestsPerSecond * durationSeconds) / requestsPerIteration)}`,
    ],
    ...Object.fromEntries(
      limited.map((request) => [`http_req_duration{name:${request}}`, [`p(99)<${__ENV['P99_MS']}`]]),
    ),
    ...ownThresholds,
  },
});

/** The author of this virtual user. */
export function currentWriter(): Writer {
  const writer = writers[(exec.vu.idInTest - 1) % writers.length];
  if (!writer) throw new Error('There are no writers.');
  return writer;
}

export const headersOf = ({ cookie }: Writer): Headers => ({
  cookie,
  origin: baseUrl,
  'content-type': 'application/json',
});

/** Sends a GET request; `name` is its name in thresholds and in the summary. */
export function get(route: string, name: string, headers: Headers): Reply {
  const reply = http.get(`${baseUrl}${route}`, { headers, tags: { name } });
  report(reply);
  return reply;
}

/** Prints a failed request to standard error; status 0 means that there was no reply. */
export function report({ status, request, error, body }: Reply): void {
  if (status === 0 || status >= 400)
    console.error(`${request.method} ${request.url}: ${status} ${status === 0 ? error : String(body).slice(0, 300)}`);
}
