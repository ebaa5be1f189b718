import { listAdminRevocations } from '@inkbear/contracts/admin/session';
import { listRevocations } from '@inkbear/contracts/auth/internal';
import { sessionCookieName } from '@inkbear/contracts/auth/session-token';
import { adminSessionRevoked, sessionRevoked } from '@inkbear/contracts/events';
import { publicRoutes } from '@inkbear/contracts/routes';
import { frontendNames, type FrontendName, serviceNames, type ServiceName } from '@inkbear/contracts/services';
import { Broker } from '@inkbear/service-kit/broker';
import { Health } from '@inkbear/service-kit/health';
import { createHttpApp } from '@inkbear/service-kit/http-app';
import { newId } from '@inkbear/service-kit/ids';
import { KeySet, loadSigningKey } from '@inkbear/service-kit/keys';
import type { Logger } from '@inkbear/service-kit/logger';
import { Peers } from '@inkbear/service-kit/peers';
import { type GatewayEnv, siteConfigOf } from './env.ts';
import { Gateway } from './gateway.ts';
import { IdentitySigner } from './identity/identity-signer.ts';
import { createOpenApi } from './openapi/openapi.routes.ts';
import { Admission } from './proxy/admission.ts';
import { createApi } from './proxy/api.routes.ts';
import { Forwarder } from './proxy/forwarder.ts';
import { RouteTable } from './proxy/route-table.ts';
import { closeUpstream, createUpstream } from './proxy/upstreams.ts';
import { RateLimits } from './rate-limits/rate-limits.ts';
import { SharedCounts } from './rate-limits/shared-counts.ts';
import { StoredCounts } from './rate-limits/stored-counts.ts';
import { contentPolicy, securityHeaders } from './security/security-headers.ts';
import { Callers } from './sessions/callers.ts';
import { RevocationFeed } from './sessions/revocation-feed.ts';
import { Revocations } from './sessions/revocations.ts';
import { SessionTokens } from './sessions/session-tokens.ts';
import { EarlyReplies } from './web-app/early-replies.ts';
import { FolderFrontend } from './web-app/folder-frontend.ts';
import type { Frontend } from './web-app/frontend.ts';
import { RemoteFrontend } from './web-app/remote-frontend.ts';
import { createWebApp } from './web-app/web-app.routes.ts';

/** What a test makes faster or moves; nothing of it is a setting. */
export interface Tuning {
  readonly now?: () => number;
  readonly pollEveryMs?: number;
  readonly shareEveryMs?: number;
  readonly drainMs?: number;
  readonly earlyWithinMs?: number;
}

const upper = <N extends string>(name: N): Uppercase<N> => name.toUpperCase() as Uppercase<N>;
const sweepEveryMs = 60_000;
const notReadyAfterMs = 60_000;
const callWithinMs = 2000;

