import type { EventEnvelope, EventType } from '@inkbear/contracts/events';
import type { ClientSession, Connection } from 'mongoose';
import type { z } from 'zod';
import { markCommitted } from './idempotency.ts';
import { newId } from './ids.ts';
import { inTransaction } from './mongo.ts';
import { currentActor } from './request-context.ts';
import { currentTraceparent } from './telemetry.ts';

/** An outbox row: the event and the time when the broker confirmed it. */
export interface OutboxRow extends Omit<EventEnvelope, 'id' | 'time'> {
  _id: string;
  time: Date;
  publishedAt: Date | null;
  /**
   * Stream sequence of this event or of a later one published in the same batch; absent in rows of earlier releases.
   */
  streamSeq?: number;
  expireAt?: Date;
}

interface SeqRow {
  /** `<type>:<key>` of events, or `turn:<name>` for the counter of a lock (stored prefix). */
  _id: string;
  seq: number;
  /** Incremented to lock the row. Absent in rows that were never locked. */
  locks?: number;
}

const progressRetentionMs = 14 * 86_400_000;
/** The broker refuses messages of 1 MiB. A refused event would hold up all later ones, so it must not be stored. */
const maxDataBytes = 512 * 1024;
/** A longer backlog is not counted to its end. */
const maxCountedBacklog = 10_000;
const backlogTimeoutMs = 2000;

/** Events that wait for the broker. */
export interface OutboxBacklog {
  /** At most 10,000. */
  readonly waiting: number;
  /** 0 without a waiting event. */
  readonly oldestAgeSeconds: number;
}

/** One transaction: writes with `session` and emitted events are committed together or not at all. */
export interface Transaction {
  readonly session: ClientSession;
  /** Adds an event and returns its `seq`. `key` identifies the aggregate, whose `seq` is incremented. */
  emit<E extends EventType>(event: E, key: string, data: z.input<E['data']>): Promise<number>;
  /**
   * Like `emit`, but adds no event when its data equals that of the key's last event. Returns the `seq` of the event that
   * has this data. Transactions that call it for the same key are serialised, even when they add no event.
   */
  emitIfChanged: Transaction['emit'];
  /**
   * Serialises transactions that lock the same name: of two concurrent ones MongoDB aborts one with a write conflict,
   * and it is retried. Use it to count against a limit before adding something. The lock is a counter in `outbox_seq`.
   */
  lock(name: string): Promise<void>;
  /**
   * Runs `effect` after the commit. When the transaction is retried, the callback registers it again. `effect` must not
   * throw.
   */
  afterCommit(effect: () => void): void;
}

/** Writes state and events in one transaction and notifies the relay after the commit. */
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

  /** Counts the unpublished events, with the index that the relay uses. */
  async readBacklog(): Promise<OutboxBacklog> {
    const rows = this.#connection.collection<OutboxRow>('outbox');
    const unpublished = { publishedAt: null };
    const [waiting, oldest] = await Promise.all([
      rows.countDocuments(unpublished, { limit: maxCountedBacklog, maxTimeMS: backlogTimeoutMs }),
      rows.findOne(unpublished, { sort: { _id: 1 }, projection: { time: 1 }, maxTimeMS: backlogTimeoutMs }),
    ]);
    return { waiting, oldestAgeSeconds: oldest ? Math.max(0, Date.now() - oldest.time.getTime()) / 1000 : 0 };
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
      const emitIfChanged: Transaction['emit'] = async (event, key, data) => {
        const last = await this.#lockLast(session, event, key);
        const isRepeat = last && JSON.stringify(last.data) === JSON.stringify(parseData(event, data));
        return isRepeat ? last.seq : await emit(event, key, data);
      };
      const lock = async (name: string) => void (await this.#nextSeq(session, `turn:${name}`));
      const value = await work({
        session,
        emit,
        emitIfChanged,
        lock,
        afterCommit: (effect) => void effects.push(effect),
      });
      await markCommitted(this.#connection, session);
      return value;
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
      seq: await this.#nextSeq(session, `${event.type}:${key}`),
      actor: currentActor(this.#service),
      traceparent: currentTraceparent(),
      data: parseData(event, data),
      publishedAt: null,
      ...(event.kind === 'progress' ? { expireAt: new Date(time.getTime() + progressRetentionMs) } : {}),
    };
    // Store absent fields as absent: by default the driver would store undefined as null.
    await this.#connection.collection<OutboxRow>('outbox').insertOne(row, { session, ignoreUndefined: true });
    return row;
  }

  /**
   * The last event of a key, if any. Writes its counter, because a transaction that only reads the last event would not
   * conflict with one that adds the next.
   */
  async #lockLast(session: ClientSession, { type }: EventType, key: string): Promise<OutboxRow | null> {
    await this.#connection
      .collection<SeqRow>('outbox_seq')
      .updateOne(
        { _id: `${type}:${key}` },
        { $inc: { locks: 1 }, $setOnInsert: { seq: 0 } },
        { session, upsert: true },
      );
    return await this.#connection
      .collection<OutboxRow>('outbox')
      .findOne({ type, key }, { session, sort: { seq: -1 } });
  }

  /** The counter is part of the transaction, so two writers of one aggregate conflict and one is retried. */
  async #nextSeq(session: ClientSession, counterId: string): Promise<number> {
    const counter = await this.#connection
      .collection<SeqRow>('outbox_seq')
      .findOneAndUpdate({ _id: counterId }, { $inc: { seq: 1 } }, { session, upsert: true, returnDocument: 'after' });
    if (!counter) throw new Error('The sequence counter was not written.');
    return counter.seq;
  }
}

function parseData<E extends EventType>(event: E, data: z.input<E['data']>): unknown {
  const parsed: unknown = event.data.parse(data);
  const bytes = Buffer.byteLength(JSON.stringify(parsed));
  if (bytes > maxDataBytes)
    throw new Error(`${event.type} has ${bytes} bytes of data; at most ${maxDataBytes} are allowed.`);
  return parsed;
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
