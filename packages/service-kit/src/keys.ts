import { createPrivateKey, createPublicKey, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const publicJwk = z.looseObject({
  kid: z.string(),
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  iss: z.string(),
});
const privateJwk = publicJwk.extend({ d: z.string() });

export interface PrivateKey {
  readonly kid: string;
  readonly issuer: string;
  readonly key: KeyObject;
}

/** A private key whose file may be replaced while the process runs. */
export interface SigningKey {
  /** The key to sign with now. Use one result for the whole token, because the next call may return another key. */
  readonly current: () => PrivateKey;
}

/** The interval after which the private key is reloaded. Public keys are reloaded at least this often. */
export const keyReloadMs = 60_000;

/**
 * Loads a private ES256 JWK. Reloads the file on use when the loaded key is more than a minute old, so that a rotated
 * key needs no restart. Errors name the file but never contain its content.
 */
export function loadSigningKey(file: string): SigningKey {
  let key = readPrivateKey(file);
  let readAt = Date.now();
  return {
    current: () => {
      if (Date.now() - readAt < keyReloadMs) return key;
      readAt = Date.now();
      key = rereadPrivateKey(file, key);
      return key;
    },
  };
}

/** Keeps the loaded key when the file is temporarily unreadable. */
function rereadPrivateKey(file: string, loaded: PrivateKey): PrivateKey {
  try {
    const next = readPrivateKey(file);
    if (next.issuer !== loaded.issuer) throw new Error(`The key file ${file} belongs to another issuer.`);
    return next;
  } catch (error) {
    warn(error);
    return loaded;
  }
}

/** Warns with a text, because in tests the error may be of another realm, which `emitWarning` refuses. */
const warn = (error: unknown): void => process.emitWarning(error instanceof Error ? error.message : String(error));

function readPrivateKey(file: string): PrivateKey {
  const jwk = privateJwk.safeParse(readJson(file));
  if (!jwk.success) throw new Error(`The key file ${file} does not contain an ES256 private key.`);
  return { kid: jwk.data.kid, issuer: jwk.data.iss, key: createPrivateKey({ key: jwk.data, format: 'jwk' }) };
}

/**
 * Derives a secret for keyed digests from the process's private key. Replicas share it; after a key rotation it changes
 * at their next start.
 */
export const deriveDigestSecret = (signer: SigningKey): KeyObject =>
  createSecretKey(
    new Uint8Array(
      hkdfSync('sha256', signer.current().key.export({ type: 'pkcs8', format: 'der' }), '', 'digests', 32),
    ),
  );

/** Public keys of all issuers. Reloaded every minute, and for an unknown key id at most once a second. */
export class KeySet {
  readonly #file: string;
  #keys = new Map<string, { issuer: string; key: KeyObject }>();
  #readAt = 0;

  constructor(file: string) {
    this.#file = file;
    this.#read();
  }

  /** The key with this id if it belongs to this issuer, otherwise null. */
  find(kid: string, issuer: string): KeyObject | null {
    const age = Date.now() - this.#readAt;
    if (age > keyReloadMs || (!this.#keys.has(kid) && age > 1000)) this.#reload();
    const found = this.#keys.get(kid);
    return found?.issuer === issuer ? found.key : null;
  }

  /** Keeps the loaded keys when the file is temporarily unreadable; otherwise everyone would be locked out. */
  #reload(): void {
    try {
      this.#read();
    } catch (error) {
      this.#readAt = Date.now();
      warn(error);
    }
  }

  #read(): void {
    const set = z.object({ keys: z.array(publicJwk) }).parse(readJson(this.#file));
    this.#keys = new Map(
      set.keys.map((jwk) => [jwk.kid, { issuer: jwk.iss, key: createPublicKey({ key: jwk, format: 'jwk' }) }]),
    );
    this.#readAt = Date.now();
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`The key file ${file} cannot be read.`, { cause: error });
  }
}
