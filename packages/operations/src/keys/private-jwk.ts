import { generateKeyPairSync, randomBytes } from 'node:crypto';

/** A private ES256 key as its file has it. */
export interface PrivateJwk {
  readonly kid: string;
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
  readonly d: string;
  readonly alg: 'ES256';
  readonly iss: string;
}

/** The public half of a key in `jwks.json`. Processes ignore the two times. */
export interface PublicJwk extends Omit<PrivateJwk, 'd'> {
  readonly use: 'sig';
  /** When a rotation published it, before it signed. */
  readonly publishedAt?: string;
  /** When everything that a replaced key has signed is expired. */
  readonly retiresAt?: string;
}

export interface KeySetFile {
  readonly keys: readonly PublicJwk[];
}

export function makeKey(issuer: string): PrivateJwk {
  const { kty, crv, x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  if (!kty || !crv || !x || !y || !d) throw new Error('The generated key is incomplete.');
  return { kid: `${issuer}-${randomBytes(6).toString('hex')}`, kty, crv, x, y, d, alg: 'ES256', iss: issuer };
}

export const publicHalf = ({ kid, kty, crv, x, y, alg, iss }: PrivateJwk): PublicJwk => ({
  kid,
  kty,
  crv,
  x,
  y,
  alg,
  use: 'sig',
  iss,
});

/**
 * The public halves of the signing keys, and those of an earlier list that a rotation still needs: of keys that will
 * sign next, and of replaced ones.
 */
export function mergeKeySet(
  signing: readonly PrivateJwk[],
  next: readonly PrivateJwk[],
  earlier: KeySetFile,
): KeySetFile {
  const [signingIds, nextIds] = [signing, next].map((keys) => new Set(keys.map(({ kid }) => kid)));
  const inRotation = earlier.keys.filter(
    ({ kid, retiresAt }) => !signingIds?.has(kid) && (nextIds?.has(kid) || retiresAt !== undefined),
  );
  return { keys: [...signing.map(publicHalf), ...inRotation] };
}
