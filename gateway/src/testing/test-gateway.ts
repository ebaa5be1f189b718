import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import {
  adminAudience,
  adminTokenHeader,
  sessionAudience,
  sessionCookieName,
} from '@inkbear/contracts/auth/session-token';
import { serviceNames, type ServiceName } from '@inkbear/contracts/services';
import type { Readiness } from '@inkbear/service-kit/health';
import { IdentityVerifier } from '@inkbear/service-kit/identity';
import { KeySet, loadSigningKey } from '@inkbear/service-kit/keys';
import { createLogger } from '@inkbear/service-kit/logger';
import { createTestKeys } from '@inkbear/service-kit/testing/test-keys';
import { testServers } from '@inkbear/service-kit/testing/test-servers';
import { UndeclaredErrors } from '@inkbear/service-kit/testing/undeclared-errors';
import { signToken } from '@inkbear/service-kit/tokens';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { createGateway, type TestOverrides } from '../deps.ts';
import type { GatewayEnv } from '../env.ts';
import type { Gateway } from '../gateway.ts';
import { FakeService } from './fake-service.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
  readonly code: string | undefined;
}
export interface CallOptions {
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

const weekSeconds = 7 * 86_400;

/**
 * Nine fake services, keys and settings, shared by the gateways of one test. When a gateway has replied an error code
 * that the route's contract does not declare, `stop` throws.
 */
export class TestEnvironment {
  readonly run = randomBytes(5).toString('hex');
  readonly keys = createTestKeys([...serviceNames, 'gateway', 'auth-session', 'admin-session']);
  readonly services: Record<ServiceName, FakeService>;
  readonly #gateways: Gateway[] = [];
  readonly #undeclaredErrors = new UndeclaredErrors();

  private constructor(services: Record<ServiceName, FakeService>) {
    this.services = services;
  }

  static async start(): Promise<TestEnvironment> {
    const started = await Promise.all(serviceNames.map(async (name) => [name, await FakeService.start(name)] as const));
    return new TestEnvironment(Object.fromEntries(started) as Record<ServiceName, FakeService>);
  }

  /** Starts a gateway for these services; resolves with its URL once it is ready. */
  async open(env: Partial<GatewayEnv> = {}, overrides: TestOverrides = {}): Promise<string> {
    const missingFolder = path.join(os.tmpdir(), `inkbear-web-missing-${this.run}`);
    const urls = Object.fromEntries(serviceNames.map((name) => [`${name.toUpperCase()}_URL`, this.services[name].url]));
    const fullEnv = {
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: 0,
      PUBLIC_URL: 'http://localhost:8080',
      MONGODB_DATABASE: `test_gateway_${this.run}`,
      ...testServers(),
      NATS_PREFIX: `g${this.run}.`,
      JWKS_FILE: this.keys.jwksFile,
      PRIVATE_KEY_FILE: this.keys.privateKeyFile('gateway'),
      LOG_LEVEL: 'silent',
      TRACE_SAMPLING_RATIO: 0,
      TRUST_PROXY_HOPS: 0,
      SHELL_ASSETS: missingFolder,
      AUTHOR_ASSETS: missingFolder,
      MARKETING_ASSETS: missingFolder,
      ADMIN_ASSETS: missingFolder,
      ...urls,
      ...env,
    } as unknown as GatewayEnv;
    const gateway = createGateway(fullEnv, createLogger('gateway', fullEnv.LOG_LEVEL), {
      pollEveryMs: 100,
      publishEveryMs: 100,
      drainMs: 1000,
      onUndeclaredError: this.#undeclaredErrors.record,
      ...overrides,
    });
    this.#gateways.push(gateway);
    const url = await gateway.start();
    await eventually(async () => (await fetch(`${url}/readyz`)).ok);
    return url;
  }

  /** The readiness of the gateway that was started last, as shown on the port of its metrics. */
  async readReadiness(): Promise<Readiness | undefined> {
    return await this.#gateways.at(-1)?.readReadiness();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#gateways.map((gateway) => gateway.stop()));
    await Promise.all(Object.values(this.services).map((service) => service.stop()));
    this.#undeclaredErrors.throwIfAny();
  }

  /** The cookie header that a browser sends after signing in. */
  session(
    userId: string = randomUUID(),
    sid: string = randomUUID(),
    lifeSeconds = weekSeconds,
    issuer = 'auth-session',
  ): { cookie: string } {
    const token = signToken(loadSigningKey(this.keys.privateKeyFile(issuer)), {
      subject: userId,
      audience: sessionAudience,
      lifeSeconds,
      claims: { sid },
    });
    return { cookie: `${sessionCookieName('http://localhost')}=${token}` };
  }

  admin(sid: string = randomUUID(), audience = adminAudience): Record<string, string> {
    return {
      [adminTokenHeader]: signToken(loadSigningKey(this.keys.privateKeyFile('admin-session')), {
        subject: 'admin',
        audience,
        lifeSeconds: 3600,
        claims: { sid },
      }),
    };
  }

  /** The identity that a service reads from its last request. */
  identityAt(name: ServiceName): ReturnType<IdentityVerifier['verify']> {
    const header = this.services[name].last.headers['x-inkbear-identity'];
    return new IdentityVerifier(new KeySet(this.keys.jwksFile), name).verify(
      typeof header === 'string' ? header : undefined,
    );
  }
}

/** Sends a request without changing the path and headers. */
export async function call(
  base: string,
  method: string,
  target: string,
  { headers = {}, body }: CallOptions = {},
): Promise<Answer> {
  return await new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    const sent = request(
      {
        hostname,
        port,
        path: target,
        method,
        headers: {
          ...(body === undefined
            ? {}
            : {
                'content-type': 'application/json',
                ...(headers['transfer-encoding'] ? {} : { 'content-length': Buffer.byteLength(body) }),
              }),
          ...headers,
        },
        agent: false,
      },
      (res) => {
        const chunks: Buffer[] = [];
        res
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', reject)
          .on('end', () => {
            const text = Buffer.concat(chunks).toString();
            const isProblem = res.headers['content-type']?.startsWith('application/problem+json');
            resolve({
              status: res.statusCode ?? 0,
              headers: res.headers,
              text,
              code: isProblem ? (JSON.parse(text) as { code: string }).code : undefined,
            });
          });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
