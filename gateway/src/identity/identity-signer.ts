import type { ServiceName } from '@inkbear/contracts/services';
import { type Identity, signIdentity } from '@inkbear/service-kit/identity';
import type { SigningKey } from '@inkbear/service-kit/keys';

const cacheMs = 2000;
const cacheSize = 20_000;

/**
 * Signs the caller's identity for a service. A signature is valid for 5 s. It is reused for 2 s for the same session and
 * service.
 */
export class IdentitySigner {
  readonly #key: SigningKey;
  readonly #signed = new Map<string, { token: string; until: number }>();

  constructor(key: SigningKey) {
    this.#key = key;
  }

  /** Returns undefined for a visitor: services treat a request without an identity as a visitor's. */
  sign(identity: Identity, service: ServiceName): string | undefined {
    if (identity.role === 'visitor' || identity.role === 'service') return undefined;
    const cacheKey =
      identity.role === 'user' ? `${service} ${identity.userId} ${identity.sid}` : `${service} admin ${identity.sid}`;
    const cached = this.#signed.get(cacheKey);
    if (cached && cached.until > Date.now()) return cached.token;
    const token = signIdentity(this.#key, service, identity);
    if (this.#signed.size >= cacheSize) this.#signed.clear();
    this.#signed.set(cacheKey, { token, until: Date.now() + cacheMs });
    return token;
  }
}
