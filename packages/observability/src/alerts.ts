import { compare, current, increase, observations, orZero, type Query, rate, ratio, scraped } from './promql.ts';
import { type Slo, sloDays, slos } from './slos.ts';

/** `page`: an operator must act now; `ticket`: on the next working day. */
export type Severity = 'page' | 'ticket';

export interface Alert {
  readonly name: string;
  readonly severity: Severity;
  readonly query: Query;
  /** How long the condition must hold, such as `5m`. */
  readonly holds: string;
  /** What is wrong, for whom; may use the labels of the series. */
  readonly summary: string;
  /** The page of docs/runbooks that says what to do, without `.md`. */
  readonly runbook: string;
}

/**
 * Windows in which the error budget burns too fast: a long one that proves it and a short one that ends the alert soon
 * after the cause is gone. The factors are those of Google's Site Reliability Workbook, chapter 5: they spend 2 % of a
 * 30-day budget in an hour, 5 % in six hours, 10 % in one day and in three days.
 */
const burnWindows = [
  { long: '1h', hours: 1, short: '5m', factor: 14.4, severity: 'page' },
  { long: '6h', hours: 6, short: '30m', factor: 6, severity: 'page' },
  { long: '1d', hours: 24, short: '2h', factor: 3, severity: 'ticket' },
  { long: '3d', hours: 72, short: '6h', factor: 1, severity: 'ticket' },
] as const;
/** On an instance with few requests, one bad request is a large share. Fewer than these in the long window are no alert. */
const minBadRequests = 10;

/** Every range over which the share of bad requests is recorded. */
export const recordedRanges = [...new Set(burnWindows.flatMap(({ long, short }) => [short, long]))];

/** The windows over which bad requests are counted. */
export const countedRanges: readonly { readonly range: string; readonly hours: number }[] = burnWindows.map(
  ({ long: range, hours }) => ({ range, hours }),
);

/** The recorded number of requests that broke an objective. */
export const errorCountName = (range: string): string => `inkbear:slo_errors:count${range}`;

/** How many requests broke the objective in the last hours. */
export function errorCount({ good, total }: Slo, range: string, hours: number): Query {
  const [all, fulfilled] = [total(range), orZero(good(range))];
  return { expr: `((${all.expr}) - ${fulfilled.expr}) * ${hours * 3600}`, reads: [...all.reads, ...fulfilled.reads] };
}

/** The recorded share of requests that broke an objective. */
export const errorRatioName = (range: string): string => `inkbear:slo_errors:ratio_rate${range}`;

/** The share of requests over a range that broke the objective. */
export function errorRatio({ good, total }: Slo, range: string): Query {
  // Without a single good request there is no series of them, and all requests are bad.
  const { expr, reads } = ratio(orZero(good(range)), total(range));
  return { expr: `1 - (${expr})`, reads };
}

const camel = (name: string): string =>
  name.replaceAll(/(^|-)([a-z])/g, (_all, _dash, letter: string) => letter.toUpperCase());

const burnAlerts = (slo: Slo): Alert[] =>
  burnWindows.map(({ long, short, factor, severity }) => {
    const limit = Number((factor * (1 - slo.objective)).toFixed(6));
    const burnRate = factor === 1 ? 'faster' : `${factor} times faster`;
    const over = (range: string) => `${errorRatioName(range)}{slo="${slo.name}"} > ${limit}`;
    const isFrequent = `${errorCountName(long)}{slo="${slo.name}"} >= ${minBadRequests}`;
    return {
      name: `${camel(slo.name)}BudgetBurn${long}`,
      severity,
      query: { expr: `${over(long)} and ${over(short)} and ${isFrequent}`, reads: slo.total(long).reads },
      holds: '2m',
      summary: `The ${sloDays}-day error budget of ${slo.name} (${slo.promise}) is used up ${burnRate} than sustainable.`,
      runbook: `slo-${slo.name}`,
    };
  });

const failedReplies = { 'http.response.status_code': '5..' };

