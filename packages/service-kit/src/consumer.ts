import { createHash } from 'node:crypto';
import { type EventEnvelope, eventEnvelope, type EventData, type EventType } from '@inkbear/contracts/events';
import { durableName } from '@inkbear/contracts/messaging';
import type { ServiceName } from '@inkbear/contracts/services';
import { SpanKind } from '@opentelemetry/api';
import type { ClientSession } from 'mongoose';
import { AckPolicy, type ConsumerMessages, DeliverPolicy, type JsMsg, nanos } from 'nats';
import type { Broker } from './broker.ts';
import type { DatabaseProbe } from './database-probe.ts';
import type { DeadLetters } from './dead-letters.ts';
import type { Inbox } from './inbox.ts';
import type { Logger } from './logger.ts';
import { metrics } from './metrics/metrics.ts';
import { isNotFound } from './nats-errors.ts';
import type { Transaction } from './outbox.ts';
import { contextFrom, inSpan } from './telemetry.ts';

/** Answers whether a user was erased; see `erasure.ts`. */
interface ErasedUsers {
  isErased(userId: string, session: ClientSession): Promise<boolean>;
}

/** Binds a handler to an event. The handler writes only through the transaction. */
export interface Subscription {
  readonly event: EventType;
  readonly handle: (event: EventEnvelope, transaction: Transaction) => Promise<void>;
  /**
   * Also handle events about erased users. By default they are skipped, so that no late event brings a row back. Set it
   * for totals that must be reproducible from the outboxes; such a handler must not store anything about the user.
   */
  readonly includeErasedUsers?: boolean;
}

/** Events of the stream that the consumer has not finished. */
interface ConsumerLag {
  /** Not delivered yet. */
  readonly pending: number;
  /** Delivered, but not acknowledged yet. */
  readonly ackPending: number;
}

/** What became of a delivered event. */
type Outcome = 'handled' | 'duplicate' | 'retried' | 'dead';

/** Creates a subscription; the event's data is parsed before the handler sees it. */
export const on = <E extends EventType>(
  event: E,
  handle: (event: EventEnvelope<EventData<E>>, transaction: Transaction) => Promise<void>,
  options: Pick<Subscription, 'includeErasedUsers'> = {},
): Subscription => ({ event, handle: handle as Subscription['handle'], ...options });

const maxAttempts = 8;
const ackWaitMs = 30_000;
/** How often a running handler extends its ack deadline. */
const extendAckEveryMs = ackWaitMs / 3;
const reopenAfterMs = 500;
/** Processes start in parallel, so the owner usually creates its stream within moments. */
const firstStreamWaitMs = 25;
/** Small, because the ack deadline of prefetched messages runs while a slow one is handled. */
const prefetch = 8;
/** Statuses after which the consumer must be opened again. */
const endStatuses = new Set<string>(['consumer_deleted', 'consumer_not_found', 'stream_not_found']);
/** Delay before the next attempt: 250 ms, doubling up to a minute. */
const backoffMs = (attempt: number): number => Math.min(60_000, 250 * 2 ** (attempt - 1));

/**
 * One durable JetStream consumer. Message → inbox row and effect in one transaction → ack. On failure: nak with
 * backoff, and a dead letter after the last attempt.
 */
export class Consumer {
  readonly durable: string;
  readonly #subscription: Subscription;
  readonly #broker: Broker;
  readonly #databaseProbe: Pick<DatabaseProbe, 'repeatAfterOutage'>;
  readonly #inbox: Inbox;
  readonly #deadLetters: DeadLetters;
  readonly #erasure: ErasedUsers;
  readonly #logger: Logger;
  #messages: ConsumerMessages | null = null;
  #stopped = false;
  #loop: Promise<void> | null = null;

  constructor(options: {
    service: ServiceName;
    subscription: Subscription;
    broker: Broker;
    databaseProbe: Pick<DatabaseProbe, 'repeatAfterOutage'>;
    inbox: Inbox;
    deadLetters: DeadLetters;
    erasure: ErasedUsers;
    logger: Logger;
  }) {
    this.durable = durableName(options.service, options.subscription.event.type);
    this.#subscription = options.subscription;
    this.#broker = options.broker;
    this.#databaseProbe = options.databaseProbe;
    this.#inbox = options.inbox;
    this.#deadLetters = options.deadLetters;
    this.#erasure = options.erasure;
    this.#logger = options.logger.child({ consumer: this.durable });
    this.#deadLetters.register(this.durable, async (envelope) => void (await this.handle(envelope)));
  }

  get eventType(): string {
    return this.#subscription.event.type;
  }

  get #stream(): string {
    return this.#broker.streamName(this.#subscription.event.owner);
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Stops fetching and waits for the current message. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#messages?.stop();
    if (this.#broker.isConnected) await this.#loop;
  }

