import { eventEnvelope, type EventType } from '@inkbear/contracts/events';
import type { Logger } from '@inkbear/service-kit/logger';
import type { z } from 'zod';
import type { Broker } from '@inkbear/service-kit/broker';

export interface FeedOptions<E extends EventType> {
  readonly event: E;
  /** A page of the owner's list with the numbers above `after`, in order, and the highest number that was ever given. */
  readonly list: (after: number) => Promise<RevocationPage<z.output<E['data']>>>;
  readonly apply: (revocation: z.output<E['data']>) => void;
  readonly broker: Broker;
  readonly logger: Logger;
  readonly everyMs?: number;
  readonly now?: () => number;
}

interface RevocationPage<R> {
  readonly revocations: readonly (R & { readonly seq: number })[];
  readonly seq: number;
}

const firstTriesMs = 250;

/** Learns of ended sessions at once by event and surely by polling; only a poll makes the feed fresh. */
export class RevocationFeed<E extends EventType> {
  readonly #options: FeedOptions<E>;
  readonly #now: () => number;
  /** The number of the newest revocation that a poll has brought; numbers appear in their order, so none below it can be new. */
  #seen = 0;
  #freshAt = Number.NEGATIVE_INFINITY;
  #failing = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: FeedOptions<E>) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    options.broker.subscribe(options.event.type, (data) => this.#receive(data));
  }

  /** Milliseconds since the list was last known to be complete. */
  get ageMs(): number {
    return this.#now() - this.#freshAt;
  }

  start(): void {
    const again = async (): Promise<void> => {
      const fresh = await this.poll();
      if (!this.#stopped)
        this.#timer = setTimeout(() => void again(), fresh ? (this.#options.everyMs ?? 2000) : firstTriesMs);
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
      let page = await this.#options.list(this.#seen);
      if (page.seq < this.#seen) {
        this.#seen = 0;
        page = await this.#options.list(0);
      }
      while (this.#take(page)) page = await this.#options.list(this.#seen);
      this.#freshAt = startedAt;
      if (this.#failing) this.#options.logger.info({ feed: this.#options.event.type }, 'revocations are known again');
      this.#failing = false;
      return true;
    } catch (err) {
      if (!this.#failing)
        this.#options.logger.warn({ err, feed: this.#options.event.type }, 'revocations could not be asked for');
      this.#failing = true;
      return false;
    }
  }

  /** Whether the page brought something new, so that more may follow. */
  #take({ revocations }: RevocationPage<z.output<E['data']>>): boolean {
    for (const revocation of revocations) this.#options.apply(revocation);
    const newest = revocations.at(-1)?.seq ?? 0;
    if (newest <= this.#seen) return false;
    this.#seen = newest;
    return true;
  }

  #receive(data: string): void {
    try {
      const envelope = eventEnvelope.parse(JSON.parse(data));
      this.#options.apply(this.#options.event.data.parse(envelope.data) as z.output<E['data']>);
    } catch (err) {
      this.#options.logger.warn(
        { err, feed: this.#options.event.type },
        'a revocation could not be read; the next poll brings it',
      );
    }
  }
}
