/** A value of an attribute in OTLP's JSON encoding. */
type OtlpValue = Readonly<Partial<Record<'stringValue' | 'intValue' | 'doubleValue' | 'boolValue', unknown>>>;
interface OtlpAttribute {
  readonly key: string;
  readonly value: OtlpValue;
}
interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  /** Nanoseconds since 1970, as text or number. */
  readonly startTimeUnixNano: string | number;
  readonly endTimeUnixNano: string | number;
  readonly attributes?: readonly OtlpAttribute[];
  readonly status?: { readonly code?: number; readonly message?: string };
}

/** The body of an OTLP request for traces in JSON. */
export interface OtlpTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

/** A span of Zipkin's API v2; times in microseconds. */
export interface ZipkinSpan {
  readonly traceId: string;
  readonly id: string;
  readonly parentId?: string;
  readonly name: string;
  readonly kind?: string;
  readonly timestamp: number;
  readonly duration: number;
  readonly localEndpoint: { readonly serviceName: string };
  readonly tags: Readonly<Record<string, string>>;
}

/** OTLP's span kinds from 2 on; 1 is internal. */
const kinds = ['SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const firstKind = 2;
const failedCode = 2;

const textOf = (value: OtlpValue): string => String(Object.values(value)[0] ?? '');

/** Nanoseconds since 1970 are too large for a number, so they are divided as a bigint. */
const microseconds = (nanoseconds: string | number | bigint): number => Number(BigInt(nanoseconds) / 1000n);

/** Converts OTLP spans to the format of Zipkin, which does not understand OTLP. */
export const toZipkinSpans = ({ resourceSpans }: OtlpTraces): ZipkinSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const name = resource.attributes.find(({ key }) => key === 'service.name');
    const serviceName = name ? textOf(name.value) : 'unknown';
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => toZipkinSpan(span, serviceName)));
  });

function toZipkinSpan(span: OtlpSpan, serviceName: string): ZipkinSpan {
  const { traceId, spanId, parentSpanId, name, startTimeUnixNano: start, endTimeUnixNano: end, status } = span;
  const kind = kinds[span.kind - firstKind];
  const tags = Object.fromEntries((span.attributes ?? []).map(({ key, value }) => [key, textOf(value)]));
  return {
    traceId,
    id: spanId,
    ...(parentSpanId ? { parentId: parentSpanId } : {}),
    name,
    ...(kind ? { kind } : {}),
    timestamp: microseconds(start),
    // Zipkin rejects a duration of 0.
    duration: Math.max(1, microseconds(BigInt(end) - BigInt(start))),
    localEndpoint: { serviceName },
    tags: status?.code === failedCode ? { ...tags, error: status.message || 'true' } : tags,
  };
}
