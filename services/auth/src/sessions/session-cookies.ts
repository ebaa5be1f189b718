import { sessionAudience, sessionCookieName, sessionDays } from '@inkbear/contracts/auth/session-token';
import type { DeviceCookie } from '@inkbear/service-kit/device-cookie';
import type { NewId } from '@inkbear/service-kit/ids';
import type { SigningKey } from '@inkbear/service-kit/keys';
import { signToken } from '@inkbear/service-kit/tokens';

/** Issues and clears the session cookie: a signed token in an HttpOnly cookie that browsers drop when they are closed. */
export class SessionCookies {
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

  /**
   * Returns the two `Set-Cookie` values of a sign-in: session and device.
   * @param device the device id of this account, and the ids of other accounts in the same browser
   * @param sid the id of the new session
   */
  issue(
    userId: string,
    device: { readonly id: string; readonly others: readonly string[] },
    sid: string = this.newSessionId(),
  ): string[] {
    const token = signToken(this.#signer, {
      subject: userId,
      audience: sessionAudience,
      lifeSeconds: sessionDays * 86_400,
      claims: { sid },
    });
    return [this.#serialize(token), this.#device.header(device.id, device.others)];
  }

  newSessionId(): string {
    return this.#newId();
  }

  /** Returns the `Set-Cookie` value that removes the session cookie. */
  clear(): string {
    return `${this.#serialize('')}; Max-Age=0`;
  }

  #serialize(value: string): string {
    return `${this.#cookieName}=${value}; Path=/; HttpOnly; SameSite=Lax${this.#secure ? '; Secure' : ''}`;
  }
}
