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

export interface SigningKey {
  readonly kid: string;
  readonly issuer: string;
  readonly key: KeyObject;
}

/** How often a process reads its private key again, and at least how often the public keys. */
export const keyReloadMs = 60_000;

/**
 * Reads a private ES256 JWK, and reads it again every minute, so that a rotated key needs no restart. Errors name the
 * file but never contain its content.
 */
export const loadSigningKey = (file: string): SigningKey => new SigningKeyFile(file);

class SigningKeyFile implements SigningKey {
  #current: SigningKey;

  constructor(file: string) {
    this.#current = readSigningKey(file);
    // By a timer, so that all properties belong to one key while a token is signed.
    setInterval(() => this.#reload(file), keyReloadMs).unref();
  }

  get kid(): string {
    return this.#current.kid;
  }
  get issuer(): string {
    return this.#current.issuer;
  }
  get key(): KeyObject {
    return this.#current.key;
  }

  /** Keeps the loaded key when the file is temporarily unreadable. */
  #reload(file: string): void {
    try {
      const next = readSigningKey(file);
      if (next.issuer !== this.#current.issuer) throw new Error(`The key file ${file} belongs to another issuer.`);
      this.#current = next;
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  }
}

function readSigningKey(file: string): SigningKey {
  const jwk = privateJwk.safeParse(readJson(file));
  if (!jwk.success) throw new Error(`The key file ${file} does not contain an ES256 private key.`);
  return { kid: jwk.data.kid, issuer: jwk.data.iss, key: createPrivateKey({ key: jwk.data, format: 'jwk' }) };
}

/**
 * Derives a secret for keyed digests from the process's private key. Replicas share it; after a key rotation it changes
 * at their next start.
 */
export const deriveDigestSecret = ({ key }: SigningKey): KeyObject =>
  createSecretKey(new Uint8Array(hkdfSync('sha256', key.export({ type: 'pkcs8', format: 'der' }), '', 'digests', 32)));

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
      process.emitWarning(error instanceof Error ? error : String(error));
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
