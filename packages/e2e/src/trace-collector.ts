import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** For example `books`. */
  readonly service: string;
}

interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly resource: {
      readonly attributes: readonly { readonly key: string; readonly value: { stringValue?: string } }[];
    };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<Span, 'service'>[] }[];
  }[];
}

/** Receives the spans that processes export with OTLP over HTTP. */
export class TraceCollector {
  readonly #server: Server;
  readonly #spans: Span[] = [];

  private constructor() {
    this.#server = createServer((request, response) => {
      void json(request).then((body) => {
        this.#store(body as OtlpBody);
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

  /** The edges of a trace, each as `<service> <span> > <service> <span>`, sorted. */
  edges(traceId: string): string[] {
    const spans = this.#spans.filter((span) => span.traceId === traceId);
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    const text = ({ service, name }: Span) => `${service} ${name}`;
    const edges = spans.flatMap((span) => {
      const parent = byId.get(span.parentSpanId ?? '');
      return parent ? [`${text(parent)} > ${text(span)}`] : [];
    });
    return [...new Set(edges)].sort();
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #store({ resourceSpans }: OtlpBody): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const name = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const { spans } of scopeSpans)
        for (const span of spans) this.#spans.push({ ...span, service: name.replace(/^inkbear-/, '') });
    }
  }
}
