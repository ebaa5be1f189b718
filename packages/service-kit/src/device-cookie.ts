import { isHttps } from '@inkbear/contracts/auth/session-token';

const lifeSeconds = 365 * 86_400;

/** Accounts of one browser; the id of the one that signed in longest ago goes first. */
const mostIds = 4;

/** The cookie of a year in which a browser keeps the ids that the sign-in throttle gave to it, one for each account. Scripts cannot read it. */
export class DeviceCookie {
  readonly #secure: boolean;
  /** `__Host-` keeps neighbouring hosts from setting the cookie; browsers accept it over https only. */
  readonly #name: string;

  constructor({ name, publicUrl }: { readonly name: string; readonly publicUrl: string }) {
    this.#secure = isHttps(publicUrl);
    this.#name = this.#secure ? `__Host-${name}` : name;
  }

  /** What the browser sent, as far as it can be ids at all. Whether they are, and whose, only the throttle knows. */
  read(cookies: Readonly<Record<string, string>>): string[] {
    return (cookies[this.#name] ?? '').split('.', mostIds).filter((id) => /^[\w-]{22,64}$/.test(id));
  }

  /** The `Set-Cookie` value that keeps the id of the account that has just signed in beside those of others. */
  header(id: string, others: readonly string[]): string {
    const ids = [...others.filter((other) => other !== id).slice(1 - mostIds), id];
    return `${this.#name}=${ids.join('.')}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifeSeconds}${this.#secure ? '; Secure' : ''}`;
  }
}
