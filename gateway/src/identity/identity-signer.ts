import type { ServiceName } from '@inkbear/contracts/services';
import { type Identity, signIdentity } from '@inkbear/service-kit/identity';
import type { SigningKey } from '@inkbear/service-kit/keys';

const cacheMs = 2000;
const cacheSize = 20_000;

/** Signs who a request is from; one signature serves the same session at the same service for two of its five seconds. */
export class IdentitySigner {
  readonly #key: SigningKey;
  readonly #signed = new Map<string, { token: string; until: number }>();

  constructor(key: SigningKey) {
    this.#key = key;
  }

  /** Undefined for a visitor: no identity at all is one. */
  sign(identity: Identity, service: ServiceName): string | undefined {
    if (identity.role === 'visitor' || identity.role === 'service') return undefined;
    const slot =
      identity.role === 'user' ? `${service} ${identity.userId} ${identity.sid}` : `${service} admin ${identity.sid}`;
    const known = this.#signed.get(slot);
    if (known && known.until > Date.now()) return known.token;
    const token = signIdentity(this.#key, service, identity);
    if (this.#signed.size >= cacheSize) this.#signed.clear();
    this.#signed.set(slot, { token, until: Date.now() + cacheMs });
    return token;
  }
}
