import { type OtlpBody, type Span, spansOf } from '@inkbear/e2e/trace-collector';
import { PortForward } from './port-forward.ts';
import { deleteTestPod, startTestPod } from './test-pod.ts';

const name = 'trace-sink';
const port = 4318;

/** Keeps the bodies of all exports and returns them to a GET. */
const script = `
  import { createServer } from 'node:http';
  import { json } from 'node:stream/consumers';
  const bodies = [];
  createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.method === 'GET') return response.end(JSON.stringify(bodies));
    bodies.push(await json(request));
    response.end('{}');
  }).listen(${port});
`;

/**
 * Values of the chart: every trace is exported to the sink, and the network policies allow access to it. A collector
 * would receive the same requests, but its image is not available everywhere.
 */
export const traceSinkValues: readonly string[] = [
  `traces.endpoint=http://${name}:${port}`,
  'traces.samplingRatio=1',
  `network.traces.to[0].podSelector.matchLabels.app\\.kubernetes\\.io/name=${name}`,
];

/** A pod in the place of an OpenTelemetry collector (OTLP over HTTP). */
export class TraceSink {
  readonly #forward: PortForward;

  private constructor(forward: PortForward) {
    this.#forward = forward;
  }

  static async start(): Promise<TraceSink> {
    await startTestPod({ name, script, port });
    return new TraceSink(await PortForward.open(`pod/${name}`, port));
  }

  /** All spans that have arrived so far. */
  async readSpans(): Promise<Span[]> {
    const response = await fetch(`http://127.0.0.1:${this.#forward.port}`);
    return ((await response.json()) as OtlpBody[]).flatMap(spansOf);
  }

  async remove(): Promise<void> {
    this.#forward.close();
    await deleteTestPod(name);
  }
}
