import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { AggregationTemporality, AggregationType, InstrumentType, type ViewOptions } from '@opentelemetry/sdk-metrics';
import type { Readiness } from '../health.ts';

/** Before the process has connected to anything. */
const notStarted: Readiness = { ready: false, checks: { mongodb: false, nats: false } };

/**
 * The port for operators, which is never public: `GET /metrics` for Prometheus, and `GET /readyz` with the state of
 * each dependency.
 */
export class ScrapeEndpoint extends PrometheusExporter {
  readonly #address: { readonly host: string; readonly port: number };
  readonly #ownServer: Server;
  #readReadiness: () => Promise<Readiness> = async () => notStarted;
  #onFirstScrape: (() => void) | null;

  constructor(address: { readonly host: string; readonly port: number }, onFirstScrape: () => void) {
    // The exporter's own server can serve only one path.
    super({ preventServerStart: true, withoutScopeInfo: true });
    this.#address = address;
    this.#onFirstScrape = onFirstScrape;
    this.#ownServer = createServer((request, response) => void this.#answer(request, response)).unref();
  }

  /** From now on `GET /readyz` replies with what `read` returns. */
  serveReadiness(read: () => Promise<Readiness>): void {
    this.#readReadiness = read;
  }

  /** Rejects when the port is taken, so that the start of the process fails. */
  override startServer(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#ownServer.once('error', reject);
      this.#ownServer.listen(this.#address, resolve);
    });
  }

  override stopServer(): Promise<void> {
    return new Promise((resolve) => this.#ownServer.close(() => resolve()));
  }

  /**
   * With the exporter's cumulative temporality, the SDK would repeat the last value of a gauge that could not be read.
   */
  override selectAggregationTemporality(type: InstrumentType): AggregationTemporality {
    return type === InstrumentType.OBSERVABLE_GAUGE ? AggregationTemporality.DELTA : AggregationTemporality.CUMULATIVE;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path] = (request.url ?? '').split('?', 1);
    if (path === '/metrics') {
      this.#onFirstScrape?.();
      this.#onFirstScrape = null;
      return this.getMetricsRequestHandler(request, response);
    }
    if (path !== '/readyz') return void response.writeHead(404).end();
    const readiness = await this.#readReadiness();
    response.writeHead(readiness.ready ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify(readiness));
  }
}

/** Metrics of the runtime instrumentation that are left out, because their attributes have no fixed values. */
export const droppedMetrics: readonly ViewOptions[] = [
  { instrumentName: 'v8js.resource.active', aggregation: { type: AggregationType.DROP } },
];
