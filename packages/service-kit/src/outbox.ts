import type { EventEnvelope, EventType } from '@inkbear/contracts/events';
import type { ClientSession, Connection } from 'mongoose';
import type { z } from 'zod';
import { markCommitted } from './idempotency.ts';
import { newId } from './ids.ts';
import { inTransaction } from './mongo.ts';
import { currentActor } from './request-context.ts';
import { currentTraceparent } from './telemetry.ts';

/** A row of the outbox: the event itself, and when the broker confirmed it. */
export interface OutboxRow extends Omit<EventEnvelope, 'id' | 'time'> {
  _id: string;
  time: Date;
  publishedAt: Date | null;
  /** The number that it, or a later event published with it, has in the stream; absent in rows of earlier releases. */
  streamSeq?: number;
  expireAt?: Date;
}

const progressKeptMs = 14 * 86_400_000;

/** One transaction: what is written with `session` and what is emitted happen together or not at all. */
export interface Transaction {
  readonly session: ClientSession;
  /** Adds an event and answers its `seq`. `key` names the aggregate whose `seq` rises by one. */
  emit<E extends EventType>(event: E, key: string, data: z.input<E['data']>): Promise<number>;
  /**
   * Serialises transactions that lock the same name: of two at once MongoDB reports a write conflict to one, which is retried.
   * For a limit that is counted before something is added. The lock is a counter in `outbox_seq`.
   */
  lock(name: string): Promise<void>;
  /** Runs `effect` once the transaction has committed; a repeated callback registers it anew. It must not throw. */
  afterCommit(effect: () => void): void;
}

/** Writes state and events in one transaction and tells the relay right after the commit. */
export class Outbox {
  readonly #connection: Connection;
  readonly #service: string;
  #onCommit: (rows: readonly OutboxRow[]) => void = () => undefined;

  constructor(connection: Connection, service: string) {
    this.#connection = connection;
    this.#service = service;
  }

  onCommit(listener: (rows: readonly OutboxRow[]) => void): void {
    this.#onCommit = listener;
  }

  async run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    let rows: OutboxRow[] = [];
    let effects: (() => void)[] = [];
    const result = await inTransaction(this.#connection, async (session) => {
      rows = [];
      effects = [];
      const emit: Transaction['emit'] = async (event, key, data) => {
        const row = await this.#insert(session, event, key, data);
        rows.push(row);
        return row.seq;
      };
      const lock = async (name: string) => void (await this.#count(session, `turn:${name}`));
      const result = await work({ session, emit, lock, afterCommit: (effect) => void effects.push(effect) });
      await markCommitted(this.#connection, session);
      return result;
    });
    for (const effect of effects) effect();
    if (rows.length > 0) this.#onCommit(rows);
    return result;
  }

  async #insert<E extends EventType>(
    session: ClientSession,
    event: E,
    key: string,
    data: z.input<E['data']>,
  ): Promise<OutboxRow> {
    const time = new Date();
    const row: OutboxRow = {
      _id: newId(),
      type: event.type,
      time,
      key,
      seq: await this.#count(session, `${event.type}:${key}`),
      actor: currentActor(this.#service),
      traceparent: currentTraceparent(),
      data: event.data.parse(data),
      publishedAt: null,
      ...(event.kind === 'progress' ? { expireAt: new Date(time.getTime() + progressKeptMs) } : {}),
    };
    // Kept as it is told: what is absent must not come back as null when the record is read again.
    await this.#connection.collection<OutboxRow>('outbox').insertOne(row, { session, ignoreUndefined: true });
    return row;
  }

  /** The counter lives in the same transaction, so two writers of one aggregate conflict and one repeats. */
  async #count(session: ClientSession, counterId: string): Promise<number> {
    const counter = await this.#connection
      .collection<{ _id: string; seq: number }>('outbox_seq')
      .findOneAndUpdate({ _id: counterId }, { $inc: { seq: 1 } }, { session, upsert: true, returnDocument: 'after' });
    if (!counter) throw new Error('The sequence counter was not written.');
    return counter.seq;
  }
}

export const toEnvelope = (row: OutboxRow): EventEnvelope => ({
  id: row._id,
  type: row.type,
  time: row.time.toISOString(),
  key: row.key,
  seq: row.seq,
  actor: row.actor,
  traceparent: row.traceparent,
  data: row.data,
});
