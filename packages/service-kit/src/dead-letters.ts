import type { EventEnvelope } from '@inkbear/contracts/events';
import type { Connection } from 'mongoose';
import { newId } from './ids.ts';
import type { Logger } from './logger.ts';

export interface DeadLetter {
  _id: string;
  consumer: string;
  envelope: EventEnvelope | null;
  subject: string;
  streamSeq: number;
  /** Failed attempts to handle it. Stored name. */
  tries: number;
  error: string;
  at: Date;
  /** Set by an operator to request one more attempt. */
  redriveRequestedAt: Date | null;
  redrivenAt: Date | null;
}

const pollIntervalMs = 5000;
/** More open letters are not counted. */
const maxCountedLetters = 10_000;
const countTimeoutMs = 2000;

/** Stores events whose handler failed on every attempt. Operators can list and redrive them. */
export class DeadLetters {
  readonly #connection: Connection;
  readonly #logger: Logger;
  readonly #handlers = new Map<string, (envelope: EventEnvelope) => Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(connection: Connection, logger: Logger) {
    this.#connection = connection;
    this.#logger = logger;
  }

  register(consumer: string, handle: (envelope: EventEnvelope) => Promise<void>): void {
    this.#handlers.set(consumer, handle);
  }

  start(): void {
    this.#timer = setInterval(
      () =>
        void this.redriveRequested().catch((err: unknown) => this.#logger.warn({ err }, 'dead_letter_redrive_failed')),
      pollIntervalMs,
    );
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Upserts the dead letter of a message, so a repeated call adds no second one. */
  async insert(letter: {
    consumer: string;
    envelope: EventEnvelope | null;
    subject: string;
    streamSeq: number;
    tries: number;
    error: unknown;
  }): Promise<void> {
    const message = letter.error instanceof Error ? `${letter.error.name}: ${letter.error.message}` : 'unknown error';
    this.#logger.error(
      { consumer: letter.consumer, eventId: letter.envelope?.id, subject: letter.subject },
      'dead_letter_stored',
    );
    await this.#letters.updateOne(
      { consumer: letter.consumer, subject: letter.subject, streamSeq: letter.streamSeq },
      {
        $set: {
          envelope: letter.envelope,
          tries: letter.tries,
          error: message,
          at: new Date(),
          redriveRequestedAt: null,
          redrivenAt: null,
        },
        $setOnInsert: { _id: newId() },
      },
      { upsert: true },
    );
  }

  /**
   * Removes the event from all dead letters that mention a user, redriven or not, so that they cannot be redriven.
   * Scans all rows, because there are few. Returns how many it changed.
   */
  async redactUser(userId: string): Promise<number> {
    let redacted = 0;
    for await (const { _id, envelope } of this.#letters.find({}, { hint: '_id_', projection: { envelope: 1 } })) {
      if (envelope === null || !JSON.stringify(envelope).includes(userId)) continue;
      await this.#letters.updateOne(
        { _id },
        { $set: { envelope: null, error: 'The user was erased.', redriveRequestedAt: null, redrivenAt: new Date() } },
      );
      redacted += 1;
    }
    return redacted;
  }

  /** Open letters, oldest first. */
  async list(): Promise<DeadLetter[]> {
    return await this.#letters.find({ redrivenAt: null }).sort({ _id: 1 }).limit(500).toArray();
  }

  /** How many open letters each consumer has, of at most 10,000. */
  async countOpen(): Promise<ReadonlyMap<string, number>> {
    const counts = await this.#letters
      .aggregate<{ _id: string; open: number }>(
        [
          { $match: { redrivenAt: null } },
          { $limit: maxCountedLetters },
          { $group: { _id: '$consumer', open: { $sum: 1 } } },
        ],
        { maxTimeMS: countTimeoutMs },
      )
      .toArray();
    return new Map(counts.map(({ _id, open }) => [_id, open]));
  }

  async find(id: string): Promise<DeadLetter | null> {
    return await this.#letters.findOne({ _id: id });
  }

  /** Marks one or all open dead letters for redrive, except those without an event. Returns how many were marked. */
  async requestRedrive(target: { id: string } | 'all'): Promise<number> {
    const idFilter = target === 'all' ? {} : { _id: target.id };
    return (
      await this.#letters.updateMany(
        { ...idFilter, redrivenAt: null, envelope: { $ne: null } },
        { $set: { redriveRequestedAt: new Date() } },
      )
    ).matchedCount;
  }

  /** Retries each marked dead letter once. One that fails again stays open with its new error. */
  async redriveRequested(): Promise<number> {
    const letters = await this.#letters
      .find({ redrivenAt: null, redriveRequestedAt: { $ne: null } })
      .sort({ _id: 1 })
      .limit(100)
      .toArray();
    let redriven = 0;
    for (const letter of letters) {
      try {
        await this.#handle(letter);
        await this.#letters.updateOne({ _id: letter._id }, { $set: { redrivenAt: new Date() } });
        redriven += 1;
      } catch (error) {
        const message = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error';
        await this.#letters.updateOne(
          { _id: letter._id },
          { $set: { redriveRequestedAt: null, error: message }, $inc: { tries: 1 } },
        );
      }
    }
    return redriven;
  }

  async #handle({ consumer, envelope }: DeadLetter): Promise<void> {
    const handle = this.#handlers.get(consumer);
    if (!envelope) throw new Error('This dead letter has no event.');
    if (!handle) throw new Error('This release does not have that consumer.');
    await handle(envelope);
  }

  get #letters() {
    return this.#connection.collection<DeadLetter>('dead_letters');
  }
}
