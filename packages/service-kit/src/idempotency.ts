import { createHash, createHmac, type KeyObject } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import { newId } from './ids.ts';
import { isDuplicateKey } from './mongo.ts';
import { ProblemError } from './problem.ts';
import { requestContext } from './request-context.ts';
import type { Reply } from './send-reply.ts';

interface StoredReply {
  _id: string;
  /** Absent in rows of earlier releases. */
  actor?: string;
  bodyHash: string;
  /** The attempt that owns the row. An attempt that was taken over can neither commit nor store its reply. */
  attempt: string;
  reply: Reply | null;
  /** When the attempt started or last renewed its row (heartbeat). */
  startedAt: Date;
  /** Set when a transaction of this request committed, whether or not its reply was stored. */
  committedAt?: Date;
  /** Set when the request has finished and its reply is not stored. */
  finishedAt?: Date;
  expireAt: Date;
}

const retentionMs = 24 * 3_600_000;
/** An attempt that has not renewed its row for this long counts as dead, and a repeat may take over. */
const takeoverMs = 30_000;
const renewEveryMs = 10_000;
/** Longer replies are not stored, in UTF-16 units of JSON: a short request may have a long reply. */
const maxReplyLength = 65_536;
/** Rows of one actor; beyond it the oldest are deleted. A client repeats a request within seconds. */
const maxRowsPerActor = 500;
const rowsBetweenTrims = 50;

interface KeyedRequest {
  readonly key: string;
  readonly route: string;
  readonly actor: string;
  readonly params: unknown;
  /** The bytes as received; parsing and printing a long body again would block the event loop. */
  readonly body: Buffer | undefined;
  readonly hasSecret?: boolean;
}

/** Identifies a request with an `Idempotency-Key`. */
export interface RequestIdentity {
  /** Actor, route and key. */
  readonly id: string;
  readonly actor: string;
  /** Hash of params and body. */
  readonly bodyHash: string;
}

/** How repeats of a request are answered. */
interface RunOptions {
  /** The handler has stored the result itself and returns it to a repeat, so its reply is not stored. */
  readonly storesOwnResult?: boolean;
}

/**
 * What a request finds under its key. `acquired`: no reply, and this attempt now owns the row. `stored-by-handler`: the
 * handler has stored the result of the first request itself. Otherwise the stored reply.
 */
type KeyLookup = 'acquired' | 'stored-by-handler' | Reply;

/**
 * Remembers each request for 24 h under its `Idempotency-Key`, user and route, and returns its reply to repeats. A reply
 * longer than 64 KB is not stored: a repeat then gets 409 `request.already_done`.
 */
export class Idempotency {
  readonly #connection: Connection;
  readonly #secret: KeyObject;
  #rowsSinceTrim = 0;

  /**
   * `secret` keys the hash of bodies with passwords. It is not in the database, so a leaked database does not help to
   * guess them.
   */
  constructor(connection: Connection, secret: KeyObject) {
    this.#connection = connection;
    this.#secret = secret;
  }

