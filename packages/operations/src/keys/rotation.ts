import { adminIssuer, sessionDays, sessionIssuer } from '@inkbear/contracts/auth/session-token';
import { processNames } from '@inkbear/contracts/services';
import { keyReloadMs } from '@inkbear/service-kit/keys';
import { OperationError } from '@inkbear/service-kit/operation';
import { type KeySetFile, type PrivateJwk, type PublicJwk, publicHalf } from './private-jwk.ts';

/** The files of a key folder or a Secret, by name. */
export type KeyFiles = Readonly<Record<string, string>>;

export const issuers: readonly string[] = [...processNames, sessionIssuer, adminIssuer];

const keySetName = 'jwks.json';
export const signingFile = (issuer: string): string => `${issuer}.json`;
/** The key that will sign next. No process reads it. */
export const nextFile = (issuer: string): string => `${issuer}.next.json`;

const dayMs = 86_400_000;
/** The longest life of a token: an admin's session has at most an hour, an identity 5 s and a delay of 60 s. */
const tokenLifeMs: Readonly<Record<string, number>> = {
  [sessionIssuer]: sessionDays * dayMs,
  [adminIssuer]: 3_600_000,
};
const identityLifeMs = 65_000;
/** Allowance for clock skew and for requests in flight. */
const marginMs = 60_000;

const lifeOf = (issuer: string): number => tokenLifeMs[issuer] ?? identityLifeMs;

/** The state of one issuer's rotation. */
export type RotationState =
  | { readonly kind: 'idle' }
  /** The next key is published and may sign after `readyAt`. */
  | { readonly kind: 'published'; readonly readyAt: Date };

/** `spreadMs`: how long files need to reach every process, apart from the minute in which each reads them again. */
export function stateOf(files: KeyFiles, issuer: string, spreadMs: number): RotationState {
  const next = files[nextFile(issuer)];
  if (next === undefined) return { kind: 'idle' };
  const kid = kidOf(next);
  const published = readKeySet(files).keys.find((key) => key.kid === kid)?.publishedAt;
  // A crash came before the key set was written: no process has seen this key.
  if (published === undefined) return { kind: 'idle' };
  return { kind: 'published', readyAt: new Date(Date.parse(published) + keyReloadMs + spreadMs) };
}

/** Step 1: adds the public half of a new key. Returns the changed files. */
export function publishNextKey(files: KeyFiles, next: PrivateJwk, now: Date): KeyFiles {
  requireSigningKey(files, next.iss);
  const { keys } = readKeySet(files);
  return {
    // The key set last: a process must never sign with a key that others do not have.
    [nextFile(next.iss)]: stringify(next),
    [keySetName]: stringify({ keys: [...keys, { ...publicHalf(next), publishedAt: now.toISOString() }] }),
  };
}

/**
 * Step 2: the published key signs from now on; the replaced one stays valid until everything it has signed is expired.
 * May be repeated after a crash between two files. Returns the changed files; null is a deleted one.
 */
export function startSigning(files: KeyFiles, issuer: string, now: Date): Readonly<Record<string, string | null>> {
  const next = files[nextFile(issuer)];
  if (next === undefined) throw new OperationError(`There is no published key of ${issuer}.`);
  const kid = kidOf(next);
  const retiresAt = new Date(now.getTime() + keyReloadMs + lifeOf(issuer) + marginMs).toISOString();
  const replaced = requireSigningKey(files, issuer).kid;
  if (replaced === kid) return { [nextFile(issuer)]: null };
  const keys = readKeySet(files).keys.map((key): PublicJwk => (key.kid === replaced ? { ...key, retiresAt } : key));
  return { [keySetName]: stringify({ keys }), [signingFile(issuer)]: next, [nextFile(issuer)]: null };
}

/** Last step: removes the public halves of keys that are retired. */
export function removeRetired(
  files: KeyFiles,
  now: Date,
): { readonly files: KeyFiles; readonly removed: readonly PublicJwk[]; readonly waiting: readonly PublicJwk[] } {
  const { keys } = readKeySet(files);
  const signing = new Set(issuers.map((issuer) => files[signingFile(issuer)]).map((text) => (text ? kidOf(text) : '')));
  const isOver = ({ kid, retiresAt }: PublicJwk): boolean =>
    retiresAt !== undefined && Date.parse(retiresAt) <= now.getTime() && !signing.has(kid);
  const removed = keys.filter(isOver);
  return {
    files: removed.length === 0 ? {} : { [keySetName]: stringify({ keys: keys.filter((key) => !isOver(key)) }) },
    removed,
    waiting: keys.filter((key) => key.retiresAt !== undefined && !isOver(key)),
  };
}

function readKeySet(files: KeyFiles): KeySetFile {
  const text = files[keySetName];
  if (text === undefined) throw new OperationError(`${keySetName} is missing.`);
  return JSON.parse(text) as KeySetFile;
}

function requireSigningKey(files: KeyFiles, issuer: string): PrivateJwk {
  const text = files[signingFile(issuer)];
  if (text === undefined) throw new OperationError(`${signingFile(issuer)} is missing.`);
  return JSON.parse(text) as PrivateJwk;
}

const kidOf = (text: string): string => (JSON.parse(text) as PrivateJwk).kid;
const stringify = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
