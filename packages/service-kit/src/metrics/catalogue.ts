import { errorCodeNames } from '@inkbear/contracts/error-codes';
import {
  aiKinds,
  aiRefusalReasons,
  consumerNames,
  eventTypes,
  methods,
  poolBounds,
  poolNames,
  routeNames,
  statusCodes,
} from './attribute-values.ts';

export interface MetricDefinition {
  /**
   * `counter`: only increases · `up-down counter`: a current number that the code itself increases and decreases ·
   * `histogram`: a distribution · `gauge`: a value that is read when the metrics are scraped.
   */
  readonly kind: 'counter' | 'up-down counter' | 'histogram' | 'gauge';
  /** UCUM; annotations in braces are counted things. */
  readonly unit: string;
  readonly description: string;
  /** The complete set of values of each attribute. Never user ids, never text. */
  readonly attributes: Readonly<Record<string, readonly (string | number)[]>>;
  /** Upper bounds of a histogram's buckets, in its unit. */
  readonly buckets?: readonly number[];
}

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const waitSeconds = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60];
const aiSeconds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 90, 180];
const exportSeconds = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
const tokenCounts = [1, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576];

const route = { 'http.route': routeNames };
const consumer = { 'messaging.consumer.group.name': consumerNames };
const pool = { pool: poolNames };
const ai = { kind: aiKinds };
const shared = 'Every replica reports the same value: aggregate with `max`.';

/**
 * Every metric of every process. Names and buckets are those of OpenTelemetry's semantic conventions where they have
 * the metric, else they begin with `inkbear.`.
 */
