import { randomUUID } from 'node:crypto';
import { type Answer, Author } from './author.ts';
import { type AdminSite, signInAdmin } from './sign-in-admin.ts';

/** Admin calls about plans and the payment sandbox: book limits, promo codes, the business clock, refunds. */
export class SandboxAdmin {
  readonly #admin: Author;
  readonly #token: string;

  private constructor(admin: Author, token: string) {
    this.#admin = admin;
    this.#token = token;
  }

  static async signIn(site: AdminSite): Promise<SandboxAdmin> {
    return new SandboxAdmin(new Author(site.url), await signInAdmin(site));
  }

  /** Advances the business clock of every service. */
  advanceDays(days: number): Promise<Answer> {
    return this.#post('/api/billing/sandbox/clock', { advanceDays: days });
  }

  /** Sets how many books a user may create. */
  setBookLimit(userId: string, monthlyBookLimit: number): Promise<Answer> {
    return this.#post('/api/admin/update-user-plan', { userId, monthlyBookLimit });
  }

  refund(subscriptionId: string): Promise<Answer> {
    return this.#post('/api/billing/sandbox/refund', { subscriptionId });
  }

  /** Creates a promo code with a random name and returns it. */
  async createPromoCode(discountType: 'percentage' | 'credits', discountValue: number): Promise<string> {
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
