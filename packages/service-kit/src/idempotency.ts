import { createHash, createHmac, type KeyObject } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import { newId } from './ids.ts';
import { isDuplicateKey } from './mongo.ts';
import { ProblemError } from './problem.ts';
import { requestContext } from './request-context.ts';
import type { Reply } from './send-reply.ts';

interface StoredReply {
  _id: string;
  bodyHash: string;
  /** The attempt that owns the row. An attempt that was taken over can neither commit nor store its reply. */
  attempt: string;
  reply: Reply | null;
  startedAt: Date;
  /** Set when a transaction of this request committed, whether or not its reply was stored. */
  committedAt?: Date;
  expireAt: Date;
}

const retentionMs = 24 * 3_600_000;
/** After this time an unfinished attempt counts as dead and a repeat may take over. */
const takeoverMs = 30_000;

/** Stores the reply of a request for 24 h under its `Idempotency-Key`, user and route, and returns it to repeats. */
export class Idempotency {
  readonly #connection: Connection;
  readonly #secret: KeyObject;

  /**
   * `secret` keys the hash of bodies with passwords. It is not in the database, so a leaked database does not help to
   * guess them.
   */
  constructor(connection: Connection, secret: KeyObject) {
    this.#connection = connection;
    this.#secret = secret;
  }

  /**
   * Runs `work` once per key. Other params or other bytes of the body under the same key are 409. Failures are not stored.
   * If the process died after committing but before storing the reply, a repeat is 409 too, so nothing is done twice.
   */
  async replay(
    request: {
      key: string | undefined;
      route: string;
      actor: string;
      params: unknown;
      /** The bytes as received; parsing and printing a long body again would block the event loop. */
      body: Buffer | undefined;
      hasSecret?: boolean;
    },
    work: () => Promise<Reply>,
  ): Promise<Reply> {
    if (request.key === undefined) return await work();
    if (!/^[\w-]{8,128}$/.test(request.key))
      throw new ProblemError('request.malformed', {
        message: 'The Idempotency-Key must be 8 to 128 letters, digits or dashes.',
      });
    const id = `${request.actor}:${request.route}:${request.key}`;
    const hash = request.hasSecret ? createHmac('sha256', this.#secret) : createHash('sha256');
    hash.update(JSON.stringify(request.params ?? null));
    if (request.body) hash.update(request.body);
    const bodyHash = hash.digest('base64');
    const attempt = newId();
    const stored = await this.#begin(id, bodyHash, attempt);
    if (stored) return stored;
    const scope = requestContext.getStore();
    if (scope) scope.idempotency = { id, attempt };
    try {
      const reply = await work();
      await this.#replies.updateOne({ _id: id, attempt }, { $set: { reply } });
      return reply;
    } catch (error) {
      await this.#replies.deleteOne({ _id: id, attempt, reply: null, committedAt: { $exists: false } });
      throw error;
    }
  }

  async #begin(id: string, bodyHash: string, attempt: string): Promise<Reply | null> {
    const startedAt = new Date();
    try {
      await this.#replies.insertOne({
        _id: id,
        bodyHash,
        attempt,
        reply: null,
        startedAt,
        expireAt: new Date(startedAt.getTime() + retentionMs),
      });
      return null;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const stored = await this.#replies.findOne({ _id: id });
    if (!stored) return await this.#begin(id, bodyHash, attempt);
    if (stored.bodyHash !== bodyHash) throw new ProblemError('request.key_reused');
    if (stored.reply) return stored.reply;
    if (stored.committedAt && stored.startedAt.getTime() < Date.now() - takeoverMs)
      throw new ProblemError('request.already_done');
    const takeover = await this.#replies.updateOne(
      { _id: id, reply: null, committedAt: { $exists: false }, startedAt: { $lt: new Date(Date.now() - takeoverMs) } },
      { $set: { startedAt, attempt } },
    );
    if (takeover.modifiedCount === 1) return null;
    throw new ProblemError('request.in_progress', { retryAfterSeconds: 1 });
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
