import { eventEnvelope, type EventType } from '@inkbear/contracts/events';
import type { Logger } from '@inkbear/service-kit/logger';
import type { z } from 'zod';
import type { Broker } from '@inkbear/service-kit/broker';

export interface FeedOptions<E extends EventType> {
  /** The event that is published for each revocation. */
  readonly event: E;
  /** Fetches a page of revocations with `seq` above `after`, in order, and the highest `seq` ever assigned. */
  readonly list: (after: number) => Promise<RevocationPage<z.output<E['data']>>>;
  readonly apply: (revocation: z.output<E['data']>) => void;
  readonly broker: Broker;
  readonly logger: Logger;
  /** Poll interval, by default 2 s. */
  readonly everyMs?: number;
  readonly now?: () => number;
}

interface RevocationPage<R> {
  readonly revocations: readonly (R & { readonly seq: number })[];
  readonly seq: number;
}

const retryMs = 250;

/** Receives revoked sessions by events (fast) and by polling (reliable). Only a successful poll resets the feed's age. */
export class RevocationFeed<E extends EventType> {
  readonly #options: FeedOptions<E>;
  readonly #now: () => number;
  /** The highest `seq` of a poll. Revocations become visible in the order of `seq`, so no lower one can be new. */
  #lastSeq = 0;
  #completeAt = Number.NEGATIVE_INFINITY;
  #isFailing = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: FeedOptions<E>) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    options.broker.subscribe(options.event.type, (data) => this.#receive(data));
  }

  /** Milliseconds since the list was last complete. */
  get ageMs(): number {
    return this.#now() - this.#completeAt;
  }

  start(): void {
    const pollAndSchedule = async (): Promise<void> => {
      const succeeded = await this.poll();
      if (!this.#stopped)
        this.#timer = setTimeout(() => void pollAndSchedule(), succeeded ? (this.#options.everyMs ?? 2000) : retryMs);
    };
    void pollAndSchedule();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /**
   * Fetches pages until there are no new entries. If the owner's `seq` went back (after the restore of a backup), it
   * fetches everything again. Returns whether it succeeded.
   */
  async poll(): Promise<boolean> {
    const startedAt = this.#now();
    try {
      let page = await this.#options.list(this.#lastSeq);
      if (page.seq < this.#lastSeq) {
        this.#lastSeq = 0;
        page = await this.#options.list(0);
      }
      while (this.#applyPage(page)) page = await this.#options.list(this.#lastSeq);
      this.#completeAt = startedAt;
      if (this.#isFailing) this.#options.logger.info({ feed: this.#options.event.type }, 'revocation_poll_recovered');
      this.#isFailing = false;
      return true;
    } catch (err) {
      if (!this.#isFailing)
        this.#options.logger.warn({ err, feed: this.#options.event.type }, 'revocation_poll_failed');
      this.#isFailing = true;
      return false;
    }
  }

  /** Applies a page. Returns whether it had new entries, so that more may follow. */
  #applyPage({ revocations }: RevocationPage<z.output<E['data']>>): boolean {
    for (const revocation of revocations) this.#options.apply(revocation);
    const newest = revocations.at(-1)?.seq ?? 0;
    if (newest <= this.#lastSeq) return false;
    this.#lastSeq = newest;
    return true;
  }

  #receive(data: string): void {
    try {
      const envelope = eventEnvelope.parse(JSON.parse(data));
      this.#options.apply(this.#options.event.data.parse(envelope.data) as z.output<E['data']>);
    } catch (err) {
      this.#options.logger.warn({ err, feed: this.#options.event.type }, 'revocation_event_invalid');
    }
  }
}
