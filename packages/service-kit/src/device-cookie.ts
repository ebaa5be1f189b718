import type { Cookies } from 'cookie';
import { isHttps } from '@inkbear/contracts/auth/session-token';

const maxAgeSeconds = 365 * 86_400;

/** Accounts per browser; beyond that the id with the oldest sign-in is dropped. */
const maxIds = 4;

/**
 * HttpOnly cookie, valid for a year, that holds the device ids issued by the sign-in throttle: one for each account
 * used in this browser.
 */
export class DeviceCookie {
  readonly #secure: boolean;
  /** The `__Host-` prefix prevents sibling hosts from setting the cookie; browsers accept it over https only. */
  readonly #name: string;

  constructor({ name, publicUrl }: { readonly name: string; readonly publicUrl: string }) {
    this.#secure = isHttps(publicUrl);
    this.#name = this.#secure ? `__Host-${name}` : name;
  }

  /**
   * The well-formed ids that the browser sent. Only the throttle knows whether they were issued, and to which account.
   */
  read(cookies: Readonly<Cookies>): string[] {
    return (cookies[this.#name] ?? '').split('.', maxIds).filter((id) => /^[\w-]{22,64}$/.test(id));
  }

  /** The `Set-Cookie` value with the id of the account that has just signed in, and the ids of other accounts. */
  header(id: string, others: readonly string[]): string {
    const ids = [...others.filter((other) => other !== id).slice(1 - maxIds), id];
    return `${this.#name}=${ids.join('.')}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${this.#secure ? '; Secure' : ''}`;
  }
}
