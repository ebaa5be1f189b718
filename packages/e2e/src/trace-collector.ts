import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** For example `books`. */
  readonly service: string;
}

/** What a process sends to an OpenTelemetry collector. */
export interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly resource: {
      readonly attributes: readonly { readonly key: string; readonly value: { stringValue?: string } }[];
    };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<Span, 'service'>[] }[];
  }[];
}

/** The edges of a save of a chapter, from the gateway to the transaction in MongoDB. */
export const saveEdges: readonly string[] = [
  'books PUT saveChapter > books commitTransaction',
  'books PUT saveChapter > books findAndModify chapters',
  'books PUT saveChapter > books insert chapter_changes',
  'gateway PUT saveChapter > books PUT saveChapter',
];

/** The spans in the body of one export. */
export const spansOf = ({ resourceSpans }: OtlpBody): Span[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const name = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    const service = name.replace(/^inkbear-/, '');
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })));
  });

/** The edges of a trace, each as `<service> <span> > <service> <span>`, sorted. */
export function edgesOf(traceId: string, spans: readonly Span[]): string[] {
  const own = spans.filter((span) => span.traceId === traceId);
  const byId = new Map(own.map((span) => [span.spanId, span]));
  const text = ({ service, name }: Span) => `${service} ${name}`;
  const edges = own.flatMap((span) => {
    const parent = byId.get(span.parentSpanId ?? '');
    return parent ? [`${text(parent)} > ${text(span)}`] : [];
  });
  return [...new Set(edges)].sort();
}

/** Receives the spans that processes export with OTLP over HTTP. */
export class TraceCollector {
  readonly #server: Server;
  readonly #spans: Span[] = [];

  private constructor() {
    this.#server = createServer((request, response) => {
      void json(request).then((body) => {
        for (const span of spansOf(body as OtlpBody)) this.#spans.push(span);
        response.setHeader('content-type', 'application/json');
        response.end('{}');
      });
    });
  }

  static async listen(): Promise<TraceCollector> {
    const collector = new TraceCollector();
    collector.#server.listen(0, '127.0.0.1');
    await once(collector.#server, 'listening');
    return collector;
  }

  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Whether a span of this trace has arrived. */
  hasTrace(traceId: string): boolean {
    return this.#spans.some((span) => span.traceId === traceId);
  }

  /** The edges of the latest trace that begins with this span, such as `gateway PUT saveChapter`. */
  edgesFrom(root: string): string[] {
    const first = this.#spans.findLast((span) => !span.parentSpanId && `${span.service} ${span.name}` === root);
    return first ? edgesOf(first.traceId, this.#spans) : [];
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
