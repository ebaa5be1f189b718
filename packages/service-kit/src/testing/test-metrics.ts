import type { Readiness } from '../health.ts';
import { startTelemetry, type Telemetry } from '../telemetry.ts';
import { freePort } from './free-port.ts';

/** The labels of a sample by name. */
export type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

/**
 * Records metrics in a test's process and reads them as Prometheus does. Start it once in a test file; its counts only
 * increase, so compare them with those before.
 */
export class TestMetrics {
  readonly url: string;
  readonly #telemetry: Telemetry;

  private constructor(url: string, telemetry: Telemetry) {
    this.url = url;
    this.#telemetry = telemetry;
  }

  static async start(): Promise<TestMetrics> {
    // The exporter takes port 0 for its default port.
    const port = await freePort();
    const env = { HOST: '127.0.0.1', TRACE_SAMPLING_RATIO: 0, METRICS_PORT: port };
    return new TestMetrics(`http://127.0.0.1:${port}/metrics`, await startTelemetry({ service: 'test', env }));
  }

  stop(): Promise<void> {
    return this.#telemetry.flush();
  }

  serveReadiness(read: () => Promise<Readiness>): void {
    this.#telemetry.serveReadiness(read);
  }

  /** The whole reply of the scrape endpoint. */
  async text(): Promise<string> {
    return await (await fetch(this.url)).text();
  }

  /** The sample with this name and, among others, these labels; undefined when it is absent. */
  async find(name: string, labels: Labels = {}): Promise<number | undefined> {
    return parseSamples(await this.text()).find((sample) => isMatch(sample, name, labels))?.value;
  }

  /** The sum of the samples with this name and, among others, these labels; 0 without one. */
  async sum(name: string, labels: Labels = {}): Promise<number> {
    return parseSamples(await this.text())
      .filter((sample) => isMatch(sample, name, labels))
      .reduce((sum, { value }) => sum + value, 0);
  }
}

const isMatch = (sample: Sample, name: string, labels: Labels): boolean =>
  sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value);

/** Parses Prometheus's text format, as far as this exporter uses it. */
function parseSamples(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/\b(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, each]) => [label, each]);
      return { name, labels: Object.fromEntries(pairs) as Labels, value: Number(value) };
    });
}
