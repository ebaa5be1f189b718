import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { isHttps } from '@inkbear/contracts/auth/session-token';

const idLength = 24;
const macLength = 22;
const lifeSeconds = 365 * 86_400;

/**
 * Ids of the devices that sign in, in a cookie of a year. Each carries a MAC: a value that a client made up, or that
 * somebody planted in a browser before its owner signed in, is not taken over.
 */
export class DeviceIds {
  readonly #secret: KeyObject;
  readonly #secure: boolean;
  /** `__Host-` keeps neighbouring hosts from setting the cookie; browsers accept it over https only. */
  readonly #cookieName: string;

  constructor(options: { secret: KeyObject; publicUrl: string }) {
    this.#secret = options.secret;
    this.#secure = isHttps(options.publicUrl);
    this.#cookieName = this.#secure ? '__Host-inkbear_device' : 'inkbear_device';
  }

  /** A new id, at most 64 letters, digits, `-` and `_`. */
  issue(): string {
    const id = randomBytes((idLength * 3) / 4).toString('base64url');
    return id + this.#macOf(id);
  }

  /** The id that came with a request; undefined unless it was issued here. */
  read(cookies: Readonly<Record<string, string>>): string | undefined {
    const value = cookies[this.#cookieName];
    if (value?.length !== idLength + macLength) return undefined;
    const expected = Buffer.from(this.#macOf(value.slice(0, idLength)));
    const given = Buffer.from(value.slice(idLength));
    return given.length === expected.length && timingSafeEqual(given, expected) ? value : undefined;
  }

  /** `Set-Cookie` of an id, not readable by scripts. */
  cookie(id: string): string {
    const secure = this.#secure ? '; Secure' : '';
    return `${this.#cookieName}=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifeSeconds}${secure}`;
  }

  #macOf(id: string): string {
    return createHmac('sha256', this.#secret).update(`device:${id}`).digest('base64url').slice(0, macLength);
  }
}
