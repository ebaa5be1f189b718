import { listAdminRevocations } from '@inkbear/contracts/admin/session';
import { listRevocations } from '@inkbear/contracts/auth/internal';
import { sessionCookieName } from '@inkbear/contracts/auth/session-token';
import { publicRoutes } from '@inkbear/contracts/routes';
import { frontendNames, type FrontendName, serviceNames, type ServiceName } from '@inkbear/contracts/services';
import { Broker } from '@inkbear/service-kit/broker';
import { databaseName } from '@inkbear/service-kit/database-name';
import { Health } from '@inkbear/service-kit/health';
import { createHttpApp } from '@inkbear/service-kit/http-app';
import { newId } from '@inkbear/service-kit/ids';
import { KeySet, loadSigningKey } from '@inkbear/service-kit/keys';
import type { Logger } from '@inkbear/service-kit/logger';
import { metrics } from '@inkbear/service-kit/metrics/metrics';
import { Peers } from '@inkbear/service-kit/peers';
import type { OnUndeclaredError } from '@inkbear/service-kit/undeclared-errors';
import { consumers } from './consumers.ts';
import { type GatewayEnv, siteConfigOf } from './env.ts';
import { Gateway } from './gateway.ts';
import { jobs } from './jobs.ts';
import { IdentitySigner } from './identity/identity-signer.ts';
import { createOpenApi } from './openapi/openapi.routes.ts';
import { Admission } from './proxy/admission.ts';
import { createApi } from './proxy/api.routes.ts';
import { DiscardedBodies } from './proxy/discarded-bodies.ts';
import { Forwarder } from './proxy/forwarder.ts';
import { RequestsInFlight } from './proxy/requests-in-flight.ts';
import { RouteTable } from './proxy/route-table.ts';
import { closeUpstream, createUpstream, type Upstream } from './proxy/upstreams.ts';
import { RateLimits } from './rate-limits/rate-limits.ts';
import { contentPolicy, securityHeaders } from './security/security-headers.ts';
import { CallerResolver } from './sessions/caller-resolver.ts';
import { RevocationFeed } from './sessions/revocation-feed.ts';
import { Revocations } from './sessions/revocations.ts';
import { SessionTokens } from './sessions/session-tokens.ts';
import { EmbeddedReplies } from './web-app/embedded-replies.ts';
import { FolderFrontend } from './web-app/folder-frontend.ts';
import type { Frontend } from './web-app/frontend.ts';
import { HttpFrontend } from './web-app/http-frontend.ts';
import { createWebApp } from './web-app/web-app.routes.ts';

/** What only tests override: the clock, intervals, timeouts and the report of undeclared errors. */
export interface TestOverrides {
  readonly now?: () => number;
  readonly pollEveryMs?: number;
  readonly publishEveryMs?: number;
  readonly drainMs?: number;
  readonly embedTimeoutMs?: number;
  readonly onUndeclaredError?: OnUndeclaredError;
}

const upper = <N extends string>(name: N): Uppercase<N> => name.toUpperCase() as Uppercase<N>;
/** An older list of revocations is shown as missing; sessions are refused then. */
const maxRevocationAgeMs = 60_000;
const revocationTimeoutMs = 2000;

/** The composition root: everything is constructed here and nowhere else. Does no I/O. */
export function createGateway(env: GatewayEnv, logger: Logger, overrides: TestOverrides = {}): Gateway {
  const keys = new KeySet(env.JWKS_FILE);
  const signingKey = loadSigningKey(env.PRIVATE_KEY_FILE);
  const urls = mapNames(serviceNames, (name) => env[`${upper(name)}_URL`]);
  const peers = new Peers({ signer: signingKey, service: 'gateway', urls });
  const broker = new Broker({ url: env.NATS_URL, name: 'gateway', prefix: env.NATS_PREFIX, logger });
  const { revocations, userFeed, adminFeed, callers } = createSessions(env, { keys, peers, logger, overrides });
  const limits = new RateLimits({
    mongoUri: env.MONGODB_URI,
    database: env.MONGODB_DATABASE ?? databaseName('gateway'),
    broker,
    gatewayId: newId(),
    logger,
  });
  for (const subscription of consumers({ revocations, limits })) broker.subscribe(subscription);
  const forwarder = new Forwarder();
  const upstreams = mapNames(serviceNames, (name) => createUpstream(urls[name]));
  const frontends = mapNames(frontendNames, (name) => createFrontend(name, env, forwarder, logger));
  const health = new Health((failed) => logger.warn({ failed }, 'readiness_changed'));
  // Without a new list, pages and public routes work, and the others answer 503.
  health.addUntilUp('revocations', async () => userFeed.ageMs < maxRevocationAgeMs);
  // The gateway works without them: rates are counted in memory, and revoked sessions are polled.
  health.addOptional('mongodb', async () => limits.isMongoUp);
  health.addOptional('nats', async () => broker.isConnected);

  const admission = new Admission({ callers, limits, trustedHops: env.TRUST_PROXY_HOPS });
  const signer = new IdentitySigner(signingKey);
  const app = createApp(env, { logger, overrides, health, admission, signer, forwarder, upstreams, frontends });

  return new Gateway({
    app,
    host: env.HOST,
    port: env.PORT,
    health,
    logger,
    ...(overrides.drainMs ? { drainMs: overrides.drainMs } : {}),
    jobs: jobs({ revocations, limits, publishEveryMs: overrides.publishEveryMs }),
    lifecycleHooks: [
      { stop: observeConnections(broker, limits) },
      { stop: () => broker.close() },
      { start: () => limits.start(), stop: () => limits.stop() },
      { start: () => userFeed.start(), stop: () => userFeed.stop() },
      { start: () => adminFeed.start(), stop: () => adminFeed.stop() },
      { stop: () => Object.values(upstreams).forEach(closeUpstream) },
      { stop: () => Object.values(frontends).forEach((frontend) => frontend.close()) },
    ],
  });
}

