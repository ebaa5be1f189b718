import { createHash } from 'node:crypto';
import { type EventEnvelope, eventEnvelope, type EventData, type EventType } from '@inkbear/contracts/events';
import { durableName } from '@inkbear/contracts/messaging';
import type { ServiceName } from '@inkbear/contracts/services';
import { SpanKind } from '@opentelemetry/api';
import { AckPolicy, type ConsumerMessages, DeliverPolicy, type JsMsg, nanos } from 'nats';
import { type Broker, isNotFound, ownerOfEvent } from './broker.ts';
import type { DeadLetters } from './dead-letters.ts';
import type { Erasure } from './erasure.ts';
import type { Inbox } from './inbox.ts';
import type { Logger } from './logger.ts';
import type { Transaction } from './outbox.ts';
import { contextFrom, inSpan } from './telemetry.ts';

/** What a service does about an event; everything it writes goes through the transaction. */
export interface Subscription {
  readonly event: EventType;
  readonly handle: (event: EventEnvelope, transaction: Transaction) => Promise<void>;
  /** Also for events about a user who was erased meanwhile; without it they change nothing, so that no row comes back. Numbers that must add up again from the outboxes need it, and keep nothing of the user. */
  readonly includeErasedUsers?: boolean;
}

/** Ties a handler to an event; its data is parsed before the handler sees it. */
export const on = <E extends EventType>(
  event: E,
  handle: (event: EventEnvelope<EventData<E>>, transaction: Transaction) => Promise<void>,
  more: Pick<Subscription, 'includeErasedUsers'> = {},
): Subscription => ({ event, handle: handle as Subscription['handle'], ...more });

const lastTry = 8;
const ackWaitMs = 30_000;
/** The broker hears this often that a message is still being handled. */
const workingEveryMs = ackWaitMs / 3;
const reopenAfterMs = 500;
/** Processes start side by side, so the owner creates its stream in a moment. */
const firstStreamWaitMs = 25;
/** Few, because those that wait behind a slow one use up their time as well. */
const fetched = 8;
/** Milliseconds before the next try: 250 ms doubling to a minute. */
const backoff = (tries: number): number => Math.min(60_000, 250 * 2 ** (tries - 1));

/** One durable consumer: message → inbox row and effect in one transaction → ack; nak with a delay; dead letter after the last try. */
export class Consumer {
  readonly durable: string;
  readonly #subscription: Subscription;
  readonly #broker: Broker;
  readonly #inbox: Inbox;
  readonly #deadLetters: DeadLetters;
  readonly #erasure: Erasure;
  readonly #logger: Logger;
  #messages: ConsumerMessages | null = null;
  #stopped = false;
  #loop: Promise<void> | null = null;

  constructor(options: {
    service: ServiceName;
    subscription: Subscription;
    broker: Broker;
    inbox: Inbox;
    deadLetters: DeadLetters;
    erasure: Erasure;
    logger: Logger;
  }) {
    this.durable = durableName(options.service, options.subscription.event.type);
    this.#subscription = options.subscription;
    this.#broker = options.broker;
    this.#inbox = options.inbox;
    this.#deadLetters = options.deadLetters;
    this.#erasure = options.erasure;
    this.#logger = options.logger.child({ consumer: this.durable });
    this.#deadLetters.register(this.durable, (envelope) => this.handle(envelope));
  }

  get eventType(): string {
    return this.#subscription.event.type;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Stops fetching and waits for the message at hand. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#messages?.stop();
    if (this.#broker.isConnected) await this.#loop;
  }

  /** The effect of one event, once: a repeat finds its inbox row and does nothing. */
  async handle(envelope: EventEnvelope): Promise<void> {
    const data = this.#subscription.event.data.parse(envelope.data);
    const { kind, naturalKey } = this.#subscription.event;
    const id =
      naturalKey === undefined ? envelope.id : fingerprint(String((data as Record<string, unknown>)[naturalKey]));
    await this.#inbox.once(this.durable, { id, kind }, async (transaction) => {
      if (await this.#isTooLate(data, transaction)) return;
      await this.#subscription.handle({ ...envelope, data }, transaction);
    });
  }

  async #isTooLate(data: unknown, { session }: Transaction): Promise<boolean> {
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

  /** A consumer that falls silent, for example after the broker restarted, is opened again. */
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

  /** Only the owner creates its stream; until it has, this is no failure of ours. Returns how often it was missing. */
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
    const stream = this.#broker.streamName(ownerOfEvent(type));
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
    const messages = await consumer.consume({ max_messages: fetched, expires: 10_000, idle_heartbeat: 2000 });
    void this.#watch(messages);
    return messages;
  }

  async #watch(messages: ConsumerMessages): Promise<void> {
    for await (const status of await messages.status()) {
      const missed = status.type === 'heartbeats_missed' && Number(status.data) >= 2;
      if (
        missed ||
        status.type === 'consumer_deleted' ||
        status.type === 'consumer_not_found' ||
        status.type === 'stream_not_found'
      )
        messages.stop();
    }
  }

  async #receive(message: JsMsg): Promise<void> {
    const envelope = isRepublished(message) ? null : parseEnvelope(message);
    if (envelope?.type !== this.#subscription.event.type) {
      await this.#bury(message, null, new Error(`This is no ${this.#subscription.event.type} of its owner.`));
      return;
    }
    const attributes = {
      'messaging.system': 'nats',
      'messaging.destination.name': envelope.type,
      'messaging.message.id': envelope.id,
      'messaging.consumer.group.name': this.durable,
    };
    const working = setInterval(() => message.working(), workingEveryMs);
    try {
      await inSpan(
        `consume ${envelope.type}`,
        SpanKind.CONSUMER,
        attributes,
        () => this.handle(envelope),
        contextFrom(message.headers?.get('traceparent') ?? envelope.traceparent),
      );
      message.ack();
    } catch (err) {
      const tries = message.info.deliveryCount;
      this.#logger.warn({ err, eventId: envelope.id, tries }, 'event was not handled');
      if (tries >= lastTry) await this.#bury(message, envelope, err);
      else message.nak(backoff(tries));
    } finally {
      clearInterval(working);
    }
  }

  /** The letter is stored before the message is given up, so none disappears. */
  async #bury(message: JsMsg, envelope: EventEnvelope | null, error: unknown): Promise<void> {
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
    } catch (err) {
      this.#logger.error({ err }, 'dead letter could not be stored');
      message.nak(backoff(lastTry));
    }
  }
}

/** Natural keys may name a user, whom the inbox must not remember. */
const fingerprint = (key: string): string => createHash('sha256').update(key).digest('base64url');

/**
 * The broker marks what a stream republished under another subject. An event comes from its owner directly; a stream
 * that was set up to republish into this one would be a forgery.
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
