import { inboxPrefix, streamName } from '@inkbear/contracts/messaging';
import type { ServiceName } from '@inkbear/contracts/services';
import {
  connect,
  type ConnectionOptions,
  DiscardPolicy,
  headers,
  type JetStreamClient,
  type JetStreamManager,
  nanos,
  type NatsConnection,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from 'nats';
import type { LiveSubscription } from './live-subscription.ts';
import type { Logger } from './logger.ts';
import { isForbidden, isNotFound } from './nats-errors.ts';
import { OutageLog } from './outage-log.ts';

const firstRetryMs = 250;
const maxConnectRetryMs = 2000;
const maxSubscribeRetryMs = 60_000;
/** A full stream rejects new messages (`DiscardPolicy.New`), so old ones must expire. */
const streamRetentionMs = 30 * 86_400_000;

interface Client {
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly manager: JetStreamManager;
}

interface BrokerOptions {
  /** `nats://user:password@host:port`, several separated by commas; credentials are optional. */
  readonly url: string;
  /** Process name: the connection name on the server and the prefix of its reply subjects. */
  readonly name: string;
  /** Subject prefix that isolates tests on a shared server; empty in production. */
  readonly prefix: string;
  readonly logger: Logger;
}

/** Metadata of a stream, used to detect lost messages. */
export interface StreamState {
  /** ISO time; changes when the broker lost the stream and it was created again. */
  readonly created: string;
  /** Sequence of the newest message; decreases when the broker lost the end of the stream. */
  readonly lastSeq: number;
}

const stateOf = ({ created, state }: StreamInfo): StreamState => ({ created, lastSeq: state.last_seq });

/**
 * Wraps the NATS client; no other file imports its connection API. It connects in the background and reconnects for
 * ever: a process does not need the broker to start, because events wait in the outbox.
 */
export class Broker {
  readonly #options: BrokerOptions;
  readonly #logger: Logger;
  readonly #outageLog: OutageLog;
  readonly #client: Promise<Client>;
  readonly #connectListeners = new Set<() => void>();
  readonly #subscriptions: LiveSubscription[] = [];
  #current: Client | null = null;
  #settingsWarningLogged = false;
  #isUp = false;
  #closed = false;

  constructor(options: BrokerOptions) {
    this.#options = options;
    this.#logger = options.logger;
    this.#outageLog = new OutageLog({ logger: options.logger, message: 'nats_connect_failed' });
    this.#client = this.#connect();
    this.#client.catch((err: unknown) => this.#logger.error({ err }, 'nats_client_failed'));
  }

  /** Resolves with the client once it is connected. */
  client(): Promise<Client> {
    return this.#client;
  }

  subject(eventType: string): string {
    return `${this.#options.prefix}${eventType}`;
  }

  streamName(owner: ServiceName): string {
    return `${this.#options.prefix.replace('.', '-')}${streamName(owner)}`;
  }

  /**
   * Creates the stream for this process's own events if it is missing. Other settings of an existing stream are updated
   * where the server permits it (an external NATS), otherwise logged. Only the owner calls it; consumers wait until the
   * stream exists.
   */
  async ensureStream(owner: ServiceName): Promise<StreamState> {
    const { manager } = await this.#client;
    const name = this.streamName(owner);
    const config = {
      subjects: [this.subject(`${owner}.>`)],
      discard: DiscardPolicy.New,
      max_age: nanos(streamRetentionMs),
      duplicate_window: nanos(120_000),
    };
    const found = await manager.streams.info(name).catch((error: unknown) => {
      if (isNotFound(error)) return null;
      throw error;
    });
    if (!found) {
      const immutable = { name, storage: StorageType.File, retention: RetentionPolicy.Limits };
      return stateOf(await manager.streams.add({ ...immutable, ...config }));
    }
    const differs = Object.entries(config).filter(
      ([key, value]) => JSON.stringify(found.config[key as keyof typeof config]) !== JSON.stringify(value),
    );
    if (differs.length > 0) await this.#updateStream(manager, name, Object.fromEntries(differs));
    return stateOf(found);
  }

  /**
   * Resolves with the message's stream sequence once the broker has stored it. The broker drops duplicates of the same
   * id within two minutes.
   */
  async publish(eventType: string, id: string, data: string, traceparent: string | null): Promise<number> {
    const { jetstream } = await this.#client;
    const meta = headers();
    if (traceparent) meta.set('traceparent', traceparent);
    const { seq } = await jetstream.publish(this.subject(eventType), data, { msgID: id, headers: meta, timeout: 5000 });
    return seq;
  }

  /** Publishes to current subscribers only (core NATS, not stored). Returns false without a connection. */
  publishEphemeral(subject: string, data: string): boolean {
    if (!this.isConnected) return false;
    this.#current?.connection.publish(this.subject(subject), data);
    return true;
  }

  /** Receives messages that are published from now on. Survives reconnects. */
  subscribe(subscription: LiveSubscription): void {
    this.#subscriptions.push(subscription);
    if (this.#current) this.#subscribe(this.#current.connection, subscription);
  }

  /** Called at the first connection and at each reconnect. */
  onConnect(listener: () => void): void {
    this.#connectListeners.add(listener);
  }

  get isConnected(): boolean {
    return this.#isUp && this.#current !== null && !this.#current.connection.isClosed();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (!this.#current || this.#current.connection.isClosed()) return;
    if (this.#isUp) await this.#current.connection.drain();
    else await this.#current.connection.close();
  }

  /**
   * A process without the permission to update its stream (see `brokerPermissions`) keeps using the stream as it is.
   */
  async #updateStream(manager: JetStreamManager, stream: string, changes: object): Promise<void> {
    try {
      await manager.streams.update(stream, changes);
    } catch (err) {
      if (!isForbidden(err)) throw err;
      if (this.#settingsWarningLogged) return;
      this.#settingsWarningLogged = true;
      this.#logger.warn({ stream, settings: Object.keys(changes) }, 'nats_stream_settings_differ');
    }
  }

  async #connect(): Promise<Client> {
    const connection = await this.#dial();
    const jetstream = connection.jetstream({ timeout: 5000 });
    const client = {
      connection,
      jetstream,
      manager: await connection.jetstreamManager({ timeout: 5000, checkAPI: false }),
    };
    if (this.#closed) {
      await connection.close();
      return client;
    }
    this.#current = client;
    for (const subscription of this.#subscriptions) this.#subscribe(connection, subscription);
    void this.#watch(connection);
    this.#markConnected();
    return client;
  }

  /** Retries until a server answers or `close` is called. */
  async #dial(): Promise<NatsConnection> {
    const { url, name } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await connect({ ...connectionOptions(url), name, inboxPrefix: inboxPrefix(name), ...reconnecting });
      } catch (error) {
        if (this.#closed) return await new Promise<never>(() => undefined);
        const retryInMs = backoffMs(attempt, maxConnectRetryMs);
        this.#outageLog.failed({ attempt, retryInMs, error: messageOf(error) });
        await sleep(retryInMs);
      }
    }
  }

  #subscribe(connection: NatsConnection, subscription: LiveSubscription, attempt = 1): void {
    const subject = this.subject(subscription.subject);
    connection.subscribe(subject, {
      callback: (error, message) => {
        if (error) this.#resubscribe(connection, subscription, { error, attempt });
        // A JetStream consumer can deliver to any subject; its messages have their original subject, so reject them.
        else if (message.subject === subject) this.#receive(subscription, message.string());
        else this.#logger.warn({ subject: subscription.subject, from: message.subject }, 'nats_message_refused');
      },
    });
  }

  #receive({ subject, receive }: LiveSubscription, json: string): void {
    try {
      receive(json);
    } catch (err) {
      this.#logger.warn({ err, subject }, 'nats_message_invalid');
    }
  }

  /**
   * The client does not resubscribe by itself when the server ends a subscription, for example after a permission
   * change.
   */
  #resubscribe(
    connection: NatsConnection,
    subscription: LiveSubscription,
    failed: { error: Error; attempt: number },
  ): void {
    const { error, attempt } = failed;
    const retryInMs = backoffMs(attempt, maxSubscribeRetryMs);
    this.#logger.warn(
      { subject: subscription.subject, attempt, retryInMs, error: error.message },
      'nats_subscribe_failed',
    );
    const retry = (): void => {
      if (!this.#closed && !connection.isClosed()) this.#subscribe(connection, subscription, attempt + 1);
    };
    setTimeout(retry, retryInMs).unref();
  }

  #markConnected(): void {
    this.#isUp = true;
    this.#outageLog.ended();
    for (const listener of this.#connectListeners) listener();
  }

  async #watch(connection: NatsConnection): Promise<void> {
    let attempt = 0;
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        this.#isUp = false;
        this.#logger.warn('nats_connection_lost');
      } else if (status.type === 'reconnecting') {
        attempt += 1;
        // The first attempt follows the disconnect at once; each further `reconnecting` means that the previous one
        // failed.
        if (attempt > 1) this.#outageLog.failed({ attempt: attempt - 1, retryInMs: firstRetryMs, server: status.data });
      } else if (status.type === 'reconnect') {
        attempt = 0;
        this.#logger.info('nats_reconnected');
        this.#markConnected();
      } else if (status.type === 'error') {
        this.#logger.warn({ code: status.data, context: status.permissionContext }, 'nats_error');
      }
    }
    this.#isUp = false;
  }
}

const reconnecting = {
  maxReconnectAttempts: -1,
  reconnectTimeWait: firstRetryMs,
  // A server that restarts with changed users rejects logins for a while: keep retrying.
  ignoreAuthErrorAbort: true,
  pingInterval: 10_000,
  maxPingOut: 2,
} as const;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const backoffMs = (attempt: number, longest: number): number => Math.min(longest, firstRetryMs * 2 ** (attempt - 1));

/** The NATS client does not read credentials from URLs, so they are extracted and passed as options. */
export function connectionOptions(url: string): Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'tls'> {
  const addresses = url.split(',').map((address) => new URL(address.includes('://') ? address : `nats://${address}`));
  const servers = addresses.map(({ host }) => host);
  const tls = addresses.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {};
  const withUser = addresses.find(({ username }) => username !== '');
  if (!withUser) return { servers, ...tls };
  return { servers, ...tls, user: decodeURIComponent(withUser.username), pass: decodeURIComponent(withUser.password) };
}
