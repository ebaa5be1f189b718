import {
  type Attributes,
  type Counter,
  type Histogram,
  metrics as metricsApi,
  type UpDownCounter,
} from '@opentelemetry/api';
import { otherValue } from './attribute-values.ts';
import {
  type AttributesOf,
  catalogue,
  type MetricDefinition,
  type MetricName,
  type MetricNameOf,
} from './catalogue.ts';

/** A gauge's value at the time of a scrape. */
export interface Observation<N extends MetricNameOf<'gauge'>> {
  readonly value: number;
  readonly attributes: AttributesOf<N>;
}
type ReadGauge = () => readonly GaugeValue[] | Promise<readonly GaugeValue[]>;
interface GaugeValue {
  readonly value: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface Instruments {
  readonly counters: ReadonlyMap<MetricName, Counter | UpDownCounter>;
  readonly histograms: ReadonlyMap<MetricName, Histogram>;
}

/** Null while nothing scrapes this process: then recording costs one comparison. */
let instruments: Instruments | null = null;
const gaugeReaders = new Map<MetricName, Set<ReadGauge>>();
/** The listed values of each attribute, by metric. */
const listedValues = new Map(
  Object.entries<MetricDefinition>(catalogue).map(([name, { attributes }]) => [
    name as MetricName,
    Object.entries(attributes).map(([attribute, values]) => ({ attribute, values: new Set<unknown>(values) })),
  ]),
);

/** Records the metrics of the catalogue. No other instrument exists. */
export const metrics = {
  count<N extends MetricNameOf<'counter'>>(name: N, attributes: AttributesOf<N>, amount = 1): void {
    instruments?.counters.get(name)?.add(amount, toListed(name, attributes));
  },

  /** Changes a current number by `amount`, which is negative when something ended. */
  add<N extends MetricNameOf<'up-down counter'>>(name: N, attributes: AttributesOf<N>, amount: number): void {
    instruments?.counters.get(name)?.add(amount, toListed(name, attributes));
  },

  /** Adds a value to a distribution, in the metric's unit. */
  record<N extends MetricNameOf<'histogram'>>(name: N, attributes: AttributesOf<N>, value: number): void {
    instruments?.histograms.get(name)?.record(value, toListed(name, attributes));
  },

  /**
   * Reads a gauge at each scrape until the returned function is called. `read` must not reject; a value that it leaves
   * out is absent from the scrape.
   */
  observe<N extends MetricNameOf<'gauge'>>(
    name: N,
    read: () => readonly Observation<N>[] | Promise<readonly Observation<N>[]>,
  ): () => void {
    const readers = gaugeReaders.get(name) ?? new Set();
    gaugeReaders.set(name, readers);
    readers.add(read);
    return () => void readers.delete(read);
  },
};

/** Creates the instruments of the whole catalogue in the SDK that runs; from now on metrics are recorded. */
export function startRecording(): void {
  const meter = metricsApi.getMeter('inkbear');
  const counters = new Map<MetricName, Counter | UpDownCounter>();
  const histograms = new Map<MetricName, Histogram>();
  for (const [key, { kind, unit, description, buckets, attributes }] of Object.entries<MetricDefinition>(catalogue)) {
    const name = key as MetricName;
    const options = { unit, description };
    switch (kind) {
      case 'counter': {
        const counter = meter.createCounter(name, options);
        // Present from the start, so that the rate of the first increase is visible.
        if (Object.keys(attributes).length === 0) counter.add(0);
        counters.set(name, counter);
        break;
      }
      case 'up-down counter':
        counters.set(name, meter.createUpDownCounter(name, options));
        break;
      case 'histogram':
        histograms.set(
          name,
          meter.createHistogram(name, { ...options, advice: { explicitBucketBoundaries: [...(buckets ?? [])] } }),
        );
        break;
      case 'gauge':
        meter.createObservableGauge(name, options).addCallback(async (result) => {
          const values = await Promise.all([...(gaugeReaders.get(name) ?? [])].map(async (read) => await read()));
          for (const each of values.flat()) result.observe(each.value, toListed(name, each.attributes));
        });
    }
  }
  instruments = { counters, histograms };
}

/** Replaces values that the catalogue does not list, so that a mistake cannot put user data into a label. */
function toListed(name: MetricName, attributes: object): Attributes {
  const listed: Attributes = {};
  for (const { attribute, values } of listedValues.get(name) ?? []) {
    const value = (attributes as Readonly<Record<string, string | number>>)[attribute];
    listed[attribute] = values.has(value) ? value : otherValue;
  }
  return listed;
}
