import { randomBytes, randomUUID } from 'node:crypto';
import { buildPath, type ClientBody, type ClientParams, type ClientQuery, type Route } from '@inkbear/contracts/route';
import { type EventEnvelope, type EventType } from '@inkbear/contracts/events';
import { serviceNames, type ServiceName } from '@inkbear/contracts/services';
import type { z } from 'zod';
import { firstRetryMs } from '../batches.ts';
import type { Consumer } from '../consumer.ts';
import type { BaseEnv } from '../env.ts';
import { type Identity, identityHeader, signIdentity } from '../identity.ts';
import type { Job } from '../jobs.ts';
import { loadSigningKey, type SigningKey } from '../keys.ts';
import { migrate } from '../migrations.ts';
import { createPlatform, type Platform } from '../platform.ts';
import type { ServiceDefinition } from '../run-service.ts';
import { Service, type StopDeadlines } from '../service.ts';
import { createTestKeys } from './test-keys.ts';
import { testEnvelope } from './test-events.ts';
import { testServers } from './test-servers.ts';
import { UndeclaredErrors } from './undeclared-errors.ts';

export interface Answer<B = never> {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the bytes as text for other types. */
  body: B extends never ? Record<string, unknown> : B;
  text: string;
}

/**
 * Runs a real service for tests, with its own database and subject prefix on a real MongoDB and NATS. A reply with an
 * error code that the route's contract does not declare fails the call, and `stop`.
 */
export class TestService {
  readonly platform: Platform;
  readonly url: string;
  readonly #service: Service;
  readonly #signers: (issuer: string) => SigningKey;
  readonly #undeclaredErrors: UndeclaredErrors;

  private constructor(
    platform: Platform,
    started: {
      service: Service;
      url: string;
      signers: (issuer: string) => SigningKey;
      undeclaredErrors: UndeclaredErrors;
    },
  ) {
    this.platform = platform;
    this.#service = started.service;
    this.url = started.url;
    this.#signers = started.signers;
    this.#undeclaredErrors = started.undeclaredErrors;
  }

  /**
   * Starts the service like `main.ts` does, but with random names and a free port. `env` adds or overrides settings.
   */
  static async start<E extends BaseEnv>(
    definition: ServiceDefinition<E>,
    env: Record<string, unknown> = {},
    changeParts: (platform: Platform) => void = () => undefined,
    deadlines?: StopDeadlines,
  ): Promise<TestService> {
    const keys = createTestKeys([...serviceNames, 'gateway', 'auth-session', 'admin-session']);
    const run = randomBytes(5).toString('hex');
    const unreachablePeers = Object.fromEntries(
      serviceNames.map((name) => [`${name.toUpperCase()}_URL`, 'http://127.0.0.1:1']),
    );
    const testEnv = {
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: 0,
      PUBLIC_URL: 'http://localhost:8080',
      MONGODB_DATABASE: `test_${definition.name}_${run}`,
      ...testServers(),
      NATS_PREFIX: `t${run}.`,
      JWKS_FILE: keys.jwksFile,
      PRIVATE_KEY_FILE: keys.privateKeyFile(definition.name),
      SESSION_KEY_FILE: keys.privateKeyFile(`${definition.name}-session`),
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
      TRACE_SAMPLING_RATIO: 0,
      ...unreachablePeers,
      ...env,
    } as unknown as E;
    const platform = await createPlatform(definition.name, testEnv, definition.peerUrls(testEnv));
    changeParts(platform);
    await migrate(platform.connection, definition.migrations, platform.logger);
    const undeclaredErrors = new UndeclaredErrors();
    const service = new Service(platform, await definition.createParts(platform, testEnv), {
      deadlines,
      onUndeclaredError: undeclaredErrors.record,
    });
    const url = await service.start();
    const signers = (issuer: string) => loadSigningKey(keys.privateKeyFile(issuer));
    return new TestService(platform, { service, url, signers, undeclaredErrors });
  }

