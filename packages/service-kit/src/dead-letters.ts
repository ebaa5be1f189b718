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
  tries: number;
  error: string;
  at: Date;
  /** Set by an operator: try once more. */
  redriveRequestedAt: Date | null;
  redrivenAt: Date | null;
}

const lookEveryMs = 5000;

/** Events that no try could handle: kept where a person sees them and can send them again. */
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
        void this.redriveRequested().catch((err: unknown) => this.#logger.warn({ err }, 'redrive will be tried again')),
      lookEveryMs,
    );
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** One letter for a message, however often it is buried. */
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
      'dead letter',
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

  /** Takes everything out of the letters that speak of a user, read or not; nothing is left to send again. Answers how many. There are few letters, so all are looked at. */
  async blank(userId: string): Promise<number> {
    let blanked = 0;
    for await (const { _id, envelope } of this.#letters.find({}, { hint: '_id_', projection: { envelope: 1 } })) {
      if (envelope === null || !JSON.stringify(envelope).includes(userId)) continue;
      await this.#letters.updateOne(
        { _id },
        { $set: { envelope: null, error: 'The user was erased.', redriveRequestedAt: null, redrivenAt: new Date() } },
      );
      blanked += 1;
    }
    return blanked;
  }

  /** Open letters, oldest first. */
  async list(): Promise<DeadLetter[]> {
    return await this.#letters.find({ redrivenAt: null }).sort({ _id: 1 }).limit(500).toArray();
  }

  async find(id: string): Promise<DeadLetter | null> {
    return await this.#letters.findOne({ _id: id });
  }

  /** How many will be tried once more: one letter or all open ones. What holds no event cannot be. */
  async requestRedrive(which: { id: string } | 'all'): Promise<number> {
    const one = which === 'all' ? {} : { _id: which.id };
    return (
      await this.#letters.updateMany(
        { ...one, redrivenAt: null, envelope: { $ne: null } },
        { $set: { redriveRequestedAt: new Date() } },
      )
    ).matchedCount;
  }

  /** Tries every requested letter once; what fails again stays, with its new error. */
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
    if (!envelope) throw new Error('There is no event in this letter.');
    if (!handle) throw new Error('This release has no such consumer.');
    await handle(envelope);
  }

  get #letters() {
    return this.#connection.collection<DeadLetter>('dead_letters');
  }
}
