import type { Logger } from '../logger.ts';

const maxAgeMs = 10_000;
const timeoutMs = 2000;

/**
 * A value that several gauges share and that is expensive to read, such as a database query: read at most every 10 s,
 * however often the process is scraped. Null while it cannot be read within 2 s.
 */
export class CachedReading<T> {
  readonly #name: string;
  readonly #read: () => Promise<T>;
  readonly #logger: Pick<Logger, 'warn'>;
  readonly #now: () => number;
  #value: Promise<T | null> = Promise.resolve(null);
  #readAt = Number.NEGATIVE_INFINITY;
  #isReading = false;
  #isFailing = false;

  constructor(options: {
    /** For the log. */
    readonly name: string;
    readonly read: () => Promise<T>;
    readonly logger: Pick<Logger, 'warn'>;
    readonly now?: () => number;
  }) {
    this.#name = options.name;
    this.#read = options.read;
    this.#logger = options.logger;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Never rejects. */
  get(): Promise<T | null> {
    // A hanging read is not repeated before it ends.
    if (!this.#isReading && this.#now() - this.#readAt >= maxAgeMs) this.#value = this.#refresh();
    return this.#value;
  }

  async #refresh(): Promise<T | null> {
    this.#readAt = this.#now();
    this.#isReading = true;
    const reading = this.#read().finally(() => (this.#isReading = false));
    try {
      const value = await Promise.race([reading, failAfter(timeoutMs)]);
      this.#isFailing = false;
      return value;
    } catch (err) {
      if (!this.#isFailing) this.#logger.warn({ err, metric: this.#name }, 'metric_read_failed');
      this.#isFailing = true;
      return null;
    }
  }
}

const failAfter = (ms: number): Promise<never> =>
  new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`It took longer than ${ms} ms.`)), ms).unref();
  });