const mapNames = <N extends string, T>(names: readonly N[], create: (name: N) => T): Record<N, T> =>
  Object.fromEntries(names.map((name) => [name, create(name)])) as Record<N, T>;

/** Records the state of both connections as a metric. Returns the function that stops it. */
const observeConnections = (broker: Broker, limits: RateLimits): (() => void) =>
  metrics.observe('inkbear.dependency.up', () => [
    { value: Number(limits.isMongoUp), attributes: { dependency: 'mongodb' } as const },
    { value: Number(broker.isConnected), attributes: { dependency: 'nats' } as const },
  ]);

interface SessionDeps {
  readonly keys: KeySet;
  readonly peers: Peers;
  readonly logger: Logger;
  readonly overrides: TestOverrides;
}

/** Creates the session verification, and the feeds that keep the revocations complete. */
function createSessions(env: GatewayEnv, { keys, peers, logger, overrides }: SessionDeps) {
  const revocations = new Revocations();
  const feedOptions = {
    logger,
    ...(overrides.now ? { now: overrides.now } : {}),
    ...(overrides.pollEveryMs ? { everyMs: overrides.pollEveryMs } : {}),
  };
  const userFeed = new RevocationFeed({
    ...feedOptions,
    name: 'users',
    list: (after) => peers.call(listRevocations, { query: { after }, timeoutMs: revocationTimeoutMs }),
    apply: (revocation) => revocations.add(revocation),
  });
  const adminFeed = new RevocationFeed({
    ...feedOptions,
    name: 'admins',
    list: (after) => peers.call(listAdminRevocations, { query: { after }, timeoutMs: revocationTimeoutMs }),
    apply: (revocation) => revocations.addAdmin(revocation),
  });
  const callers = new CallerResolver({
    tokens: new SessionTokens(keys),
    revocations,
    cookieName: sessionCookieName(env.PUBLIC_URL),
    userFeed,
    adminFeed,
  });
  return { callers, revocations, userFeed, adminFeed };
}

interface AppDeps {
  readonly logger: Logger;
  readonly overrides: TestOverrides;
  readonly health: Health;
  readonly admission: Admission;
  readonly signer: IdentitySigner;
  readonly forwarder: Forwarder;
  readonly upstreams: Readonly<Record<ServiceName, Upstream>>;
  readonly frontends: Readonly<Record<FrontendName, Frontend>>;
}

/** The Express app: security headers → OpenAPI document → API proxy → web app. */
function createApp(env: GatewayEnv, deps: AppDeps): ReturnType<typeof createHttpApp> {
  const { logger, overrides, health, admission, signer, forwarder, upstreams, frontends } = deps;
  const table = new RouteTable(publicRoutes);
  const withStripe = env.PAYMENTS_MODE === 'stripe';
  const policy = contentPolicy({ hotReloadUrl: env.HOT_RELOAD_URL, withStripe });
  const { shell, ...remotes } = frontends;
  return createHttpApp({
    logger,
    onUndeclaredError: overrides.onUndeclaredError,
    health: health.handler,
    routers: [
      ...securityHeaders(env.PUBLIC_URL, policy, { withStripe }),
      createOpenApi(env.PUBLIC_URL),
      createApi({
        table,
        upstreams,
        admission,
        signer,
        forwarder,
        inFlight: mapNames(serviceNames, () => new RequestsInFlight()),
        discardedBodies: new DiscardedBodies(),
        publicOrigin: new URL(env.PUBLIC_URL).origin,
      }),
      createWebApp({
        shell,
        remotes: Object.values(remotes),
        replies: new EmbeddedReplies({
          table,
          admission,
          signer,
          upstreams,
          logger,
          timeoutMs: overrides.embedTimeoutMs,
        }),
        config: siteConfigOf(env),
        policy,
        publicUrl: env.PUBLIC_URL,
        cookieName: sessionCookieName(env.PUBLIC_URL),
      }),
    ],
  });
}

function createFrontend(name: FrontendName, env: GatewayEnv, forwarder: Forwarder, logger: Logger): Frontend {
  const assets = env[`${upper(name)}_ASSETS`];
  return /^https?:\/\//.test(assets)
    ? new HttpFrontend(name, assets, forwarder, logger)
    : new FolderFrontend(name, assets);
}
