import {
  catalogue,
  type MetricName,
  type MetricNameOf,
  prometheusName,
  type runtimeMetrics,
} from '@inkbear/service-kit/metrics/catalogue';

type Name = MetricName | keyof typeof runtimeMetrics;
/**
 * Label matchers by label: a value (a regular expression if it has a dot), a list of values, or a regular expression after
 * `!` that excludes.
 */
export type Matchers = Readonly<Record<string, string | readonly string[]>>;

/** A PromQL expression with the names of the metrics that it reads, as Prometheus stores them. */
export interface Query {
  readonly expr: string;
  readonly reads: readonly string[];
}

/** The label of an attribute in Prometheus. */
const labelOf = (attribute: string): string => attribute.replaceAll('.', '_');

function matcher(label: string, value: string | readonly string[]): string {
  if (typeof value !== 'string') return `${labelOf(label)}=~"${value.join('|')}"`;
  if (value.startsWith('!')) return `${labelOf(label)}!~"${value.slice(1)}"`;
  return `${labelOf(label)}${value.includes('.') ? '=~' : '='}"${value}"`;
}

/** The label `le` of a bucket: Prometheus 3 stores `1.0`, earlier versions `1`. */
const bucketLabel = (bound: number): readonly string[] =>
  Number.isInteger(bound) ? [`${bound}`, `${bound}[.]0`] : [`${bound}`];

const selector = (matchers: Matchers): string => {
  const all = Object.entries(matchers).map(([label, value]) => matcher(label, value));
  return all.length === 0 ? '' : `{${all.join(',')}}`;
};

const series = (name: string, matchers: Matchers): string => `${name}${selector(matchers)}`;
const by = (labels: readonly string[]): string =>
  labels.length === 0 ? '' : ` by (${labels.map(labelOf).join(', ')})`;

interface Selection {
  readonly where?: Matchers;
  /** Labels that the result keeps. */
  readonly by?: readonly string[];
  /** The range of a rate; default `$__rate_interval`, which Grafana replaces. */
  readonly over?: string;
}

const grafanaRange = '$__rate_interval';

/** Sums the rate or the increase of one stored series over its replicas. */
function sum(
  how: 'rate' | 'increase',
  stored: string,
  { where = {}, by: labels = [], over = grafanaRange }: Selection = {},
): Query {
  return { expr: `sum${by(labels)} (${how}(${series(stored, where)}[${over}]))`, reads: [stored] };
}

/** Events per second of a counter. */
export const rate = (name: MetricNameOf<'counter'>, selection?: Selection): Query =>
  sum('rate', prometheusName(name), selection);

/** The increase of a counter over a range. */
export const increase = (name: MetricNameOf<'counter'>, selection?: Selection): Query =>
  sum('increase', prometheusName(name), selection);

/** Observations per second of a histogram; with `le`, only those up to this bucket's bound. */
export function observations(
  name: MetricNameOf<'histogram'>,
  { le, ...selection }: Selection & { readonly le?: number } = {},
): Query {
  if (le === undefined) return sum('rate', `${prometheusName(name)}_count`, selection);
  if (!(catalogue[name].buckets as readonly number[]).includes(le))
    throw new Error(`${name} has no bucket up to ${le}.`);
  const where = { ...selection.where, le: bucketLabel(le) };
  return sum('rate', `${prometheusName(name)}_bucket`, { ...selection, where });
}

/** The sum of a histogram's observations per second. */
export const observedSum = (name: MetricNameOf<'histogram'>, selection?: Selection): Query =>
  sum('rate', `${prometheusName(name)}_sum`, selection);

/** A quantile of a histogram, for example 0.99. */
export function quantile(value: number, name: MetricNameOf<'histogram'>, selection: Selection = {}): Query {
  const { expr, reads } = sum('rate', `${prometheusName(name)}_bucket`, {
    ...selection,
    by: ['le', ...(selection.by ?? [])],
  });
  return { expr: `histogram_quantile(${value}, ${expr})`, reads };
}

/** A current value, aggregated over the replicas. */
export function current(
  how: 'sum' | 'max' | 'min',
  name: Exclude<Name, MetricNameOf<'counter' | 'histogram'>>,
  { where = {}, by: labels = [] }: Omit<Selection, 'over'> = {},
): Query {
  const stored = prometheusName(name);
  return { expr: `${how}${by(labels)} (${series(stored, where)})`, reads: [stored] };
}

/** Prometheus's own metric of scraped processes: 1 when the last scrape succeeded. */
export const scraped = (): Query => ({ expr: 'up{job="inkbear"}', reads: [] });

/** `numerator / denominator`; no value while nothing happens. */
export const ratio = (numerator: Query, denominator: Query): Query => ({
  expr: `(${numerator.expr}) / ((${denominator.expr}) > 0)`,
  reads: [...numerator.reads, ...denominator.reads],
});

/** The query, or 0 without a value; only for a query without labels. */
export const orZero = ({ expr, reads }: Query): Query => ({ expr: `((${expr}) or vector(0))`, reads });

/** The sum of two queries without labels. */
export const plus = (first: Query, second: Query): Query => ({
  expr: `${orZero(first).expr} + ${orZero(second).expr}`,
  reads: [...first.reads, ...second.reads],
});

/** `query <operator> value`, for the condition of an alert. */
export const compare = (query: Query, operator: '>' | '<' | '==', value: number): Query => ({
  expr: `${query.expr} ${operator} ${value}`,
  reads: query.reads,
});
