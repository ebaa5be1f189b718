import {
  advanceSandboxClock,
  confirmSandboxPayment,
  createPaymentIntent,
  createSubscription,
  disputeSandboxPayment,
  getEntitlement,
  refundSandboxPayment,
} from '@inkbear/contracts/billing/billing';
import { type EventType, userRemoved } from '@inkbear/contracts/events';
import type { Platform } from '@inkbear/service-kit/platform';
import { FakePeer } from '@inkbear/service-kit/testing/fake-peer';
import { type testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from '../definition.ts';

type ApiResponse = Awaited<ReturnType<TestService['call']>>;
export type Payer = ReturnType<typeof testUser>;
export const webhookSecret = 'a-secret-for-tests-only';
export const admin = { role: 'admin', sid: 'admin-1' } as const;
export const goodCard = '4242 4242 4242 4242';
const booksIdentity = { role: 'service', service: 'books' } as const;

/** A running billing service in sandbox mode, with helpers for its tests. */
export class TestBilling {
  readonly service: TestService;
  /** The fake books service: the requests that it has received, and switches that make it refuse or never answer. */
  readonly books: { requests: unknown[]; isDown: boolean; hangs: boolean };
  readonly #peers: readonly FakePeer[];

  private constructor(service: TestService, books: TestBilling['books'], peers: readonly FakePeer[]) {
    this.service = service;
    this.books = books;
    this.#peers = peers;
  }

  static async start(
    env: Record<string, unknown> = {},
    changeParts?: (platform: Platform) => void,
  ): Promise<TestBilling> {
    const auth = await FakePeer.start((path) =>
      path.endsWith('/nobody')
        ? FakePeer.problem('auth.user_not_found')
        : {
            id: 'someone',
            email: 'a@example.com',
            firstName: 'A',
            lastName: 'B',
            referralCode: 'ABC',
            isAdmin: false,
            deletedAt: null,
          },
    );
    const books: TestBilling['books'] = { requests: [], isDown: false, hangs: false };
    const booksPeer = await FakePeer.start((path, sent) => {
      if (books.hangs) return new Promise(() => undefined);
      if (books.isDown) return FakePeer.problem('server.unavailable');
      books.requests.push([path, sent]);
      return { applied: true };
    });
    const settings = {
      SANDBOX_WEBHOOK_SECRET: webhookSecret,
      PAYMENTS_MODE: 'sandbox',
      AUTH_URL: auth.url,
      BOOKS_URL: booksPeer.url,
      ...env,
    };
    return new TestBilling(await TestService.start(definition, settings, changeParts), books, [auth, booksPeer]);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await Promise.all(this.#peers.map((peer) => peer.stop()));
  }

  /** The user's `[plan, isActive, source]`, as other services read them. */
  async planOf(userId: string): Promise<unknown[]> {
    const { plan, isActive, source } = (
      await this.service.call(getEntitlement, { as: booksIdentity, params: { id: userId } })
    ).body;
    return [plan, isActive, source];
  }

  subscribe = (as: Payer, promoCode?: string): Promise<ApiResponse> =>
    this.service.call(createSubscription, { as, body: promoCode === undefined ? {} : { promoCode } });
  buyOnce = (as: Payer, promoCode?: string): Promise<ApiResponse> =>
    this.service.call(createPaymentIntent, {
      as,
      body: { amount: 2000, ...(promoCode === undefined ? {} : { promoCode }) },
    });

  async confirm(
    as: Payer,
    clientSecret: unknown,
    cardNumber = goodCard,
    confirmation: { authenticated?: boolean } = {},
  ): Promise<ApiResponse> {
    return await this.service.call(confirmSandboxPayment, { as, body: { clientSecret, cardNumber, ...confirmation } });
  }

  /** Starts and pays a purchase. Returns the id of the provider's object. */
  async pay(as: Payer, plan: 'pro_monthly' | 'pro_oneoff', cardNumber = goodCard, promoCode?: string): Promise<string> {
    const { body } = await (plan === 'pro_monthly' ? this.subscribe(as, promoCode) : this.buyOnce(as, promoCode));
    const confirmed = await this.confirm(as, body['clientSecret'], cardNumber);
    if (confirmed.body['status'] !== 'succeeded')
      throw new Error(`The test payment ended as ${JSON.stringify([body, confirmed.body])}.`);
    return String(body['subscriptionId'] ?? body['paymentId']);
  }

  /** Moves the sandbox clock, and so the business time of this service. */
  advance = (advanceDays: number): Promise<ApiResponse> =>
    this.service.call(advanceSandboxClock, { as: admin, body: { advanceDays } });
  refund = (body: Record<string, unknown>): Promise<ApiResponse> =>
    this.service.call(refundSandboxPayment, { as: admin, body });
  dispute = (body: Record<string, unknown>): Promise<ApiResponse> =>
    this.service.call(disputeSandboxPayment, { as: admin, body });

  /** Erases a user; the event is delivered twice. */
  async erase({ userId }: Payer): Promise<void> {
    await this.service.redeliver(await this.service.deliver(userRemoved, userId, { userId, stage: 'erased' }));
    await this.service.runJob('erase-removed');
  }

  /** The published events about one user, oldest first. */
  async published(event: EventType, userId: string): Promise<Record<string, unknown>[]> {
    return (await this.service.emitted(event)).map(({ data }) => data).filter((data) => data['userId'] === userId);
  }
}
