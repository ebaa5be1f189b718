import { sessionAudience, sessionCookieName, sessionDays } from '@inkbear/contracts/auth/session-token';
import type { NewId } from '@inkbear/service-kit/ids';
import type { SigningKey } from '@inkbear/service-kit/keys';
import { deviceCookie } from '@inkbear/service-kit/sign-in-throttle';
import { signToken } from '@inkbear/service-kit/tokens';

/** Starts and ends sessions: a signed token in a cookie that scripts cannot read and that ends with the browser. */
export class Sessions {
  readonly #signer: SigningKey;
  readonly #newId: NewId;
  readonly #cookieName: string;
  readonly #secure: boolean;

  constructor(options: { signer: SigningKey; newId: NewId; publicUrl: string }) {
    this.#signer = options.signer;
    this.#newId = options.newId;
    this.#cookieName = sessionCookieName(options.publicUrl);
    this.#secure = options.publicUrl.startsWith('https:');
  }

  /** The two `Set-Cookie` values of a sign-in. */
  open(userId: string, device: string): string[] {
    const token = signToken(this.#signer, { subject: userId, audience: sessionAudience, lifeSeconds: sessionDays * 86_400, claims: { sid: this.#newId() } });
    return [this.#cookie(token), deviceCookie(device, this.#secure)];
  }

  close(): string {
    return `${this.#cookie('')}; Max-Age=0`;
  }

  #cookie(value: string): string {
    return `${this.#cookieName}=${value}; Path=/; HttpOnly; SameSite=Lax${this.#secure ? '; Secure' : ''}`;
  }
}
