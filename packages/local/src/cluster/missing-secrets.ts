import type { Secret } from './cluster-secrets.ts';

/** Secrets whose contents belong together: the passwords of all processes, and the servers' users with them. */
const isConnectionSecret = ({ metadata: { name } }: Secret): boolean =>
  name.startsWith('inkbear-connections-') || name === 'inkbear-mongodb' || name === 'inkbear-nats';

/**
 * The Secrets that a cluster lacks. Secrets that exist are never replaced, so nobody is signed out and no password
 * changes. Throws when only some of the connection Secrets exist: new ones would not match their passwords.
 * @param existing names of the Secrets in the cluster, with or without the prefix `secret/`
 */
export function missingSecrets(secrets: readonly Secret[], existing: readonly string[]): Secret[] {
  const known = new Set(existing.map((name) => name.trim().replace(/^secret\//, '')));
  const missing = secrets.filter(({ metadata }) => !known.has(metadata.name));
  const connections = secrets.filter(isConnectionSecret);
  const lacking = missing.filter(isConnectionSecret);
  if (lacking.length > 0 && lacking.length < connections.length)
    throw new Error(
      `These Secrets are missing, but others with the same passwords exist: ${lacking.map(({ metadata }) => metadata.name).join(', ')}. ` +
        'Create all of them anew without --missing, then change secretsRevision.',
    );
  return missing;
}
