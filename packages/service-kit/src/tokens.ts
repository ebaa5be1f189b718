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

/** Signs an ES256 token of this issuer for one audience. `lifeSeconds` is relative to system time. */
export function signToken(
  signer: SigningKey,
  options: { subject: string; audience: string; lifeSeconds: number; claims?: Record<string, unknown> },
): string {
  const { kid, issuer, key } = signer.current();
  return jwt.sign(options.claims ?? {}, key, {
    algorithm: 'ES256',
    keyid: kid,
    issuer,
    subject: options.subject,
    audience: options.audience,
    expiresIn: options.lifeSeconds,
    jwtid: randomBytes(12).toString('base64url'),
  });
}

/**
 * The claims of a token, or null for anything but a valid ES256 token of this issuer for this audience.
 * @param toleranceSeconds how long after its expiry a token is still accepted
 */
export function verifyToken(
  keys: KeySet,
  token: string,
  expected: { issuer: string; audience: string },
  toleranceSeconds = 0,
): Claims | null {
  const header = tryReadToken(() => jwt.decode(token, { complete: true }))?.header;
  if (!header || header.alg !== 'ES256' || typeof header.kid !== 'string') return null;
  const key = keys.find(header.kid, expected.issuer);
  if (!key) return null;
  const parsed = claims.safeParse(
    tryReadToken(() =>
      jwt.verify(token, key, {
        algorithms: ['ES256'],
        issuer: expected.issuer,
        audience: expected.audience,
        clockTolerance: toleranceSeconds,
      }),
    ),
  );
  return parsed.success ? parsed.data : null;
}

/** The parsers throw different errors for different kinds of malformed input; all of them mean an invalid token. */
function tryReadToken<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** The unverified issuer claim of a token; only for choosing the key that must verify it. */
export function claimedIssuer(token: string): string | null {
  const payload = tryReadToken(() => jwt.decode(token));
  return typeof payload === 'object' && payload !== null && typeof payload.iss === 'string' ? payload.iss : null;
}
