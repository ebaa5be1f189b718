import mongoose, { type Connection } from 'mongoose';
import type { Logger } from './logger.ts';
import { OutageLog } from './outage-log.ts';
import { ProblemError } from './problem.ts';

/**
 * While a request is pending, the database is pinged after this time, and again this long after each answered ping.
 * Both waits and the timeout of the second ping must fit into the 2 s within which a request is refused.
 */
const checkAfterMs = 400;
const pingTimeoutMs = 800;
const retryMs = 250;
/** A timer that fires later than this means that this process got no CPU time, so a timeout proves nothing. */
const maxTimerDelayMs = 150;

interface FailFastOptions {
  /** Whether the request may wait for the database once it has begun, such as an export. */
  readonly isLong: boolean;
  /** False once the reply has begun. The request is then left to end by itself. */
  readonly canStillFail: () => boolean;
  /** Called when the request fails, so that work which nobody waits for ends early. */
  readonly abort: (reason: ProblemError) => void;
}

/**
 * Finds out within 0.8 s whether the database answers. The driver's own timeouts are longer, so that background work,
 * commits and exports survive an election. A request would wait many seconds for them, so it is answered with 503 while
 * its work continues.
 */
export class DatabaseProbe {
  readonly #connection: Connection;
  readonly #logger: Logger;
  readonly #outageLog: OutageLog;
  #isUnavailable = false;
  #stopped = false;
  #lastAnswerAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<boolean> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: Connection, logger: Logger) {
    this.#connection = connection;
    this.#logger = logger;
    this.#outageLog = new OutageLog({ logger, message: 'mongodb_unavailable' });
    const markAnswer = () => (this.#lastAnswerAt = performance.now());
    const client = connection.getClient();
    client.on('commandSucceeded', markAnswer);
    client.on('serverHeartbeatSucceeded', markAnswer);
    // A refusal of the server, such as a write conflict, is an answer too.
    client.on(
      'commandFailed',
      ({ failure }) => void (failure instanceof mongoose.mongo.MongoServerError && markAnswer()),
    );
  }

  /** Whether the last check failed. While it is true, the checks are repeated. */
  get isUnavailable(): boolean {
    return this.#isUnavailable;
  }

  /** Resolves within about 0.8 s with whether the database answers. Concurrent checks share one ping. */
  check(): Promise<boolean> {
    this.#checking ??= this.#check().finally(() => (this.#checking = null));
    return this.#checking;
  }

  /** Runs `work`, and when it failed because the database is unavailable, again as soon as the database answers. */
  async repeatAfterOutage<T>(work: () => Promise<T>, { isStopped }: { isStopped: () => boolean }): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (isStopped() || (await this.check())) throw error;
        do await sleep(retryMs);
        while (!isStopped() && !(await this.check()));
      }
    }
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** Throws 503 while the database is known to be unavailable, so that no request begins then. */
  requireReachable(): void {
    if (this.#isUnavailable) throw unavailable();
  }

  /**
   * Settles like `work`; but if `work` takes long and the database does not answer, rejects with 503 at once. `work`
   * continues, because its transaction may be in the middle of a commit; its late failure is logged.
   */
  async failFast(work: Promise<void>, options: FailFastOptions): Promise<void> {
    const outage = this.#outageDuring(work, options);
    try {
      await Promise.race([work, outage.failure]);
    } finally {
      outage.stopWatching();
    }
  }

  #outageDuring(work: Promise<void>, { isLong, canStillFail, abort }: FailFastOptions) {
    let timer: NodeJS.Timeout | undefined;
    let isWatching = true;
    const failure = new Promise<never>((_resolve, reject) => {
      const checkDatabase = async (): Promise<void> => {
        const isAnswering = !this.#isUnavailable && (await this.check());
        if (!isWatching || !canStillFail()) return;
        if (isAnswering) {
          if (!isLong) timer = setTimeout(() => void checkDatabase(), checkAfterMs);
          return;
        }
        work.catch((err: unknown) => this.#logger.warn({ err }, 'request_failed_late'));
        const problem = unavailable();
        abort(problem);
        reject(problem);
      };
      timer = setTimeout(() => void checkDatabase(), checkAfterMs);
    });
    const stopWatching = (): void => {
      isWatching = false;
      clearTimeout(timer);
    };
    return { failure, stopWatching };
  }

  async #check(): Promise<boolean> {
    const error = await this.#ping();
    const isAnswering = error === null;
    if (isAnswering && this.#isUnavailable) this.#logger.info('mongodb_reconnected');
    if (isAnswering) this.#outageLog.ended();
    else this.#outageLog.failed({ err: error });
    this.#isUnavailable = !isAnswering;
    if (this.#isUnavailable && !this.#stopped) this.#timer = setTimeout(() => void this.check(), retryMs);
    return isAnswering;
  }

  /** Returns the error of a ping that failed, or null. Any other answer of the server meanwhile counts as well. */
  async #ping(): Promise<unknown> {
    const startedAt = performance.now();
    try {
      // An aborted ping closes its connection, which may be one whose peer is gone.
      await this.#connection.db?.command({ ping: 1 }, { signal: AbortSignal.timeout(pingTimeoutMs) });
      return null;
    } catch (error) {
      const wasStarved = performance.now() - startedAt > pingTimeoutMs + maxTimerDelayMs;
      return wasStarved || this.#lastAnswerAt >= startedAt ? null : error;
    }
  }
}

const unavailable = (): ProblemError =>
  new ProblemError('server.unavailable', { cause: new Error('MongoDB does not answer.') });

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
