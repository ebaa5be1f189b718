import { rateClasses } from '@inkbear/contracts/rate-classes';
import type { RateClass } from '@inkbear/contracts/route';
import type { Logger } from '@inkbear/service-kit/logger';
import { MongoClient } from 'mongodb';
import { RateLimiterMemory, RateLimiterMongo } from 'rate-limiter-flexible';

const answerWithinMs = 1500;
const indexRetryMs = 5000;

/** Counts of the classes that all gateways share on each try. Without MongoDB each gateway counts for itself. */
export class StoredCounts {
  readonly #client: MongoClient;
  readonly #limiters: ReadonlyMap<RateClass, RateLimiterMongo>;
  readonly #logger: Logger;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: { uri: string; database: string; logger: Logger; classes?: typeof rateClasses }) {
    this.#client = new MongoClient(options.uri, {
      serverSelectionTimeoutMS: answerWithinMs,
      timeoutMS: answerWithinMs,
      maxPoolSize: 10,
      appName: options.database,
    });
    this.#logger = options.logger;
    const stored = Object.entries(options.classes ?? rateClasses).filter(([, value]) => value.stored);
    this.#limiters = new Map(
      stored.map(([name, { points, seconds }]) => [
        name as RateClass,
        new RateLimiterMongo({
          storeClient: this.#client,
          dbName: options.database,
          tableName: 'rate_limits',
          keyPrefix: name,
          disableIndexesCreation: true,
          points,
          duration: seconds,
          insuranceLimiter: new RateLimiterMemory({ points, duration: seconds, keyPrefix: name }),
        }),
      ]),
    );
  }

  /** Makes the indexes in the background, again and again until MongoDB is there. */
  start(): void {
    const [limiter] = this.#limiters.values();
    limiter?.createIndexes().catch((err: unknown) => {
      this.#logger.warn({ err }, 'sign-in tries are counted in memory for now');
      this.#timer = setTimeout(() => this.start(), indexRetryMs);
    });
  }

  /** Rejects with the limiter's own refusal when no try is left. */
  async take(rate: RateClass, key: string): Promise<void> {
    await this.#limiters.get(rate)?.consume(key);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#client.close();
  }
}
