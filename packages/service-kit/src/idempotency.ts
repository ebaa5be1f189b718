import { createHash, createHmac, type KeyObject } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import { newId } from './ids.ts';
import { isDuplicateKey } from './mongo.ts';
import { ProblemError } from './problem.ts';
import { requestContext } from './request-context.ts';
import type { Reply } from './send-reply.ts';

interface KeptReply {
  _id: string;
  bodyHash: string;
  /** Which try owns the row: one that was taken over can neither commit nor keep its reply. */
  attempt: string;
  reply: Reply | null;
  startedAt: Date;
  /** Something was written under this key, whether or not its reply was kept. */
  committedAt?: Date;
  expireAt: Date;
}

const keptMs = 24 * 3_600_000;
/** After this long an unfinished first try counts as dead and a repeat may take over. */
const takeoverMs = 30_000;

/** Keeps the reply of a request for 24 h under its `Idempotency-Key`, user and route; a repeat answers the same. */
export class Idempotency {
  readonly #connection: Connection;
  readonly #secret: KeyObject;

  /** `secret` is nowhere in the database: what is kept of a password cannot be guessed by whoever reads that. */
  constructor(connection: Connection, secret: KeyObject) {
    this.#connection = connection;
    this.#secret = secret;
  }

  /** Runs `work` once for a key. Other params or another body under the same key are 409; a failure is not kept. When the process died after it had written but before its reply was kept, a repeat is 409 too: nothing is done twice. */
  async replay(
    request: {
      key: string | undefined;
      route: string;
      actor: string;
      params: unknown;
      body: unknown;
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
    const bodyHash = hash.update(JSON.stringify([request.params ?? null, request.body ?? null])).digest('base64');
    const attempt = newId();
    const kept = await this.#begin(id, bodyHash, attempt);
    if (kept) return kept;
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
        expireAt: new Date(startedAt.getTime() + keptMs),
      });
      return null;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const kept = await this.#replies.findOne({ _id: id });
    if (!kept) return await this.#begin(id, bodyHash, attempt);
    if (kept.bodyHash !== bodyHash) throw new ProblemError('request.key_reused');
    if (kept.reply) return kept.reply;
    if (kept.committedAt && kept.startedAt.getTime() < Date.now() - takeoverMs)
      throw new ProblemError('request.already_done');
    const taken = await this.#replies.updateOne(
      { _id: id, reply: null, committedAt: { $exists: false }, startedAt: { $lt: new Date(Date.now() - takeoverMs) } },
      { $set: { startedAt, attempt } },
    );
    if (taken.modifiedCount === 1) return null;
    throw new ProblemError('request.in_progress', { retryAfterSeconds: 1 });
  }

  get #replies() {
    return this.#connection.collection<KeptReply>('idempotency_keys');
  }
}

/** Notes in a transaction that the request it belongs to has written something; throws when another try has taken the request over. */
export async function markCommitted(connection: Connection, session: ClientSession): Promise<void> {
  const own = requestContext.getStore()?.idempotency;
  if (!own) return;
  const marked = await connection
    .collection<KeptReply>('idempotency_keys')
    .updateOne({ _id: own.id, attempt: own.attempt }, { $set: { committedAt: new Date() } }, { session });
  if (marked.matchedCount === 0) throw new ProblemError('request.in_progress', { retryAfterSeconds: 1 });
}
