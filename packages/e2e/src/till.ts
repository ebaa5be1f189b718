import { randomUUID } from 'node:crypto';
import { type Answer, Author } from './author.ts';
import type { House } from './house.ts';

/** What an admin of the sandbox does to a payment: promo codes, time, refunds. */
export class Till {
  readonly #admin: Author;
  readonly #token: string;

  private constructor(admin: Author, token: string) {
    this.#admin = admin;
    this.#token = token;
  }

  static async open(house: House): Promise<Till> {
    const admin = new Author(house.url);
    const { body } = await admin.call('POST', '/api/admin/login', { password: house.demo.adminPassword });
    return new Till(admin, String(body['token']));
  }

  /** Moves the business clock of every service. */
  passDays(days: number): Promise<Answer> {
    return this.#post('/api/billing/sandbox/clock', { advanceDays: days });
  }

  refund(subscriptionId: string): Promise<Answer> {
    return this.#post('/api/billing/sandbox/refund', { subscriptionId });
  }

  /** A code of its own for each call. */
  async makeCode(discountType: 'percentage' | 'credits', discountValue: number): Promise<string> {
    const code = `T${randomUUID().slice(0, 8).toUpperCase()}`;
    await this.#post('/api/admin/promo-codes', { code, discountType, discountValue });
    return code;
  }

  async #post(route: string, body: unknown): Promise<Answer> {
    const answer = await this.#admin.call('POST', route, body, {
      'x-admin-token': this.#token,
      'idempotency-key': randomUUID(),
    });
    if (answer.status >= 300) throw new Error(`${route} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer;
  }
}