/** Alerts on causes. They fire before so many requests have failed that an error budget is used up. */
const causes: readonly Alert[] = [
  {
    name: 'ProcessNotScraped',
    severity: 'page',
    query: compare(scraped(), '==', 0),
    holds: '2m',
    summary: 'Prometheus cannot reach {{ $labels.service }} at {{ $labels.instance }}.',
    runbook: 'process-not-scraped',
  },
  {
    name: 'BrokerDisconnected',
    severity: 'page',
    query: compare(
      current('min', 'inkbear.dependency.up', { where: { dependency: 'nats' }, by: ['service'] }),
      '==',
      0,
    ),
    holds: '1m',
    summary: '{{ $labels.service }} has no connection to NATS. Writes work; their events wait in the outbox.',
    runbook: 'broker-disconnected',
  },
  {
    name: 'DatabaseDisconnected',
    severity: 'page',
    query: compare(
      current('min', 'inkbear.dependency.up', { where: { dependency: 'mongodb' }, by: ['service'] }),
      '==',
      0,
    ),
    holds: '30s',
    summary: '{{ $labels.service }} has no connection to MongoDB and answers 503.',
    runbook: 'database-disconnected',
  },
  {
    name: 'OutboxNotPublished',
    severity: 'page',
    query: compare(current('max', 'inkbear.outbox.oldest.age', { by: ['service'] }), '>', 60),
    holds: '2m',
    summary:
      'Events of {{ $labels.service }} have waited {{ $value }} s to be published: plans, counters and lists are stale.',
    runbook: 'outbox-not-published',
  },
  {
    name: 'ConsumerBehind',
    severity: 'ticket',
    query: compare(current('max', 'inkbear.consumer.pending', { by: ['messaging.consumer.group.name'] }), '>', 1000),
    holds: '10m',
    summary: '{{ $labels.messaging_consumer_group_name }} is behind by {{ $value }} events.',
    runbook: 'consumer-behind',
  },
  {
    name: 'DeadLetters',
    severity: 'ticket',
    query: compare(current('max', 'inkbear.dead_letters.open', { by: ['messaging.consumer.group.name'] }), '>', 0),
    holds: '1m',
    summary: '{{ $labels.messaging_consumer_group_name }} could not handle {{ $value }} events.',
    runbook: 'dead-letters',
  },
  {
    name: 'FailedReplies',
    severity: 'page',
    query: compare(
      ratio(
        observations('http.server.request.duration', { where: failedReplies, by: ['service'], over: '5m' }),
        observations('http.server.request.duration', { by: ['service'], over: '5m' }),
      ),
      '>',
      0.05,
    ),
    holds: '5m',
    summary: '{{ $value | humanizePercentage }} of the replies of {{ $labels.service }} are server errors (5xx).',
    runbook: 'failed-replies',
  },
  {
    name: 'EventLoopBlocked',
    severity: 'ticket',
    query: compare(current('max', 'nodejs.eventloop.delay.p99', { by: ['service', 'instance'] }), '>', 0.2),
    holds: '5m',
    summary: 'Requests to {{ $labels.service }} at {{ $labels.instance }} wait {{ $value }} s for the event loop.',
    runbook: 'event-loop-blocked',
  },
  {
    name: 'PoolRefusals',
    severity: 'ticket',
    query: compare(rate('inkbear.pool.refused', { by: ['service', 'pool', 'bound'], over: '10m' }), '>', 0),
    holds: '10m',
    summary:
      'The pool {{ $labels.pool }} of {{ $labels.service }} refuses jobs (bound: {{ $labels.bound }}); authors get 503 with Retry-After.',
    runbook: 'pool-refusals',
  },
  {
    name: 'AiProviderFailing',
    severity: 'page',
    query: compare(
      ratio(
        observations('gen_ai.client.operation.duration', { where: { outcome: 'failed' }, over: '10m' }),
        observations('gen_ai.client.operation.duration', { where: { outcome: '!refused' }, over: '10m' }),
      ),
      '>',
      0.2,
    ),
    holds: '5m',
    summary:
      '{{ $value | humanizePercentage }} of the calls to the AI provider fail. Failed calls are not counted against a plan.',
    runbook: 'ai-provider-failing',
  },
  {
    name: 'AiCallsRefused',
    severity: 'page',
    query: compare(
      ratio(
        observations('gen_ai.client.operation.duration', { where: { outcome: 'refused' }, over: '10m' }),
        observations('gen_ai.client.operation.duration', { over: '10m' }),
      ),
      '>',
      0.5,
    ),
    holds: '5m',
    summary:
      '{{ $value | humanizePercentage }} of the AI calls are refused: the key or the model is wrong, or our queue is full.',
    runbook: 'ai-calls-refused',
  },
  {
    name: 'AiCostHigh',
    severity: 'ticket',
    query: compare(increase('inkbear.ai.cost', { over: '1d' }), '>', 200),
    holds: '15m',
    summary: 'AI has cost {{ $value }} USD in 24 hours.',
    runbook: 'ai-cost-high',
  },
];

export const alerts: readonly Alert[] = [...slos.flatMap(burnAlerts), ...causes];