  /** Null before the consumer exists on the broker. */
  async readLag(): Promise<ConsumerLag | null> {
    const { manager } = await this.#broker.client();
    try {
      const info = await manager.consumers.info(this.#stream, this.durable);
      return { pending: info.num_pending, ackPending: info.num_ack_pending };
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  /** Handles one event exactly once: a duplicate finds its inbox row, does nothing and resolves with false. */
  async handle(envelope: EventEnvelope): Promise<boolean> {
    const data = this.#subscription.event.data.parse(envelope.data);
    const { kind, naturalKey } = this.#subscription.event;
    const id = naturalKey === undefined ? envelope.id : hashKey(String((data as Record<string, unknown>)[naturalKey]));
    return await this.#inbox.once(this.durable, { id, kind }, async (transaction) => {
      if (await this.#isAboutErasedUser(data, transaction)) return;
      await this.#subscription.handle({ ...envelope, data }, transaction);
    });
  }

  async #isAboutErasedUser(data: unknown, { session }: Transaction): Promise<boolean> {
    if (
      this.#subscription.includeErasedUsers ||
      typeof data !== 'object' ||
      data === null ||
      !('userId' in data) ||
      typeof data.userId !== 'string'
    )
      return false;
    return await this.#erasure.isErased(data.userId, session);
  }

  /** Reopens the consumer whenever it ends, for example after a broker restart. */
  async #run(): Promise<void> {
    let waits = 0;
    while (!this.#stopped) {
      try {
        this.#messages = await this.#open();
        waits = 0;
        if (this.#stopped) this.#messages.stop();
        for await (const message of this.#messages) await this.#receive(message);
      } catch (err) {
        waits = this.#logOpenFailure(err, waits);
      }
      const reopenInMs = waits === 0 ? reopenAfterMs : Math.min(reopenAfterMs, firstStreamWaitMs * 2 ** waits);
      if (!this.#stopped) await new Promise((resolve) => setTimeout(resolve, reopenInMs));
    }
  }

  /**
   * Only the owner creates its stream, so a missing stream is not logged as a failure. Returns the number of
   * consecutive times that it was missing.
   */
  #logOpenFailure(err: unknown, waits: number): number {
    if (!isNotFound(err)) {
      this.#logger.warn({ err, retryInMs: reopenAfterMs }, 'nats_consumer_failed');
      return 0;
    }
    if (waits === 0) this.#logger.info('nats_consumer_waits_for_stream');
    return waits + 1;
  }

  async #open(): Promise<ConsumerMessages> {
    const { type } = this.#subscription.event;
    const stream = this.#stream;
    const { manager, jetstream } = await this.#broker.client();
    await manager.consumers.add(stream, {
      durable_name: this.durable,
      filter_subject: this.#broker.subject(type),
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(ackWaitMs),
      deliver_policy: DeliverPolicy.All,
      max_deliver: -1,
      max_ack_pending: 1000,
    });
    const consumer = await jetstream.consumers.get(stream, this.durable);
    const messages = await consumer.consume({ max_messages: prefetch, expires: 10_000, idle_heartbeat: 2000 });
    void this.#watch(messages);
    return messages;
  }

  async #watch(messages: ConsumerMessages): Promise<void> {
    for await (const status of await messages.status()) {
      const missed = status.type === 'heartbeats_missed' && Number(status.data) >= 2;
      if (missed || endStatuses.has(status.type)) messages.stop();
    }
  }

  async #receive(message: JsMsg): Promise<void> {
    const startedAt = performance.now();
    const envelope = isRepublished(message) ? null : parseEnvelope(message);
    const outcome =
      envelope?.type === this.eventType
        ? await this.#process(message, envelope)
        : await this.#deadLetter(message, null, new Error(`Not a ${this.eventType} event from its owner.`));
    metrics.record(
      'messaging.process.duration',
      { 'messaging.consumer.group.name': this.durable, outcome },
      (performance.now() - startedAt) / 1000,
    );
  }

  async #process(message: JsMsg, envelope: EventEnvelope): Promise<Outcome> {
    const attributes = {
      'messaging.system': 'nats',
      'messaging.destination.name': envelope.type,
      'messaging.message.id': envelope.id,
      'messaging.consumer.group.name': this.durable,
    };
    const working = setInterval(() => message.working(), extendAckEveryMs);
    try {
      const isNew = await inSpan(
        `consume ${envelope.type}`,
        SpanKind.CONSUMER,
        attributes,
        // An outage of the database must not use up the attempts of a good event.
        () => this.#databaseProbe.repeatAfterOutage(() => this.handle(envelope), { isStopped: () => this.#stopped }),
        contextFrom(message.headers?.get('traceparent') ?? envelope.traceparent),
      );
      message.ack();
      return isNew ? 'handled' : 'duplicate';
    } catch (err) {
      const attempt = message.info.deliveryCount;
      this.#logger.warn({ err, eventId: envelope.id, attempt }, 'event_handler_failed');
      if (attempt >= maxAttempts) return await this.#deadLetter(message, envelope, err);
      message.nak(backoffMs(attempt));
      return 'retried';
    } finally {
      clearInterval(working);
    }
  }

  /** Stores the dead letter before terminating the message, so that no event is lost. */
  async #deadLetter(message: JsMsg, envelope: EventEnvelope | null, error: unknown): Promise<Outcome> {
    try {
      await this.#deadLetters.insert({
        consumer: this.durable,
        envelope,
        subject: message.subject,
        streamSeq: message.seq,
        tries: message.info.deliveryCount,
        error,
      });
      message.term();
      return 'dead';
    } catch (err) {
      this.#logger.error({ err }, 'dead_letter_insert_failed');
      message.nak(backoffMs(maxAttempts));
      return 'retried';
    }
  }
}

/** Natural keys may contain a user id, which the inbox must not store. */
const hashKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

/**
 * True for messages that a stream republished under another subject; the broker marks them. Events come from their
 * owner directly, so a republished one may be forged.
 */
const isRepublished = (message: JsMsg): boolean => message.headers?.has('Nats-Stream') ?? false;

function parseEnvelope(message: JsMsg): EventEnvelope | null {
  try {
    const parsed = eventEnvelope.safeParse(message.json());
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