  /** Calls a route as the given identity, signed as the gateway does. */
  async call<R extends Route>(
    route: R,
    input: {
      as?: Identity | 'nobody';
      params?: ClientParams<R>;
      query?: ClientQuery<R>;
      body?: ClientBody<R> | Record<string, unknown>;
      headers?: Record<string, string>;
    } = {},
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests inspect untyped replies
  ): Promise<Answer<Record<string, any>>> {
    const url = new URL(buildPath(route, input.params), this.url);
    for (const [name, value] of Object.entries(input.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const identity = input.as === undefined || input.as === 'nobody' ? {} : { [identityHeader]: this.sign(input.as) };
    const payload = input.body === undefined ? {} : { body: JSON.stringify(input.body) };
    const type = input.body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(url, {
      method: route.method,
      headers: { ...identity, ...type, ...input.headers },
      ...payload,
    });
    const text = await response.text();
    this.#undeclaredErrors.throwIfAny();
    const json = (response.headers.get('content-type') ?? '').includes('json');
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text, text };
  }

  /** Signs an identity like the gateway or a peer. Tests can pass a wrong `audience` or `issuer`. */
  sign(
    identity: Identity,
    audience: ServiceName = this.platform.service,
    issuer: string = identity.role === 'service' ? identity.service : 'gateway',
  ): string {
    return signIdentity(this.#signers(issuer), audience, identity);
  }

  signer(issuer: string): SigningKey {
    return this.#signers(issuer);
  }

  /** Passes an event to its consumer like the broker does, and waits until it is handled. */
  async deliver<E extends EventType>(
    event: E,
    key: string,
    data: z.input<E['data']>,
    overrides: Partial<EventEnvelope> = {},
  ): Promise<EventEnvelope> {
    const envelope = testEnvelope(event, key, data, overrides);
    await this.#consumerOf(event).handle(envelope);
    return envelope;
  }

  /** Delivers the same envelope again. */
  async redeliver(envelope: EventEnvelope): Promise<void> {
    await this.#consumerOf(envelope).handle(envelope);
  }

  /** Waits until a batch may retry an item that failed once. */
  static async waitForRetry(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, firstRetryMs + 50));
  }

  /** Runs one of the service's jobs immediately. */
  async runJob(name: string): Promise<void> {
    await this.#findJob(name).run();
  }

  /** Whether the schedule would run a job now. */
  async hasWork(name: string): Promise<boolean> {
    return (await this.#findJob(name).hasWork?.()) ?? true;
  }

  #findJob(name: string): Job {
    const job = this.#service.jobs.find((candidate) => candidate.name === name);
    if (!job) throw new Error(`There is no job ${name}.`);
    return job;
  }

  /** Events in the service's outbox, oldest first. */
  async emitted(
    type?: EventType,
  ): Promise<{ type: string; key: string; seq: number; data: Record<string, unknown> }[]> {
    const rows = await this.platform.connection
      .collection('outbox')
      .find(type ? { type: type.type } : {})
      .sort({ _id: 1 })
      .toArray();
    return rows as unknown as { type: string; key: string; seq: number; data: Record<string, unknown> }[];
  }

  async stop(): Promise<void> {
    await this.platform.connection.dropDatabase();
    await this.#service.stop();
    this.#undeclaredErrors.throwIfAny();
  }

  #consumerOf(event: { type: string }): Consumer {
    const found = this.#service.consumers.find((consumer) =>
      consumer.durable.endsWith(`__${event.type.replaceAll('.', '-')}`),
    );
    if (!found) throw new Error(`This service does not consume ${event.type}.`);
    return found;
  }
}

/** Creates a user identity for a test. */
export const testUser = (userId: string = randomUUID()): Extract<Identity, { role: 'user' }> => ({
  role: 'user',
  userId,
  sid: randomUUID(),
  signedInAt: Math.floor(Date.now() / 1000),
});
