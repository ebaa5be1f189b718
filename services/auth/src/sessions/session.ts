import { sessionAudience, sessionCookieName, sessionDays } from '@inkbear/contracts/auth/session-token';
import type { DeviceCookie } from '@inkbear/service-kit/device-cookie';
import type { NewId } from '@inkbear/service-kit/ids';
import type { SigningKey } from '@inkbear/service-kit/keys';
import { signToken } from '@inkbear/service-kit/tokens';

/** Starts and ends sessions: a signed token in a cookie that scripts cannot read and that ends with the browser. */
export class Sessions {
  readonly #signer: SigningKey;
  readonly #newId: NewId;
  readonly #device: DeviceCookie;
  readonly #cookieName: string;
  readonly #secure: boolean;

  constructor(options: { signer: SigningKey; newId: NewId; device: DeviceCookie; publicUrl: string }) {
    this.#signer = options.signer;
    this.#newId = options.newId;
    this.#device = options.device;
    this.#cookieName = sessionCookieName(options.publicUrl);
    this.#secure = options.publicUrl.startsWith('https:');
  }

  /** The two `Set-Cookie` values of a sign-in. */
  open(userId: string, device: { readonly id: string; readonly others: readonly string[] }): string[] {
    const token = signToken(this.#signer, {
      subject: userId,
      audience: sessionAudience,
      lifeSeconds: sessionDays * 86_400,
      claims: { sid: this.#newId() },
    });
    return [this.#cookie(token), this.#device.header(device.id, device.others)];
  }

  close(): string {
    return `${this.#cookie('')}; Max-Age=0`;
  }

  #cookie(value: string): string {
    return `${this.#cookieName}=${value}; Path=/; HttpOnly; SameSite=Lax${this.#secure ? '; Secure' : ''}`;
  }
}
