import { serviceNames, type ServiceName } from '@inkbear/contracts/services';
import { connect, headers, type JetStreamClient, type JetStreamManager, type NatsConnection, nanos, RetentionPolicy, StorageType, DiscardPolicy } from 'nats';
import type { Logger } from './logger.ts';

const dialEveryMs = 250;
/** A full stream refuses what is new, so it must not grow for ever. */
const streamKeptMs = 30 * 86_400_000;

interface Client {
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly manager: JetStreamManager;
}

/**
 * The one file that knows the NATS client; the rest of the kit speaks of subjects and bytes. It connects in the background and
 * again for ever: nobody waits for the broker to start, because events wait in the outbox.
 */
export class Broker {
  readonly #prefix: string;
  readonly #client: Promise<Client>;
  readonly #connected = new Set<() => void>();
  readonly #heard: [subject: string, listener: (data: string) => void][] = [];
  #live: Client | null = null;
  #up = false;
  #closed = false;

  /** `prefix` separates tests that share a server; it is empty in production. */
  constructor(options: { url: string; name: string; prefix: string; logger: Logger }) {
    this.#prefix = options.prefix;
    this.#client = this.#connect(options);
    this.#client.catch((err: unknown) => options.logger.error({ err }, 'the broker cannot be spoken to'));
  }

  /** The client, once there is a connection. */
  client(): Promise<Client> {
    return this.#client;
  }

  subject(eventType: string): string {
    return `${this.#prefix}${eventType}`;
  }

  streamName(owner: ServiceName): string {
    return `${this.#prefix.replace('.', '-')}inkbear-${owner}`;
  }

  /** Makes the owner's stream if it is missing and mends its settings if they differ; answers when it was created, which changes when the broker lost its disk. */
  async ensureStream(owner: ServiceName): Promise<string> {
    const { manager } = await this.#client;
    const name = this.streamName(owner);
    const config = { subjects: [this.subject(`${owner}.>`)], discard: DiscardPolicy.New, max_age: nanos(streamKeptMs), duplicate_window: nanos(120_000) };
    const found = await manager.streams.info(name).catch((error: unknown) => {
      if (isNotFound(error)) return null;
      throw error;
    });
    if (!found) return (await manager.streams.add({ name, storage: StorageType.File, retention: RetentionPolicy.Limits, ...config })).created;
    const isSame = Object.entries(config).every(([key, value]) => JSON.stringify(found.config[key as keyof typeof config]) === JSON.stringify(value));
    if (!isSame) await manager.streams.update(name, config);
    return found.created;
  }

  /** Resolves when the broker has stored the message; a repeat with the same id within two minutes is dropped there. */
  async publish(eventType: string, id: string, data: string, traceparent: string | null): Promise<void> {
    const { jetstream } = await this.#client;
    const meta = headers();
    if (traceparent) meta.set('traceparent', traceparent);
    await jetstream.publish(this.subject(eventType), data, { msgID: id, headers: meta, timeout: 5000 });
  }

  /** Says something to whoever listens right now; nothing is stored. False when nobody can hear it. */
  tell(subject: string, data: string): boolean {
    if (!this.isConnected) return false;
    this.#live?.connection.publish(this.subject(subject), data);
    return true;
  }

  /** Hears what is told or published on a subject from now on, through reconnects. */
  hear(subject: string, listener: (data: string) => void): void {
    this.#heard.push([subject, listener]);
    if (this.#live) this.#subscribe(this.#live.connection, subject, listener);
  }

  /** Called at the first connection and at each one after a loss. */
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

  async #connect(options: { url: string; name: string; logger: Logger }): Promise<Client> {
    const connection = await this.#dial(options);
    const client = { connection, jetstream: connection.jetstream({ timeout: 5000 }), manager: await connection.jetstreamManager({ timeout: 5000, checkAPI: false }) };
    if (this.#closed) {
      await connection.close();
      return client;
    }
    this.#live = client;
    for (const [subject, listener] of this.#heard) this.#subscribe(connection, subject, listener);
    void this.#watch(connection, options.logger);
    this.#rise();
    return client;
  }

  /** Tries until somebody answers; `close` ends it. */
  async #dial(options: { url: string; name: string; logger: Logger }): Promise<NatsConnection> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await connect({ servers: options.url, name: options.name, maxReconnectAttempts: -1, reconnectTimeWait: dialEveryMs, pingInterval: 10_000, maxPingOut: 2 });
      } catch (err) {
        if (this.#closed) return await new Promise<never>(() => undefined);
        if (tries === 0) options.logger.warn({ err }, 'the broker is not there yet');
        await new Promise((resolve) => setTimeout(resolve, dialEveryMs));
      }
    }
  }

  #subscribe(connection: NatsConnection, subject: string, listener: (data: string) => void): void {
    connection.subscribe(this.subject(subject), { callback: (error, message) => (error ? undefined : listener(message.string())) });
  }

  #rise(): void {
    this.#up = true;
    for (const listener of this.#connected) listener();
  }

  async #watch(connection: NatsConnection, logger: Logger): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        this.#up = false;
        logger.warn('broker connection lost');
      } else if (status.type === 'reconnect') {
        logger.info('broker connection is back');
        this.#rise();
      }
    }
    this.#up = false;
  }
}

export const isNotFound = (error: unknown): boolean => typeof error === 'object' && error !== null && 'api_error' in error && (error.api_error as { code?: number } | undefined)?.code === 404;

/** `auth.user.registered.v1` → `auth`. */
export function ownerOfEvent(eventType: string): ServiceName {
  const owner = serviceNames.find((name) => eventType.startsWith(`${name}.`));
  if (!owner) throw new Error(`No service owns the event ${eventType}.`);
  return owner;
}
