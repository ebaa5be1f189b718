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
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  TracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';

export interface Telemetry {
  /** Sends what is left; at most 3 s. */
  flush(): Promise<void>;
}

/**
 * Starts tracing for this process. Spans are made by the kit itself (one a request, call, command, publish and consume), because
 * the automatic instrumentation does not see into a bundle and costs several times as much.
 */
export function startTelemetry(options: {
  service: string;
  endpoint?: string | undefined;
  samplingRatio: number;
  processors?: SpanProcessor[];
}): Telemetry {
  const exporters = options.endpoint
    ? [
        new BatchSpanProcessor({
          exporter: new OTLPTraceExporter({ url: `${options.endpoint.replace(/\/$/, '')}/v1/traces` }),
        }),
      ]
    : [];
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': `inkbear-${options.service}` }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.samplingRatio) }),
    spanProcessors: [...exporters, ...(options.processors ?? [])],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    flush: () => Promise.race([provider.shutdown(), new Promise<void>((resolve) => setTimeout(resolve, 3000).unref())]),
  };
}

const tracer = () => trace.getTracer('inkbear');

/** Runs `work` inside a span; an error is noted by its name only, never with its text. */
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

export { SpanKind } from '@opentelemetry/api';

/** Of a trace that nobody keeps nothing is recorded: what happens in it shares the span that stands for it. */
export function startSpan(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  parent: Context = context.active(),
): Span {
  const around = trace.getSpan(parent);
  const isKept = !around || around.isRecording() || (around.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
  return isKept ? tracer().startSpan(name, { kind, attributes }, parent) : around;
}

export const spanContext = (span: Span, parent: Context = context.active()): Context => trace.setSpan(parent, span);
export const runIn = <T>(where: Context, work: () => T): T => context.with(where, work);

/** The W3C header of the active span, or null outside of any. */
export function currentTraceparent(): string | null {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

/** The context that a `traceparent` from outside stands for. */
export const contextFrom = (traceparent: string | null | undefined): Context =>
  traceparent ? propagation.extract(context.active(), { traceparent }) : context.active();