export const catalogue = {
  'http.server.request.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time from a request to the end of its reply. The route is its name in the contract.',
    attributes: { 'http.request.method': methods, ...route, 'http.response.status_code': statusCodes },
    buckets: requestSeconds,
  },
  'inkbear.http.problems': {
    kind: 'counter',
    unit: '{problem}',
    description: 'Error replies by code. The gateway counts its own, not those that it forwards.',
    attributes: { code: errorCodeNames, ...route },
  },
  'inkbear.http.event_streams': {
    kind: 'up-down counter',
    unit: '{stream}',
    description: 'Streamed replies (text/event-stream) in progress.',
    attributes: route,
  },
  'inkbear.dependency.up': {
    kind: 'gauge',
    unit: '1',
    description: 'Whether this process is connected to the dependency: 1 or 0.',
    attributes: { dependency: ['mongodb', 'nats'] },
  },
  'inkbear.outbox.waiting': {
    kind: 'gauge',
    unit: '{event}',
    description: `Committed events that are not published yet, counted up to 10000. ${shared}`,
    attributes: {},
  },
  'inkbear.outbox.oldest.age': {
    kind: 'gauge',
    unit: 's',
    description: `Age of the oldest event that is not published yet; 0 without one. ${shared}`,
    attributes: {},
  },
  'inkbear.relay.published': {
    kind: 'counter',
    unit: '{event}',
    description: 'Events that the broker has stored.',
    attributes: { 'messaging.destination.name': eventTypes },
  },
  'inkbear.relay.failures': {
    kind: 'counter',
    unit: '{failure}',
    description: 'Attempts to publish that failed. The events stay in the outbox and are published later.',
    attributes: {},
  },
  'inkbear.consumer.pending': {
    kind: 'gauge',
    unit: '{event}',
    description: `Events of the stream that were not delivered to the consumer yet. ${shared}`,
    attributes: consumer,
  },
  'inkbear.consumer.ack_pending': {
    kind: 'gauge',
    unit: '{event}',
    description: `Delivered events without an acknowledgement. ${shared}`,
    attributes: consumer,
  },
  'messaging.process.duration': {
    kind: 'histogram',
    unit: 's',
    description:
      'Handling of a delivered event. `retried`: failed, delivered again later; `dead`: stored as a dead letter.',
    attributes: { ...consumer, outcome: ['handled', 'duplicate', 'retried', 'dead'] },
    buckets: requestSeconds,
  },
  'inkbear.dead_letters.open': {
    kind: 'gauge',
    unit: '{event}',
    description: `Dead letters that were not redriven. ${shared}`,
    attributes: consumer,
  },
  'inkbear.pool.running': {
    kind: 'up-down counter',
    unit: '{job}',
    description: 'Jobs that hold a slot of a bounded pool.',
    attributes: pool,
  },
  'inkbear.pool.waiting': {
    kind: 'up-down counter',
    unit: '{job}',
    description: 'Jobs in the queue of a bounded pool.',
    attributes: pool,
  },
  'inkbear.pool.refused': {
    kind: 'counter',
    unit: '{job}',
    description:
      'Rejected jobs. `total`: the queue is full; `share`: this user has the maximum; `wait`: waited too long.',
    attributes: { ...pool, bound: poolBounds },
  },
  'inkbear.pool.wait.duration': {
    kind: 'histogram',
    unit: 's',
    description: 'Time until a job got its slot; jobs that left the queue do not count.',
    attributes: pool,
    buckets: waitSeconds,
  },
  'inkbear.manuscript.saves': {
    kind: 'counter',
    unit: '{save}',
    description: 'Saves by PATCH or PUT. `conflict`: based on an old revision; the client keeps both texts.',
    attributes: { manuscript: ['chapter', 'story'], outcome: ['acknowledged', 'conflict'] },
  },
  'inkbear.quota.refusals': {
    kind: 'counter',
    unit: '{refusal}',
    description: 'Writes refused by a quota: stored bytes, stored plus deleted bytes, bytes or rows of a list.',
    attributes: { code: errorCodeNames, limit: ['bytes', 'deleted_bytes', 'list_bytes', 'list_length'] },
  },
  'gen_ai.client.token.usage': {
    kind: 'histogram',
    unit: '{token}',
    description: 'Tokens of one provider call.',
    attributes: { ...ai, 'gen_ai.token.type': ['input', 'output'] },
    buckets: tokenCounts,
  },
  'gen_ai.client.operation.duration': {
    kind: 'histogram',
    unit: 's',
    description:
      'Duration of one provider call. `stopped`: by author or shutdown; `refused`: our limit, a 4xx, or the model.',
    // A refused call says nothing about the health of the provider: it rejected this request, our key or our model with a
    // 4xx status, its model declined to write this, or our own limit rejected the call first. An operator then changes our
    // settings, not the provider. 408, 409 and 429 are `failed`: with them a provider asks for the same call again later,
    // because it could not serve it. 5xx replies, timeouts and lost connections are `failed` too.
    attributes: { ...ai, outcome: ['finished', 'stopped', 'refused', 'failed'] },
    buckets: aiSeconds,
  },
  'gen_ai.client.operation.time_to_first_chunk': {
    kind: 'histogram',
    unit: 's',
    description: 'Time until the first text from the provider.',
    attributes: ai,
    buckets: aiSeconds,
  },
  'inkbear.ai.cost': {
    kind: 'counter',
    unit: '{USD}',
    description: 'Cost of the tokens at the configured prices.',
    attributes: ai,
  },
  'inkbear.ai.uses': {
    kind: 'counter',
    unit: '{use}',
    description: 'Reserved uses and variants. `committed`: counted; `released`: failed, or stopped without counting.',
    attributes: { ...ai, outcome: ['committed', 'released'] },
  },
  'inkbear.ai.refusals': {
    kind: 'counter',
    unit: '{refusal}',
    description: 'Requests refused by a limit or a token ceiling. Refusals by plan are in inkbear.http.problems.',
    attributes: { ...ai, reason: aiRefusalReasons },
  },
  'inkbear.export.duration': {
    kind: 'histogram',
    unit: 's',
    description:
      'Duration of one export with its wait. `busy`: no slot; `refused`: a problem below 500; `aborted`: client left.',
    attributes: {
      format: ['ebook', 'paperback', 'epub', 'docx', 'markdown', 'outline', 'origins', 'chapter', 'story', 'archive'],
      outcome: ['finished', 'busy', 'refused', 'aborted', 'failed'],
    },
    buckets: exportSeconds,
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export type MetricName = keyof typeof catalogue;
type Kind<N extends MetricName> = (typeof catalogue)[N]['kind'];
/** The metrics of one kind. */
export type MetricNameOf<K extends MetricDefinition['kind']> = {
  [N in MetricName]: Kind<N> extends K ? N : never;
}[MetricName];
/** The attributes of a metric with the values that they may have. */
export type AttributesOf<N extends MetricName> = {
  readonly [
    A in keyof (typeof catalogue)[N]['attributes']
  ]: (typeof catalogue)[N]['attributes'][A] extends readonly (infer V)[] ? V : never;
};

/**
 * Metrics of the Node.js runtime: the instrumentation library creates them, by the same conventions. The delays of the
 * event loop contain the sampling interval of 20 ms, so an idle process reports 0.02.
 */
export const runtimeMetrics = {
  'nodejs.eventloop.delay.min': { kind: 'gauge', unit: 's' },
  'nodejs.eventloop.delay.max': { kind: 'gauge', unit: 's' },
  'nodejs.eventloop.delay.mean': { kind: 'gauge', unit: 's' },
  'nodejs.eventloop.delay.stddev': { kind: 'gauge', unit: 's' },
  'nodejs.eventloop.delay.p50': { kind: 'gauge', unit: 's' },
  'nodejs.eventloop.delay.p90': { kind: 'gauge', unit: 's' },
  'nodejs.eventloop.delay.p99': { kind: 'gauge', unit: 's' },
  'nodejs.eventloop.time': { kind: 'counter', unit: 's' },
  'nodejs.eventloop.utilization': { kind: 'gauge', unit: '1' },
  'v8js.gc.duration': { kind: 'histogram', unit: 's' },
  'v8js.memory.heap.space.size': { kind: 'up-down counter', unit: 'By' },
  'v8js.memory.heap.space.available_size': { kind: 'gauge', unit: 'By' },
  'v8js.memory.heap.space.physical_size': { kind: 'gauge', unit: 'By' },
  'v8js.memory.heap.used': { kind: 'gauge', unit: 'By' },
} as const satisfies Readonly<Record<string, Pick<MetricDefinition, 'kind' | 'unit'>>>;

/** The name that the exporter gives a metric; a histogram has it with `_bucket`, `_sum` and `_count`. */
export const prometheusName = (name: MetricName | keyof typeof runtimeMetrics): string => {
  const { kind } = { ...catalogue, ...runtimeMetrics }[name];
  return `${name.replaceAll('.', '_')}${kind === 'counter' ? '_total' : ''}`;
};
