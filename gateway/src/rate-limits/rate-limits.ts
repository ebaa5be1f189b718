import { rateCountsSubject } from '@inkbear/contracts/messaging';
import { rateClasses } from '@inkbear/contracts/rate-classes';
import type { RateClass } from '@inkbear/contracts/route';
import type { Broker } from '@inkbear/service-kit/broker';
import type { Logger } from '@inkbear/service-kit/logger';
import { ProblemError } from '@inkbear/service-kit/problem';
import { MongoClient } from 'mongodb';
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { z } from 'zod';

interface StoredLimiter {
  /** Counts in MongoDB, for all gateways together. */
  readonly exact: RateLimiterMongo;
  /** Counts in memory while MongoDB does not respond. */
  readonly fallback: RateLimiterMemory;
}

interface Count {
  readonly rate: RateClass;
  readonly key: string;
  points: number;
}

type RateClasses = Readonly<Record<RateClass, { points: number; seconds: number; stored: boolean }>>;

export interface RateLimitsOptions {
  readonly mongoUri: string;
  readonly database: string;
  readonly broker: Pick<Broker, 'publishEphemeral'>;
  /** Identifies this process among the gateways that share counts. */
  readonly gatewayId: string;
  readonly logger: Pick<Logger, 'warn'>;
  readonly classes?: RateClasses;
}

/**
 * Timeout of a count in MongoDB; after it the request is counted in memory. It is short, because the request must still
 * be forwarded, and while the database is down a reply must be sent within 2 s.
 */
const storedCountMs = 400;
const serverSelectionTimeoutMS = 1500;
const socketTimeoutMS = 5000;
/** A connection whose peer disappeared without a reset is detected after the sum of both times. */
const monitoring = { heartbeatFrequencyMS: 2000, connectTimeoutMS: 5000 } as const;
const indexRetryMs = 5000;
/** Few enough that a message stays far below the broker's limit of 1 MB. */
const countsPerMessage = 4000;
const classNames = Object.keys(rateClasses) as [RateClass, ...RateClass[]];
/** Messages for classes with a long window; the default message says to try again in a moment. */
const messages: Partial<Record<RateClass, string>> = {
  restore: 'You have restored as many items as a day allows. Please continue tomorrow.',
};
const countsMessage = z.object({
  from: z.string(),
  counts: z.array(z.object({ rate: z.enum(classNames), key: z.string(), points: z.int().min(1) })),
});

/**
 * Rate limits by class and caller. Classes with `stored` are counted in MongoDB, exactly for all gateways together. While
 * MongoDB is unreachable, each gateway counts them in memory. All other classes are counted in memory, and the gateways
 * publish their new counts to each other once a second. While the broker is unreachable, each gateway counts alone.
 */
export class RateLimits {
  readonly #options: RateLimitsOptions;
  readonly #client: MongoClient;
  readonly #stored = new Map<RateClass, StoredLimiter>();
  readonly #inMemory = new Map<RateClass, RateLimiterMemory>();
  /** Counts since the last publish, by class and key. */
  #unpublished = new Map<string, Count>();
  #indexTimer: NodeJS.Timeout | undefined;
  #isMongoUp = false;

  constructor(options: RateLimitsOptions) {
    this.#options = options;
    this.#client = new MongoClient(options.mongoUri, {
      serverSelectionTimeoutMS,
      socketTimeoutMS,
      ...monitoring,
      maxPoolSize: 10,
      appName: options.database,
    });
    this.#client.on('topologyDescriptionChanged', ({ newDescription }) => {
      this.#isMongoUp = [...newDescription.servers.values()].some(({ isWritable }) => isWritable);
    });
    for (const [name, { points, seconds, stored }] of Object.entries(options.classes ?? rateClasses)) {
      const inMemory = new RateLimiterMemory({ points, duration: seconds });
      if (stored) {
        const exact = this.#createStoredLimiter(name, points, seconds);
        this.#stored.set(name as RateClass, { exact, fallback: inMemory });
      } else this.#inMemory.set(name as RateClass, inMemory);
    }
  }

  /** Whether the driver knows a server that accepts writes. */
  get isMongoUp(): boolean {
    return this.#isMongoUp;
  }

  /** Creates the indexes in the background. */
  start(): void {
    this.#createIndexes();
  }

  async stop(): Promise<void> {
    clearTimeout(this.#indexTimer);
    await this.#client.close();
  }

  /** Counts one request of this class; throws 429 with `Retry-After` when the limit is exceeded. */
  async count(rate: RateClass, key: string): Promise<void> {
    const stored = this.#stored.get(rate);
    if (!stored) this.#addUnpublished(rate, key);
    try {
      await (stored ? consumeStored(stored, key) : this.#inMemory.get(rate)?.consume(key));
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      const message = messages[rate];
      throw new ProblemError('request.too_many', {
        retryAfterSeconds: rejection.msBeforeNext / 1000,
        ...(message === undefined ? {} : { message }),
      });
    }
  }

  /** Publishes the counts since the last call to the other gateways. */
  publishCounts(): void {
    const counts = [...this.#unpublished.values()];
    this.#unpublished = new Map();
    for (let start = 0; start < counts.length; start += countsPerMessage)
      this.#options.broker.publishEphemeral(
        rateCountsSubject,
        JSON.stringify({ from: this.#options.gatewayId, counts: counts.slice(start, start + countsPerMessage) }),
      );
  }

  /** Adds the counts of another gateway. Throws for an invalid message. */
  addCounts(json: string): void {
    const { from, counts } = countsMessage.parse(JSON.parse(json));
    if (from === this.#options.gatewayId) return;
    // `penalty` adds points without refusing anything.
    for (const { rate, key, points } of counts) void this.#inMemory.get(rate)?.penalty(key, points);
  }

  #createStoredLimiter(name: string, points: number, seconds: number): RateLimiterMongo {
    return new RateLimiterMongo({
      storeClient: this.#client,
      dbName: this.#options.database,
      tableName: 'rate_limits',
      keyPrefix: name,
      disableIndexesCreation: true,
      points,
      duration: seconds,
    });
  }

  /** Creates the indexes, and retries until MongoDB responds. All classes share one collection, so one limiter does it. */
  #createIndexes(): void {
    const [limiter] = this.#stored.values();
    limiter?.exact.createIndexes().catch((err: unknown) => {
      this.#options.logger.warn({ err, retryInMs: indexRetryMs }, 'rate_limit_indexes_failed');
      this.#indexTimer = setTimeout(() => this.#createIndexes(), indexRetryMs);
    });
  }

  #addUnpublished(rate: RateClass, key: string): void {
    const id = `${rate} ${key}`;
    const count = this.#unpublished.get(id);
    if (count) count.points += 1;
    else this.#unpublished.set(id, { rate, key, points: 1 });
  }
}

/** Counts exactly, or in memory when MongoDB fails or does not respond in time. */
async function consumeStored({ exact, fallback }: StoredLimiter, key: string): Promise<RateLimiterRes> {
  try {
    return await Promise.race([exact.consume(key), failAfter(storedCountMs)]);
  } catch (error) {
    if (error instanceof RateLimiterRes) throw error;
    return await fallback.consume(key);
  }
}

const failAfter = (ms: number): Promise<never> =>
  new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`MongoDB did not answer within ${ms} ms.`)), ms).unref();
  });
