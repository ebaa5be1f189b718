import { serviceNames, type ServiceName } from '@inkbear/contracts/services';
import { connect, headers, type JetStreamClient, type JetStreamManager, type NatsConnection, nanos, RetentionPolicy, StorageType, DiscardPolicy } from 'nats';
import type { Logger } from './logger.ts';

/** The one file that knows the NATS client; the rest of the kit speaks of subjects and bytes. */
export class Broker {
  readonly connection: NatsConnection;
  readonly jetstream: JetStreamClient;
  readonly manager: JetStreamManager;
  readonly #prefix: string;
  readonly #reconnected = new Set<() => void>();

  private constructor(connection: NatsConnection, manager: JetStreamManager, prefix: string) {
    this.connection = connection;
    this.jetstream = connection.jetstream({ timeout: 5000 });
    this.manager = manager;
    this.#prefix = prefix;
  }

  /** `prefix` separates tests that share a server; it is empty in production. Reconnects for ever. */
  static async connect(options: { url: string; name: string; prefix: string; logger: Logger }): Promise<Broker> {
    const connection = await connect({ servers: options.url, name: options.name, maxReconnectAttempts: -1, reconnectTimeWait: 250, pingInterval: 10_000, maxPingOut: 2, waitOnFirstConnect: true });
    const manager = await connection.jetstreamManager({ timeout: 5000, checkAPI: false });
    const broker = new Broker(connection, manager, options.prefix);
    void broker.#watch(options.logger);
    return broker;
  }

  subject(eventType: string): string {
    return `${this.#prefix}${eventType}`;
  }

  streamName(owner: ServiceName): string {
    return `${this.#prefix.replace('.', '-')}inkbear-${owner}`;
  }

  /** Makes the owner's stream if it is missing; answers when it was created, which changes when the broker lost its disk. */
  async ensureStream(owner: ServiceName): Promise<string> {
    const name = this.streamName(owner);
    try {
      return (await this.manager.streams.info(name)).created;
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    const config = { name, subjects: [this.subject(`${owner}.>`)], storage: StorageType.File, retention: RetentionPolicy.Limits, discard: DiscardPolicy.New, duplicate_window: nanos(120_000) };
    return (await this.manager.streams.add(config)).created;
  }

  /** Resolves when the broker has stored the message; a repeat with the same id within two minutes is dropped there. */
  async publish(eventType: string, id: string, data: string, traceparent: string | null): Promise<void> {
    const meta = headers();
    if (traceparent) meta.set('traceparent', traceparent);
    await this.jetstream.publish(this.subject(eventType), data, { msgID: id, headers: meta, timeout: 5000 });
  }

  /** Says something to whoever listens right now; nothing is stored, and without a connection nothing is said. */
  tell(subject: string, data: string): void {
    if (this.isConnected) this.connection.publish(this.subject(subject), data);
  }

  /** Hears what is told or published on a subject from now on, through reconnects. */
  hear(subject: string, listener: (data: string) => void): void {
    this.connection.subscribe(this.subject(subject), { callback: (error, message) => (error ? undefined : listener(message.string())) });
  }

  onReconnect(listener: () => void): void {
    this.#reconnected.add(listener);
  }

  get isConnected(): boolean {
    return !this.connection.isClosed() && this.#up;
  }

  async close(): Promise<void> {
    if (this.connection.isClosed()) return;
    if (this.#up) await this.connection.drain();
    else await this.connection.close();
  }

  #up = true;
  async #watch(logger: Logger): Promise<void> {
    for await (const status of this.connection.status()) {
      if (status.type === 'disconnect') {
        this.#up = false;
        logger.warn('broker connection lost');
      } else if (status.type === 'reconnect') {
        this.#up = true;
        logger.info('broker connection is back');
        for (const listener of this.#reconnected) listener();
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