/** Everything is constructed here and nowhere else; nothing is waited for. */
export function createGateway(env: GatewayEnv, logger: Logger, tuning: Tuning = {}): Gateway {
  const urls = Object.fromEntries(serviceNames.map((name) => [name, env[`${upper(name)}_URL`]])) as Record<
    ServiceName,
    string
  >;
  const keys = new KeySet(env.JWKS_FILE);
  const signingKey = loadSigningKey(env.PRIVATE_KEY_FILE);
  const peers = new Peers({ signer: signingKey, service: 'gateway', urls });
  const onError = (err: unknown): void => logger.warn({ err }, 'broker');
  const broker = new Broker({ url: env.NATS_URL, name: 'gateway', prefix: env.NATS_PREFIX, logger });

  const revocations = new Revocations();
  const cookieName = sessionCookieName(env.PUBLIC_URL);
  const feed = {
    broker,
    logger,
    ...(tuning.now ? { now: tuning.now } : {}),
    ...(tuning.pollEveryMs ? { everyMs: tuning.pollEveryMs } : {}),
  };
  const userFeed = new RevocationFeed({
    ...feed,
    event: sessionRevoked,
    list: (after) => peers.call(listRevocations, { query: { after }, timeoutMs: callWithinMs }),
    apply: (revocation) => revocations.add(revocation),
  });
  const adminFeed = new RevocationFeed({
    ...feed,
    event: adminSessionRevoked,
    list: (after) => peers.call(listAdminRevocations, { query: { after }, timeoutMs: callWithinMs }),
    apply: (revocation) => revocations.addAdmin(revocation),
  });
  const callers = new Callers({ tokens: new SessionTokens(keys), revocations, cookieName, userFeed, adminFeed });

  const stored = new StoredCounts({
    uri: env.MONGODB_URI,
    database: env.MONGODB_DATABASE ?? 'inkbear_gateway',
    logger,
  });
  const limits = new RateLimits(stored);
  const shared = new SharedCounts({ limits, broker, self: newId(), onError });

  const forwarder = new Forwarder();
  const upstreams = Object.fromEntries(serviceNames.map((name) => [name, createUpstream(urls[name])])) as Record<
    ServiceName,
    ReturnType<typeof createUpstream>
  >;
  const frontends = Object.fromEntries(
    frontendNames.map((name) => [name, createFrontend(name, env, forwarder, logger)]),
  ) as Record<FrontendName, Frontend>;
  const { shell, ...remotes } = frontends;

  const table = new RouteTable(publicRoutes);
  const signer = new IdentitySigner(signingKey);
  const admission = new Admission({ callers, limits, trustedHops: env.TRUST_PROXY_HOPS });
  const policy = contentPolicy({ hotReloadUrl: env.HOT_RELOAD_URL, withStripe: env.PAYMENTS_MODE === 'stripe' });
  const health = new Health((failed) => logger.warn({ failed }, 'readiness_changed'));
  health.add('revocations', async () => userFeed.ageMs < notReadyAfterMs);

  const app = createHttpApp({
    logger,
    health: health.handler,
    routers: [
      ...securityHeaders(env.PUBLIC_URL, policy, { withStripe: env.PAYMENTS_MODE === 'stripe' }),
      createOpenApi(env.PUBLIC_URL),
      createApi({ table, upstreams, admission, signer, forwarder, ownOrigin: new URL(env.PUBLIC_URL).origin }),
      createWebApp({
        shell,
        remotes: Object.values(remotes),
        replies: new EarlyReplies({ table, admission, signer, upstreams, logger, withinMs: tuning.earlyWithinMs }),
        config: siteConfigOf(env),
        policy,
        publicUrl: env.PUBLIC_URL,
        cookieName,
      }),
    ],
  });

  let sweep: NodeJS.Timeout | undefined;
  return new Gateway({
    app,
    host: env.HOST,
    port: env.PORT,
    health,
    logger,
    ...(tuning.drainMs ? { drainMs: tuning.drainMs } : {}),
    companions: [
      { start: () => stored.start(), stop: () => stored.close() },
      { stop: () => broker.close() },
      { start: () => shared.start(tuning.shareEveryMs), stop: () => shared.stop() },
      { start: () => userFeed.start(), stop: () => userFeed.stop() },
      { start: () => adminFeed.start(), stop: () => adminFeed.stop() },
      {
        start: () => (sweep = setInterval(() => revocations.sweep(Date.now()), sweepEveryMs)),
        stop: () => clearInterval(sweep),
      },
      { stop: () => [...Object.values(upstreams)].forEach(closeUpstream) },
      { stop: () => Object.values(frontends).forEach((frontend) => frontend.close()) },
    ],
  });
}

function createFrontend(name: FrontendName, env: GatewayEnv, forwarder: Forwarder, logger: Logger): Frontend {
  const assets = env[`${upper(name)}_ASSETS`];
  return /^https?:\/\//.test(assets)
    ? new RemoteFrontend(name, assets, forwarder, logger)
    : new FolderFrontend(name, assets);
}
