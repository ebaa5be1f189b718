import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { AggregationTemporality, AggregationType, InstrumentType, type ViewOptions } from '@opentelemetry/sdk-metrics';

/** Serves `GET /metrics` for Prometheus on a port of its own, which is never public. */
export class ScrapeEndpoint extends PrometheusExporter {
  readonly url: string;

  constructor({ host, port }: { readonly host: string; readonly port: number }) {
    // The process waits for `startServer`, so that a port that is taken fails the start.
    super({ host, port, preventServerStart: true, withoutScopeInfo: true });
    this.url = `http://${host}:${port}/metrics`;
  }

  /**
   * With the exporter's cumulative temporality, the SDK would repeat the last value of a gauge that could not be read.
   */
  override selectAggregationTemporality(type: InstrumentType): AggregationTemporality {
    return type === InstrumentType.OBSERVABLE_GAUGE ? AggregationTemporality.DELTA : AggregationTemporality.CUMULATIVE;
  }
}

/** Metrics of the runtime instrumentation that are left out, because their attributes have no fixed values. */
export const droppedMetrics: readonly ViewOptions[] = [
  { instrumentName: 'v8js.resource.active', aggregation: { type: AggregationType.DROP } },
];
