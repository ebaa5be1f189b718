import { isHttps } from '@inkbear/contracts/auth/session-token';

const lifeSeconds = 365 * 86_400;

/** The cookie of a year in which a browser keeps the id that the sign-in throttle gave to it. Scripts cannot read it. */
export class DeviceCookie {
  readonly #secure: boolean;
  /** `__Host-` keeps neighbouring hosts from setting the cookie; browsers accept it over https only. */
  readonly #name: string;

  constructor({ name, publicUrl }: { readonly name: string; readonly publicUrl: string }) {
    this.#secure = isHttps(publicUrl);
    this.#name = this.#secure ? `__Host-${name}` : name;
  }

  /** What the browser sent, if it can be an id at all. Whether it is one, and whose, only the throttle knows. */
  read(cookies: Readonly<Record<string, string>>): string | undefined {
    const value = cookies[this.#name];
    return value && /^[\w-]{22,64}$/.test(value) ? value : undefined;
  }

  /** The `Set-Cookie` value that keeps an id. */
  header(id: string): string {
    return `${this.#name}=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifeSeconds}${this.#secure ? '; Secure' : ''}`;
  }
}
