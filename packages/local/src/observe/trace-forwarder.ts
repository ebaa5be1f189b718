import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Report } from '../report.ts';
import { messageOf } from '../start-error.ts';
import { type OtlpTraces, toZipkinSpans } from './zipkin-spans.ts';

const timeoutMs = 5000;

/** Receives spans of all processes as OTLP and forwards them to Zipkin, until this process ends. */
export class TraceForwarder {
  readonly #zipkinUrl: string;
  readonly #report: Report;
  readonly #server: Server;
  #hasReportedFailure = false;

  private constructor(zipkinUrl: string, report: Report) {
    this.#zipkinUrl = zipkinUrl;
    this.#report = report;
    this.#server = createServer((request, response) => {
      void this.#forward(request).then((status) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
      });
    });
  }

  static async listen(zipkinUrl: string, report: Report): Promise<TraceForwarder> {
    const forwarder = new TraceForwarder(zipkinUrl, report);
    forwarder.#server.listen(0, '127.0.0.1').unref();
    await once(forwarder.#server, 'listening');
    return forwarder;
  }

  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Returns the status of the reply. Spans that Zipkin rejects are lost, which is reported once. */
  async #forward(request: IncomingMessage): Promise<number> {
    try {
      const response = await fetch(`${this.#zipkinUrl}/api/v2/spans`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(toZipkinSpans((await json(request)) as OtlpTraces)),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok)
        throw new Error(`Zipkin answers ${response.status} ${await response.text()}`.trim().slice(0, 300));
      return 200;
    } catch (error) {
      if (!this.#hasReportedFailure) this.#report(`Traces are lost: ${messageOf(error)}`);
      this.#hasReportedFailure = true;
      return 503;
    }
  }
}
