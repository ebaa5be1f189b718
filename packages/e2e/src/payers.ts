import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { plans } from '@inkbear/contracts/plans';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { Random } from '@inkbear/service-kit/testing/random';
import { testSeed } from '@inkbear/service-kit/testing/test-scale';
import { type Answer, Author } from './author.ts';
import { getWithRateLimitRetry } from './get-with-rate-limit-retry.ts';
import { RecoveryTimes } from './recovery-times.ts';
import { SandboxAdmin } from './sandbox-admin.ts';
import { type AdminSite, signInAdmin } from './sign-in-admin.ts';

const recoveredWithinMs = 120_000;
const retryMs = 1000;
/** The time between two repeated payments of a loop. */
const repeatMs = 500;
const creditsEach = 5;
/** How many authors are compared at the same time. */
const readsAtOnce = 20;

export interface PayerOptions {
  readonly payers: number;
  /** How many payers pay at the same time. */
  readonly concurrency: number;
  /** The pause of each parallel loop between two new payers, in milliseconds. */
  readonly pauseMs: number;
  /** More payers than one address may register; needs a gateway with TRUST_PROXY_HOPS=1. */
  readonly haveOwnAddresses?: boolean;
}

/** An author's purchases, as the services report them. */
export interface Purchase {
  /** As auth reports it. */
  readonly plan: string;
  readonly isActive: boolean;
  /** The amounts of the payments, as admin reports them. */
  readonly payments: readonly number[];
  /** Book credits, as books, auth and admin report them. */
  readonly credits: readonly number[];
}

/** The report for an author with one payment and one redeemed promo code, also after repeated attempts. */
const expectedPurchase: Purchase = {
  plan: 'pro_monthly',
  isActive: true,
  payments: [plans.pro_monthly.price],
  credits: [creditsEach, creditsEach, creditsEach],
};

/**
 * Authors who buy a monthly plan and redeem a promo code for credits, one after the other until `stop`, and retry like
 * a browser. Those who have paid try again, which must change nothing.
 */
export class ContinuousPayers {
  /** How long each fault stopped payments and promo codes. */
  readonly recovery = new RecoveryTimes();
  readonly #site: AdminSite;
  readonly #promoCode: string;
  readonly #pauseMs: number;
  readonly #waiting: Author[];
  readonly #paid: Author[] = [];
  readonly #loops: Promise<unknown>;
  readonly #random = new Random(testSeed);
  #isStopping = false;

  private constructor(site: AdminSite, promoCode: string, authors: readonly Author[], options: PayerOptions) {
    this.#site = site;
    this.#promoCode = promoCode;
    this.#pauseMs = options.pauseMs;
    this.#waiting = [...authors];
    this.#loops = Promise.all(Array.from({ length: options.concurrency }, () => this.#pay()));
    // `stop()` rethrows the error of the loop.
    this.#loops.catch(() => undefined);
  }

  /** Registers the authors before the first one pays. */
  static async start(site: AdminSite, options: PayerOptions): Promise<ContinuousPayers> {
    const promoCode = await (await SandboxAdmin.signIn(site)).createPromoCode('credits', creditsEach);
    const authors: Author[] = [];
    while (authors.length < options.payers) {
      const [high, low] = [Math.floor(authors.length / 250), authors.length % 250];
      const address = options.haveOwnAddresses === true ? { address: `10.9.${high}.${low + 1}` } : {};
      authors.push(await Author.register(site.url, address));
    }
    return new ContinuousPayers(site, promoCode, authors, options);
  }

