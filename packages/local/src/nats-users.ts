import { hashSync } from 'bcryptjs';
import { brokerPermissions, type BrokerPermissions, operatorPermissions } from '@inkbear/contracts/messaging';
import type { UserName } from '@inkbear/operations/mongodb/mongo-users';
import type { Credentials } from './credentials.ts';

/** bcrypt's lowest cost: 192 random bits cannot be guessed, and the server hashes them for each connection. */
const hashCost = 4;

interface NatsUser {
  readonly user: string;
  readonly password: string;
  readonly permissions: BrokerPermissions;
}

/** All subjects of the default account. */
const allSubjects: BrokerPermissions = { publish: ['>'], subscribe: ['>'] };

function permissionsOf(name: UserName): BrokerPermissions {
  if (name === 'tests') return allSubjects;
  return name === 'ops' ? operatorPermissions : brokerPermissions(name);
}

/**
 * The `authorization` block of a NATS configuration; other users are rejected. It contains password hashes only, so the
 * file is not a credential. The users are in the default account, like the streams of earlier releases.
 */
export function natsAuthorization(credentials: Credentials['nats'], names: readonly UserName[]): string {
  const users = names.map((name): NatsUser => ({
    user: name,
    password: hashSync(credentials[name], hashCost),
    permissions: permissionsOf(name),
  }));
  return `authorization: ${JSON.stringify({ users }, null, 2)}\n`;
}

/** The server's URL with a user's credentials, as in `NATS_URL`. */
export const natsUrl = (host: string, user: UserName, credentials: Credentials['nats']): string =>
  `nats://${user}:${credentials[user]}@${host}`;
