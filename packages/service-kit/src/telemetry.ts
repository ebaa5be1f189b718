import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { NodeSDK } from '@opentelemetry/sdk-node';
import {
  BatchSpanProcessor,
  NoopSpanProcessor,
  ParentBasedSampler,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TelemetryEnv } from './env.ts';
import type { Readiness } from './health.ts';
import { startRecording } from './metrics/metrics.ts';
import { startRuntimeMetrics } from './metrics/runtime-metrics.ts';
import { droppedMetrics, ScrapeEndpoint } from './metrics/scrape-endpoint.ts';

export interface Telemetry {
  /** Makes `GET /readyz` on `METRICS_PORT` reply with what `read` returns. Without that port it does nothing. */
  serveReadiness(read: () => Promise<Readiness>): void;
  /** Exports the remaining spans; takes at most 3 s. */
  flush(): Promise<void>;
}

/**
 * Starts traces and metrics for this process: traces are sent to `OTEL_EXPORTER_OTLP_ENDPOINT`, metrics wait to be
 * scraped on `METRICS_PORT`; without these settings neither costs anything. Rejects when the port is taken.
 *
 * The kit creates its spans by hand (one per request, call, command, publish and consume), because automatic
 * instrumentation does not work in a bundle and costs several times as much. Metrics are those of the catalogue.
 */
export async function startTelemetry(options: {
  readonly service: string;
  readonly env: TelemetryEnv;
  /** Additional span processors, for tests. */
  readonly processors?: readonly SpanProcessor[];
}): Promise<Telemetry> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, TRACE_SAMPLING_RATIO, METRICS_PORT: port } = options.env;
  const exporters = endpoint
    ? [
        new BatchSpanProcessor({
          exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
        }),
      ]
    : [];
  const host = options.env.METRICS_HOST ?? options.env.HOST;
  const scrapeEndpoint = port === undefined ? null : new ScrapeEndpoint({ host, port }, startRuntimeMetrics);
  const sdk = new NodeSDK({
    resource: resourceFromAttributes({ 'service.name': `inkbear-${options.service}` }),
    autoDetectResources: false,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(TRACE_SAMPLING_RATIO) }),
    // Without any processor the SDK would create no trace ids, and log lines could not be joined by them.
    spanProcessors: [...exporters, ...(options.processors ?? []), new NoopSpanProcessor()],
    metricReaders: scrapeEndpoint ? [scrapeEndpoint] : [],
    views: [...droppedMetrics],
    logRecordProcessors: [],
    instrumentations: [],
  });
  sdk.start();
  if (scrapeEndpoint) {
    startRecording();
    await scrapeEndpoint.startServer();
  }
  return {
    serveReadiness: (read) => scrapeEndpoint?.serveReadiness(read),
    flush: () => Promise.race([sdk.shutdown(), new Promise<void>((resolve) => setTimeout(resolve, 3000).unref())]),
  };
}

const tracer = () => trace.getTracer('inkbear');

/** Runs `work` inside a span. An error is recorded by name only, because its message may contain user data. */
export async function inSpan<T>(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
  parent: Context = context.active(),
): Promise<T> {
  const span = startSpan(name, kind, attributes, parent);
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'Error' });
    throw error;
  } finally {
    span.end();
  }
}

export { SpanKind, SpanStatusCode } from '@opentelemetry/api';

const isSampled = (span: Span): boolean =>
  span.isRecording() || (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;

/** Whether the active trace is not recorded. Then no span is needed, and building its name and attributes is a waste. */
export function isUnsampled(): boolean {
  const span = trace.getActiveSpan();
  return span !== undefined && !isSampled(span);
}

/** Starts a span. In an unsampled trace it reuses the parent span, because nothing is recorded anyway. */
export function startSpan(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  parent: Context = context.active(),
): Span {
  const parentSpan = trace.getSpan(parent);
  if (parentSpan && !isSampled(parentSpan)) return parentSpan;
  return tracer().startSpan(name, { kind, attributes }, parent);
}

export const contextWithSpan = (span: Span, parent: Context = context.active()): Context => trace.setSpan(parent, span);
export const runInContext = <T>(target: Context, work: () => T): T => context.with(target, work);

/** The W3C `traceparent` of the active span, or null without one. */
export function currentTraceparent(): string | null {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

/** The context for an incoming `traceparent` header. */
export const contextFrom = (traceparent: string | null | undefined): Context =>
  traceparent ? propagation.extract(context.active(), { traceparent }) : context.active();
