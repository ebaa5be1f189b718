import { eventEnvelope, type EventType } from '@inkbear/contracts/events';
import type { Logger } from '@inkbear/service-kit/logger';
import type { z } from 'zod';
import type { Broker } from '@inkbear/service-kit/broker';

export interface FeedOptions<E extends EventType> {
  readonly event: E;
  /** The owner's list of what has a higher number than `after`, and the highest number there is. */
  readonly list: (after: number) => Promise<{ revocations: readonly z.output<E['data']>[]; seq: number }>;
  readonly apply: (revocation: z.output<E['data']>) => void;
  readonly broker: Broker;
  readonly logger: Logger;
  readonly everyMs?: number;
  readonly now?: () => number;
}

/** Numbers are given before their transactions commit, so a few below the cursor are asked for again. */
const overlap = 100;
const firstTriesMs = 250;

/** Learns of ended sessions at once by event and surely by polling; only a poll makes the feed fresh. */
export class RevocationFeed<E extends EventType> {
  readonly #options: FeedOptions<E>;
  readonly #now: () => number;
  #seq = 0;
  #freshAt = Number.NEGATIVE_INFINITY;
  #failing = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: FeedOptions<E>) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    options.broker.hear(options.event.type, (data) => this.#receive(data));
  }

  /** Milliseconds since the list was last known to be complete. */
  get ageMs(): number {
    return this.#now() - this.#freshAt;
  }

  start(): void {
    const again = async (): Promise<void> => {
      const fresh = await this.poll();
      if (!this.#stopped) this.#timer = setTimeout(() => void again(), fresh ? (this.#options.everyMs ?? 2000) : firstTriesMs);
    };
    void again();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** Asks until nothing new comes, for a long list comes in pages; an owner whose numbers went back (a restored backup) is asked for everything. */
  async poll(): Promise<boolean> {
    const startedAt = this.#now();
    try {
      let answer = await this.#options.list(Math.max(0, this.#seq - overlap));
      if (answer.seq < this.#seq) {
        this.#seq = 0;
        answer = await this.#options.list(0);
      }
      while (this.#take(answer)) answer = await this.#options.list(this.#seq);
      this.#freshAt = startedAt;
      if (this.#failing) this.#options.logger.info({ feed: this.#options.event.type }, 'revocations are known again');
      this.#failing = false;
      return true;
    } catch (err) {
      if (!this.#failing) this.#options.logger.warn({ err, feed: this.#options.event.type }, 'revocations could not be asked for');
      this.#failing = true;
      return false;
    }
  }

  /** Whether the answer brought something new, so that more may follow. */
  #take({ revocations, seq }: Awaited<ReturnType<FeedOptions<E>['list']>>): boolean {
    for (const revocation of revocations) this.#options.apply(revocation);
    const isNews = revocations.length > 0 && seq > this.#seq;
    this.#seq = seq;
    return isNews;
  }

  #receive(data: string): void {
    try {
      const envelope = eventEnvelope.parse(JSON.parse(data));
      this.#options.apply(this.#options.event.data.parse(envelope.data) as z.output<E['data']>);
    } catch (err) {
      this.#options.logger.warn({ err, feed: this.#options.event.type }, 'a revocation could not be read; the next poll brings it');
    }
  }
}
