import { inboxPrefix, streamName } from '@inkbear/contracts/messaging';
import { serviceNames, type ServiceName } from '@inkbear/contracts/services';
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
import type { Logger } from './logger.ts';

const firstRetryMs = 250;
const longestConnectRetryMs = 2000;
const longestSubscribeRetryMs = 60_000;
/** A full stream refuses new messages, so it must not grow for ever. */
const streamKeptMs = 30 * 86_400_000;

interface Client {
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly manager: JetStreamManager;
}

interface BrokerOptions {
  /** `nats://user:password@host:port`, several with commas; without credentials the server decides. */
  readonly url: string;
  /** The process: its name on the server, and the prefix of its reply subjects. */
  readonly name: string;
  /** Separates tests that share a server; empty in production. */
  readonly prefix: string;
  readonly logger: Logger;
}

/** What the broker has of a stream. */
export interface StreamState {
  /** ISO time; it changes when the broker lost the stream. */
  readonly created: string;
  /** The number of the newest message; it falls when the broker lost the end of the stream. */
  readonly lastSeq: number;
}

const stateOf = ({ created, state }: StreamInfo): StreamState => ({ created, lastSeq: state.last_seq });

interface Listener {
  readonly subject: string;
  readonly receive: (data: string) => void;
}

/**
 * The one file that knows the NATS client; the rest of the kit uses subjects and bytes. It connects in the background
 * and reconnects for ever: no process waits for the broker to start, because events wait in the outbox.
 */
export class Broker {
  readonly #options: BrokerOptions;
  readonly #logger: Logger;
  readonly #client: Promise<Client>;
  readonly #connected = new Set<() => void>();
  readonly #listeners: Listener[] = [];
  #live: Client | null = null;
  #settingsDiffer = false;
  #up = false;
  #closed = false;

  constructor(options: BrokerOptions) {
    this.#options = options;
    this.#logger = options.logger;
    this.#client = this.#connect();
    this.#client.catch((err: unknown) => this.#logger.error({ err }, 'nats_client_failed'));
  }

  /** The client, once there is a connection. */
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
   * Creates the stream of this process's own events if it is missing. Only the owner calls it: consumers wait until
   * the stream is there.
   */
  async ensureStream(owner: ServiceName): Promise<StreamState> {
    const { manager } = await this.#client;
    const name = this.streamName(owner);
    const config = {
      subjects: [this.subject(`${owner}.>`)],
      discard: DiscardPolicy.New,
      max_age: nanos(streamKeptMs),
      duplicate_window: nanos(120_000),
    };
    const found = await manager.streams.info(name).catch((error: unknown) => {
      if (isNotFound(error)) return null;
      throw error;
    });
    if (!found) {
      const fixed = { name, storage: StorageType.File, retention: RetentionPolicy.Limits };
      return stateOf(await manager.streams.add({ ...fixed, ...config }));
    }
    const differs = Object.entries(config).filter(
      ([key, value]) => JSON.stringify(found.config[key as keyof typeof config]) !== JSON.stringify(value),
    );
    if (differs.length > 0) await this.#updateStream(manager, name, Object.fromEntries(differs));
    return stateOf(found);
  }

  /** Resolves with the message's number in the stream when the broker has stored it; it drops a repeat with the same id within two minutes. */
  async publish(eventType: string, id: string, data: string, traceparent: string | null): Promise<number> {
    const { jetstream } = await this.#client;
    const meta = headers();
    if (traceparent) meta.set('traceparent', traceparent);
    const { seq } = await jetstream.publish(this.subject(eventType), data, { msgID: id, headers: meta, timeout: 5000 });
    return seq;
  }

  /** Publishes to the subscribers of this moment; nothing is stored. False without a connection. */
  publishEphemeral(subject: string, data: string): boolean {
    if (!this.isConnected) return false;
    this.#live?.connection.publish(this.subject(subject), data);
    return true;
  }

