import type { Logger } from '@inkbear/service-kit/logger';

export interface FeedOptions<R> {
  /** Whose sessions the feed is about; a field of its log lines. */
  readonly name: 'users' | 'admins';
  /** Fetches a page of revocations with `seq` above `after`, in order, and the highest `seq` ever assigned. */
  readonly list: (after: number) => Promise<RevocationPage<R>>;
  readonly apply: (revocation: R) => void;
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

/** Polls revoked sessions. `consumers.ts` applies them earlier, but events can be missed: only a poll resets the age. */
export class RevocationFeed<R> {
  readonly #options: FeedOptions<R>;
  readonly #now: () => number;
  /** The highest `seq` of a poll. Revocations become visible in the order of `seq`, so no lower one can be new. */
  #lastSeq = 0;
  #completeAt = Number.NEGATIVE_INFINITY;
  #isFailing = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: FeedOptions<R>) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
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
      if (this.#isFailing) this.#options.logger.info({ feed: this.#options.name }, 'revocation_poll_recovered');
      this.#isFailing = false;
      return true;
    } catch (err) {
      if (!this.#isFailing) this.#options.logger.warn({ err, feed: this.#options.name }, 'revocation_poll_failed');
      this.#isFailing = true;
      return false;
    }
  }

  /** Applies a page. Returns whether it had new entries, so that more may follow. */
  #applyPage({ revocations }: RevocationPage<R>): boolean {
    for (const revocation of revocations) this.#options.apply(revocation);
    const newest = revocations.at(-1)?.seq ?? 0;
    if (newest <= this.#lastSeq) return false;
    this.#lastSeq = newest;
    return true;
  }
}
