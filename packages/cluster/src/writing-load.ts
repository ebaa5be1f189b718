import { findK6 } from '@inkbear/local/find-k6';
import { toTerminal } from '@inkbear/local/report';
import { countWriters, type LoadResult, runLoad, scenarios } from '@inkbear/load/run-k6';
import { createWriters, type Writer } from '@inkbear/load/writers';
import { publicUrl } from './cluster.ts';

/**
 * So high that only a hanging save exceeds it. Speed is not asserted here, because two processors may run the whole
 * cluster.
 */
const saveP99Ms = 10_000;
/** The share of the requests that must be sent. k6 drops the rest when replies are slow. */
const sentShare = 0.98;

/** The scenario `writing` of k6 at the public address, at a constant rate. */
export class WritingLoad {
  readonly requestsPerSecond: number;
  readonly #k6: string;
  readonly #writers: readonly Writer[];

  private constructor(requestsPerSecond: number, k6: string, writers: readonly Writer[]) {
    this.requestsPerSecond = requestsPerSecond;
    this.#k6 = k6;
    this.#writers = writers;
  }

  /** Finds k6 and registers the authors. */
  static async prepare(requestsPerSecond: number): Promise<WritingLoad> {
    const k6 = await findK6(process.env, toTerminal);
    const count = countWriters('writing', requestsPerSecond);
    return new WritingLoad(requestsPerSecond, k6, await createWriters(publicUrl, { count, ...scenarios.writing }));
  }

  async run(durationSeconds: number): Promise<LoadResult> {
    return await runLoad({
      k6: this.#k6,
      url: publicUrl,
      scenario: 'writing',
      writers: this.#writers,
      requestsPerSecond: this.requestsPerSecond,
      durationSeconds,
      p99Ms: saveP99Ms,
      stdio: 'ignore',
    });
  }

  /** The minimum number of requests for a run of this duration to count as having reached the rate. */
  minRequests(durationSeconds: number): number {
    return sentShare * this.requestsPerSecond * durationSeconds;
  }
}
