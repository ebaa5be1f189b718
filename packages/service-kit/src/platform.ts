import type { ServiceName } from '@inkbear/contracts/services';
import { Batches } from './batches.ts';
import { Broker } from './broker.ts';
import { StoredBusinessClock } from './business-clock.ts';
import type { Clock } from './clock.ts';
import { DatabaseProbe } from './database-probe.ts';
import { DeadLetters } from './dead-letters.ts';
import { Entitlements } from './entitlements.ts';
import { type BaseEnv, databaseOf } from './env.ts';
import { Erasure } from './erasure.ts';
import { Health } from './health.ts';
import { Idempotency } from './idempotency.ts';
import { IdentityVerifier } from './identity.ts';
import { newId, type NewId } from './ids.ts';
import { Inbox } from './inbox.ts';
import { KeySet, loadSigningKey, deriveDigestSecret } from './keys.ts';
import { Leases } from './leases.ts';
import { createLogger, type Logger } from './logger.ts';
import { connectMongo, type Connection } from './mongo.ts';
import { Outbox } from './outbox.ts';
import { Peers, type PeerUrls } from './peers.ts';
import { Relay } from './relay.ts';

/** The infrastructure that every service gets. `deps.ts` destructures it and passes on only what each part needs. */
export interface Platform {
  readonly service: ServiceName;
  readonly env: BaseEnv;
  readonly logger: Logger;
  readonly connection: Connection;
  readonly databaseProbe: DatabaseProbe;
  readonly broker: Broker;
  readonly outbox: Outbox;
  readonly relay: Relay;
  readonly inbox: Inbox;
  readonly deadLetters: DeadLetters;
  readonly erasure: Erasure;
  readonly leases: Leases;
  readonly batches: Batches;
  readonly keys: KeySet;
  readonly identities: IdentityVerifier;
  readonly idempotency: Idempotency;
  readonly peers: Peers;
  readonly entitlements: Entitlements;
  readonly businessClock: StoredBusinessClock;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly health: Health;
}

/** About as many as one caller's concurrent requests use (`maxRunningPerCaller` of the gateway), and some for others. */
const minConnections = 12;

/**
 * Connects to all dependencies. Throws when MongoDB is unreachable; NATS connects in the background, and writes work
 * without it.
 */
export async function createPlatform(service: ServiceName, env: BaseEnv, urls: PeerUrls): Promise<Platform> {
  const logger = createLogger(service, env.LOG_LEVEL);
  const keys = new KeySet(env.JWKS_FILE);
  const signer = loadSigningKey(env.PRIVATE_KEY_FILE);
  const connection = await connectMongo({
    uri: env.MONGODB_URI,
    database: databaseOf(service, env),
    logger,
    minConnections,
  });
  const broker = new Broker({ url: env.NATS_URL, name: service, prefix: env.NATS_PREFIX, logger });
  const outbox = new Outbox(connection, service);
  const deadLetters = new DeadLetters(connection, logger);
  const peers = new Peers({ signer, service, urls });
  const businessClock = new StoredBusinessClock({ connection, broker, logger });
  const { clock } = businessClock;
  const batches = new Batches({ logger });
  const health = new Health((failed) => logger.warn({ failed }, 'readiness_changed'));
  const databaseProbe = new DatabaseProbe(connection, logger);
  health.add('mongodb', () => databaseProbe.check());
  // Without the broker writes work: their events wait in the outbox.
  health.addOptional('nats', async () => broker.isConnected);
  return {
    service,
    env,
    logger,
    keys,
    connection,
    databaseProbe,
    broker,
    outbox,
    deadLetters,
    peers,
    businessClock,
    clock,
    health,
    newId,
    batches,
    relay: new Relay({ connection, broker, service, logger, outbox }),
    inbox: new Inbox(connection, outbox),
    erasure: new Erasure({ connection, deadLetters, batches }),
    leases: new Leases(connection, logger),
    identities: new IdentityVerifier(keys, service),
    idempotency: new Idempotency(connection, deriveDigestSecret(signer)),
    entitlements: new Entitlements({ connection, peers, clock, logger }),
  };
}