  /** Subscribes without a stream: receives what is published from now on, through reconnects. */
  subscribe(subject: string, receive: (data: string) => void): void {
    const listener = { subject, receive };
    this.#listeners.push(listener);
    if (this.#live) this.#subscribe(this.#live.connection, listener);
  }

  /** Called at the first connection and at each reconnect. */
  onConnect(listener: () => void): void {
    this.#connected.add(listener);
  }

  get isConnected(): boolean {
    return this.#up && this.#live !== null && !this.#live.connection.isClosed();
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (!this.#live || this.#live.connection.isClosed()) return;
    if (this.#up) await this.#live.connection.drain();
    else await this.#live.connection.close();
  }

  /** A process that may not update its stream (see `brokerPermissions`) goes on with the one that is there. */
  async #updateStream(manager: JetStreamManager, stream: string, changes: object): Promise<void> {
    try {
      await manager.streams.update(stream, changes);
    } catch (err) {
      if (!isForbidden(err)) throw err;
      if (this.#settingsDiffer) return;
      this.#settingsDiffer = true;
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
    this.#live = client;
    for (const listener of this.#listeners) this.#subscribe(connection, listener);
    void this.#watch(connection);
    this.#rise();
    return client;
  }

  /** Tries until a server answers; `close` ends it. */
  async #dial(): Promise<NatsConnection> {
    const { url, name } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await connect({ ...connectionOptions(url), name, inboxPrefix: inboxPrefix(name), ...reconnecting });
      } catch (error) {
        if (this.#closed) return await new Promise<never>(() => undefined);
        const retryInMs = backoffMs(attempt, longestConnectRetryMs);
        this.#logger.warn({ attempt, retryInMs, error: messageOf(error) }, 'nats_connect_failed');
        await sleep(retryInMs);
      }
    }
  }

  #subscribe(connection: NatsConnection, listener: Listener, attempt = 1): void {
    const subject = this.subject(listener.subject);
    connection.subscribe(subject, {
      callback: (error, message) => {
        if (error) this.#resubscribe(connection, listener, { error, attempt });
        // A stream can be asked to deliver its messages to any subject; they still carry their own.
        else if (message.subject === subject) listener.receive(message.string());
        else this.#logger.warn({ subject: listener.subject, from: message.subject }, 'nats_message_refused');
      },
    });
  }

  /** The server ended a subscription, for example because the permissions changed: the client does not repeat it. */
  #resubscribe(connection: NatsConnection, listener: Listener, failed: { error: Error; attempt: number }): void {
    const { error, attempt } = failed;
    const retryInMs = backoffMs(attempt, longestSubscribeRetryMs);
    this.#logger.warn({ subject: listener.subject, attempt, retryInMs, error: error.message }, 'nats_subscribe_failed');
    const retry = (): void => {
      if (!this.#closed && !connection.isClosed()) this.#subscribe(connection, listener, attempt + 1);
    };
    setTimeout(retry, retryInMs).unref();
  }

  #rise(): void {
    this.#up = true;
    for (const listener of this.#connected) listener();
  }

  async #watch(connection: NatsConnection): Promise<void> {
    let attempt = 0;
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        this.#up = false;
        this.#logger.warn('nats_connection_lost');
      } else if (status.type === 'reconnecting') {
        attempt += 1;
        // The first try follows the loss at once; a further one says that the one before has failed.
        if (attempt > 1)
          this.#logger.warn(
            { attempt: attempt - 1, retryInMs: firstRetryMs, server: status.data },
            'nats_connect_failed',
          );
      } else if (status.type === 'reconnect') {
        attempt = 0;
        this.#logger.info('nats_reconnected');
        this.#rise();
      } else if (status.type === 'error') {
        this.#logger.warn({ code: status.data, context: status.permissionContext }, 'nats_error');
      }
    }
    this.#up = false;
  }
}

const reconnecting = {
  maxReconnectAttempts: -1,
  reconnectTimeWait: firstRetryMs,
  // A server that restarts with changed users refuses for a while: go on trying.
  ignoreAuthErrorAbort: true,
  pingInterval: 10_000,
  maxPingOut: 2,
} as const;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const backoffMs = (attempt: number, longest: number): number => Math.min(longest, firstRetryMs * 2 ** (attempt - 1));

/** The client does not read credentials from addresses, so they are taken out and handed over beside them. */
export function connectionOptions(url: string): Pick<ConnectionOptions, 'servers' | 'user' | 'pass' | 'tls'> {
  const addresses = url.split(',').map((each) => new URL(each.includes('://') ? each : `nats://${each}`));
  const servers = addresses.map(({ host }) => host);
  const tls = addresses.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {};
  const known = addresses.find(({ username }) => username !== '');
  if (!known) return { servers, ...tls };
  return { servers, ...tls, user: decodeURIComponent(known.username), pass: decodeURIComponent(known.password) };
}

export const isNotFound = (error: unknown): boolean => apiErrorOf(error)?.code === 404;

/** Whether the server refused an operation because this user lacks the permission. */
const isForbidden = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'PERMISSIONS_VIOLATION';

function apiErrorOf(error: unknown): { code?: number } | undefined {
  if (typeof error !== 'object' || error === null || !('api_error' in error)) return undefined;
  return error.api_error as { code?: number } | undefined;
}

/** `auth.user.registered.v1` → `auth`. */
export function ownerOfEvent(eventType: string): ServiceName {
  const owner = serviceNames.find((name) => eventType.startsWith(`${name}.`));
  if (!owner) throw new Error(`No service owns the event ${eventType}.`);
  return owner;
}