  /** Throws 400 for a malformed key. */
  identify({ key, route, actor, params, body, hasSecret = false }: KeyedRequest): RequestIdentity {
    if (!/^[\w-]{8,128}$/.test(key))
      throw new ProblemError('request.malformed', {
        message: 'The Idempotency-Key must be 8 to 128 letters, digits or dashes.',
      });
    const hash = hasSecret ? createHmac('sha256', this.#secret) : createHash('sha256');
    hash.update(JSON.stringify(params ?? null));
    if (body) hash.update(body);
    return { id: `${actor}:${route}:${key}`, actor, bodyHash: hash.digest('base64') };
  }

  /**
   * Runs `work` once per key. Other params or other bytes of the body under the same key are 409. Failures are not stored.
   * If the process died after committing but before storing the reply, a repeat is 409 too, so nothing is done twice.
   */
  async runOnce(
    request: RequestIdentity,
    work: () => Promise<Reply>,
    { storesOwnResult = false }: RunOptions = {},
  ): Promise<Reply> {
    const attempt = newId();
    const found = await this.#begin({ ...request, attempt, storesOwnResult });
    if (found === 'stored-by-handler') return await work();
    if (found !== 'acquired') return found;
    const row = { _id: request.id, attempt };
    const scope = requestContext.getStore();
    if (scope) scope.idempotency = { id: request.id, attempt };
    const renewal = setInterval(() => this.#renew(row), renewEveryMs);
    try {
      const reply = await work();
      const isStored = !storesOwnResult && JSON.stringify(reply).length <= maxReplyLength;
      await this.#replies.updateOne(row, { $set: isStored ? { reply } : { finishedAt: new Date() } });
      return reply;
    } catch (error) {
      await this.#replies.deleteOne({ ...row, reply: null, committedAt: { $exists: false } });
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }

  async #begin(
    call: RequestIdentity & { readonly attempt: string; readonly storesOwnResult: boolean },
  ): Promise<KeyLookup> {
    const { id, actor, bodyHash, attempt, storesOwnResult } = call;
    const startedAt = new Date();
    try {
      const expireAt = new Date(startedAt.getTime() + retentionMs);
      await this.#replies.insertOne({ _id: id, actor, bodyHash, attempt, reply: null, startedAt, expireAt });
      this.#trimSometimes(actor);
      return 'acquired';
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const stored = await this.#replies.findOne({ _id: id });
    if (!stored) return await this.#begin(call);
    if (stored.bodyHash !== bodyHash) throw new ProblemError('request.key_reused');
    if (stored.reply) return stored.reply;
    const timeoutAt = new Date(Date.now() - takeoverMs);
    if (stored.finishedAt || (stored.committedAt && stored.startedAt < timeoutAt)) {
      if (storesOwnResult) return 'stored-by-handler';
      throw new ProblemError('request.already_done');
    }
    const takeover = await this.#replies.updateOne(
      { _id: id, reply: null, committedAt: { $exists: false }, startedAt: { $lt: timeoutAt } },
      { $set: { startedAt, attempt } },
    );
    if (takeover.modifiedCount === 1) return 'acquired';
    throw new ProblemError('request.in_progress', { retryAfterSeconds: 1 });
  }

  /**
   * Renews the row of a running attempt (heartbeat). An error is ignored, because another renewal follows. If a repeat
   * takes over before that, this attempt can neither commit nor store its reply, so nothing is done twice.
   */
  #renew(row: { readonly _id: string; readonly attempt: string }): void {
    this.#replies.updateOne(row, { $set: { startedAt: new Date() } }).catch(() => undefined);
  }

  /** Trims the rows of the actor of every fiftieth request, which is most often an actor with many requests. */
  #trimSometimes(actor: string): void {
    this.#rowsSinceTrim += 1;
    if (this.#rowsSinceTrim < rowsBetweenTrims) return;
    this.#rowsSinceTrim = 0;
    // The request does not wait for it. An error is ignored, because a later request trims again.
    this.#trim(actor).catch(() => undefined);
  }

  /** Deletes the oldest rows of an actor with too many. */
  async #trim(actor: string): Promise<void> {
    const [newest] = await this.#replies
      .find({ actor }, { projection: { startedAt: 1 } })
      .sort({ startedAt: -1 })
      .skip(maxRowsPerActor)
      .limit(1)
      .toArray();
    if (newest) await this.#replies.deleteMany({ actor, startedAt: { $lte: newest.startedAt } });
  }

  get #replies() {
    return this.#connection.collection<StoredReply>('idempotency_keys');
  }
}

/**
 * Records in a transaction that its request has written something. Throws when another attempt has taken the request
 * over.
 */
export async function markCommitted(connection: Connection, session: ClientSession): Promise<void> {
  const idempotency = requestContext.getStore()?.idempotency;
  if (!idempotency) return;
  const marked = await connection
    .collection<StoredReply>('idempotency_keys')
    .updateOne(
      { _id: idempotency.id, attempt: idempotency.attempt },
      { $set: { committedAt: new Date() } },
      { session },
    );
  if (marked.matchedCount === 0) throw new ProblemError('request.in_progress', { retryAfterSeconds: 1 });
}
