import type { Logger } from './logger.ts';

const repeatMs = 60_000;

/**
 * The log lines of one dependency that is retried many times a minute: one for the first failure of an outage, and one
 * each minute while it lasts.
 */
export class OutageLog {
  readonly #logger: Pick<Logger, 'warn'>;
  readonly #message: string;
  readonly #now: () => number;
  #startedAt: number | null = null;
  #loggedAt = 0;

  constructor(options: {
    readonly logger: Pick<Logger, 'warn'>;
    readonly message: string;
    readonly now?: () => number;
  }) {
    this.#logger = options.logger;
    this.#message = options.message;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Call it at each failure. `fields` are logged with `downSeconds`, the time since the first failure. */
  failed(fields: object): void {
    const now = this.#now();
    const isFirst = this.#startedAt === null;
    this.#startedAt ??= now;
    if (!isFirst && now - this.#loggedAt < repeatMs) return;
    this.#loggedAt = now;
    this.#logger.warn({ ...fields, downSeconds: Math.round((now - this.#startedAt) / 1000) }, this.#message);
  }

  /** The dependency works again; the next failure is a new outage. */
  ended(): void {
    this.#startedAt = null;
  }
}