  /** The authors whose payment and promo code were acknowledged so far. */
  get paid(): readonly Author[] {
    return [...this.#paid];
  }

  /** Stops after everybody has paid once. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#loops;
  }

  /**
   * Waits until each of these authors has one payment, its plan and the credits of one promo code, in every service.
   * Returns the differing reports.
   */
  async findDifferences(
    authors: readonly Author[] = this.#paid,
    withinMs: number = recoveredWithinMs,
  ): Promise<Purchase[]> {
    const token = await signInAdmin(this.#site);
    let differing = authors;
    const read = async () => {
      const found: { author: Author; purchase: Purchase }[] = [];
      for (let start = 0; start < differing.length; start += readsAtOnce) {
        const some = differing.slice(start, start + readsAtOnce);
        found.push(
          ...(await Promise.all(some.map(async (author) => ({ author, purchase: await readPurchase(author, token) })))),
        );
      }
      const wrong = found.filter(({ purchase }) => !isDeepStrictEqual(purchase, expectedPurchase));
      differing = wrong.map(({ author }) => author);
      return wrong.map(({ purchase }) => purchase);
    };
    return await eventually(read, (found) => found.length === 0, withinMs).catch(read);
  }

  async #pay(): Promise<void> {
    for (let author = this.#waiting.pop(); author !== undefined; author = this.#waiting.pop()) {
      await this.#buy(author);
      this.#paid.push(author);
      if (!this.#isStopping) await sleep(this.#pauseMs);
    }
    for (; !this.#isStopping; await sleep(repeatMs)) {
      const author = this.#paid.length > 0 ? this.#paid[this.#random.between(0, this.#paid.length - 1)] : undefined;
      if (author) await this.#buy(author);
    }
  }

  async #buy(author: Author): Promise<void> {
    await this.#subscribe(author);
    await this.#redeem(author);
  }

  /** Retries like a browser, with the same idempotency key, until the reply is neither 5xx nor 429. */
  async #retryUntilAnswered(call: () => Promise<Answer>): Promise<Answer> {
    const until = Date.now() + recoveredWithinMs;
    while (Date.now() < until) {
      const sentAt = performance.now();
      const answer = await call().catch(() => null);
      if (answer && answer.status < 500 && answer.status !== 429) {
        this.recovery.acknowledged(performance.now() - sentAt);
        return answer;
      }
      await sleep(retryMs);
    }
    throw new Error(`Billing did not come back within ${recoveredWithinMs / 1000} s.`);
  }

  async #subscribe(author: Author): Promise<void> {
    const key = { 'idempotency-key': randomUUID() };
    const created = await this.#retryUntilAnswered(() => author.call('POST', '/api/create-subscription', {}, key));
    if (created.body['code'] === 'billing.already_active') return;
    // The reply to the first try was lost in a failure. A reload starts over with a new key and gets the same purchase.
    if (created.status === 409) return await this.#subscribe(author);
    const { clientSecret } = created.body;
    const paid = await this.#retryUntilAnswered(() =>
      author.call('POST', '/api/billing/sandbox/confirm', { clientSecret, cardNumber: '4242 4242 4242 4242' }),
    );
    if (paid.status !== 200 || paid.body['status'] !== 'succeeded')
      throw new Error(`The payment was answered ${paid.status} ${JSON.stringify(paid.body)}.`);
  }

  async #redeem(author: Author): Promise<void> {
    const key = { 'idempotency-key': randomUUID() };
    const code = this.#promoCode;
    const redeemed = await this.#retryUntilAnswered(() =>
      author.call('POST', '/api/promo-codes/redeem', { code }, key),
    );
    if (redeemed.status === 200 || redeemed.body['code'] === 'billing.promo_already_used') return;
    // As above: the new key finds out whether the code was redeemed.
    if (redeemed.status === 409) return await this.#redeem(author);
    throw new Error(`The promo code was answered ${redeemed.status} ${JSON.stringify(redeemed.body)}.`);
  }
}

async function readPurchase(author: Author, adminToken: string): Promise<Purchase> {
  const read = async (route: string, headers?: Record<string, string>) =>
    (await getWithRateLimitRetry(author, route, headers)).body;
  const { plan, isActive } = await read('/api/user/plan-status');
  const { credits } = await read('/api/books/allowance');
  const { id, referralCredits } = await read('/api/user');
  const details = await read(`/api/admin/user/${String(id)}/details`, { 'x-admin-token': adminToken });
  const payments = (details['payments'] ?? []) as { amount: number }[];
  return {
    plan,
    isActive,
    payments: payments.map(({ amount }) => amount),
    credits: [credits, referralCredits, details['referralCredits']],
  };
}
