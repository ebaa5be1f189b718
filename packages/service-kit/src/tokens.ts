import { randomBytes } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import type { KeySet, SigningKey } from './keys.ts';

const claims = z.looseObject({
  iss: z.string(),
  aud: z.string(),
  sub: z.string(),
  jti: z.string(),
  iat: z.number(),
  exp: z.number(),
});
export type Claims = z.infer<typeof claims>;

/** Signs an ES256 token of this issuer for one audience. `lifeSeconds` is counted from the system's clock. */
export function signToken(
  signer: SigningKey,
  options: { subject: string; audience: string; lifeSeconds: number; claims?: Record<string, unknown> },
): string {
  return jwt.sign(options.claims ?? {}, signer.key, {
    algorithm: 'ES256',
    keyid: signer.kid,
    issuer: signer.issuer,
    subject: options.subject,
    audience: options.audience,
    expiresIn: options.lifeSeconds,
    jwtid: randomBytes(12).toString('base64url'),
  });
}

/**
 * The claims of a token, or null for anything that is not a living ES256 token of this issuer for this audience.
 * @param lateSeconds how long after its end a token still counts
 */
export function verifyToken(
  keys: KeySet,
  token: string,
  expected: { issuer: string; audience: string },
  lateSeconds = 0,
): Claims | null {
  const header = readToken(() => jwt.decode(token, { complete: true }))?.header;
  if (!header || header.alg !== 'ES256' || typeof header.kid !== 'string') return null;
  const key = keys.find(header.kid, expected.issuer);
  if (!key) return null;
  const parsed = claims.safeParse(
    readToken(() =>
      jwt.verify(token, key, {
        algorithms: ['ES256'],
        issuer: expected.issuer,
        audience: expected.audience,
        clockTolerance: lateSeconds,
      }),
    ),
  );
  return parsed.success ? parsed.data : null;
}

/** The parsers throw another kind of error for each way in which a stranger's text can be broken; all of them mean no. */
function readToken<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** The issuer a token claims to have, unverified: only to choose which key must prove it. */
export function claimedIssuer(token: string): string | null {
  const payload = readToken(() => jwt.decode(token));
  return typeof payload === 'object' && payload !== null && typeof payload.iss === 'string' ? payload.iss : null;
}
