import { hashSync } from 'bcryptjs';
import { brokerPermissions, type BrokerPermissions } from '@inkbear/contracts/messaging';
import type { Credentials, NatsUserName } from './credentials.ts';

/** The lowest cost of bcrypt: passwords of 192 random bits cannot be guessed, and every connection pays for it. */
const hashCost = 4;

interface NatsUser {
  readonly user: string;
  readonly password: string;
  readonly permissions: BrokerPermissions;
}

/** Everything but the system account, which has no user at all. */
const anything: BrokerPermissions = { publish: ['>'], subscribe: ['>'] };

const permissionsOf = (name: NatsUserName): BrokerPermissions =>
  name === 'tests' ? anything : brokerPermissions(name);

/**
 * The `authorization` block of a NATS configuration: whoever is not in it is refused. It holds hashes only, so the
 * file is no credential. The users are in the default account, where streams of earlier releases are.
 */
export function natsAuthorization(credentials: Credentials['nats'], names: readonly NatsUserName[]): string {
  const users = names.map((name): NatsUser => ({
    user: name,
    password: hashSync(credentials[name], hashCost),
    permissions: permissionsOf(name),
  }));
  return `authorization: ${JSON.stringify({ users }, null, 2)}\n`;
}

/** The address of a server with a user's credentials, as `NATS_URL`. */
export const natsUrl = (host: string, user: NatsUserName, credentials: Credentials['nats']): string =>
  `nats://${user}:${credentials[user]}@${host}`;
