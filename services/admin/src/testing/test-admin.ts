import { randomUUID } from 'node:crypto';
import {
  aiCallSettled,
  aiUsageReset,
  authAdminAction,
  bookCreated,
  bookRemoved,
  creditBalanceChanged,
  entitlementChanged,
  type EventData,
  type EventEnvelope,
  type EventType,
  paymentRefunded,
  paymentSucceeded,
  referralChanged,
  storyChanged,
  userChanged,
  userRegistered,
} from '@inkbear/contracts/events';
import { freeEntitlement, type PlanName } from '@inkbear/contracts/plans';
import { newId } from '@inkbear/service-kit/ids';
import work from '@inkbear/service-kit/password.worker';
import { FakePeer } from '@inkbear/service-kit/testing/fake-peer';
import { testEnvelope, testRegistration } from '@inkbear/service-kit/testing/test-events';
import { TestService } from '@inkbear/service-kit/testing/test-service';
import type { z } from 'zod';
import { definition } from '../definition.ts';

interface AiCall {
  cost: number;
  tokens: number;
}
interface AuthorOptions {
  plan?: PlanName;
  books?: number;
  trashed?: number;
  calls?: AiCall[];
  credits?: number;
}
const dayMs = 86_400_000;

/** The admin service with one fake peer, which serves the published events as the outboxes of all other services. */
export class TestAdmin {
  /** All published events, in order. */
  readonly published: EventEnvelope[] = [];
  /** Ids of users who exist in auth. Those that begin with `admin-` are admins. */
  readonly knownUserIds = new Set<string>();
  /** The service whose outbox is unavailable. */
  unavailablePeer: string | null = null;
  readonly password = 'an admin password for tests';
  #peer: FakePeer | null = null;
  #service: TestService | null = null;

  async start(): Promise<void> {
    this.#peer = await FakePeer.start((path) => this.#answer(path));
    const urls = Object.fromEntries(
      ['AI', 'AUTH', 'BILLING', 'BOOKS', 'REFERRALS', 'REVIEWS', 'STORIES'].map((name) => [
        `${name}_URL`,
        this.#peer?.url,
      ]),
    );
    this.#service = await TestService.start(definition, {
      ...urls,
      ADMIN_PASSWORD_HASH: work({ kind: 'hash', password: this.password, cost: 10 }),
      ADMIN_SESSION_MINUTES: 60,
    });
  }

  async stop(): Promise<void> {
    await this.#service?.stop();
    await this.#peer?.stop();
  }

  get service(): TestService {
    if (!this.#service) throw new Error('TestAdmin is not started.');
    return this.#service;
  }

  rows(name: string) {
    return this.service.platform.connection.collection<{ _id: string } & Record<string, unknown>>(name);
  }

  /** Publishes an event as its owner would. */
  async publish<E extends EventType>(
    event: E,
    key: string,
    data: z.input<E['data']>,
    seq = 1,
    time = new Date(),
  ): Promise<void> {
    await this.service.deliver(event, key, data, this.addToOutbox(event, key, data, seq, time));
  }

  /** Adds an event to its owner's outbox without delivering it to this service. */
  addToOutbox<E extends EventType>(
    event: E,
    key: string,
    data: z.input<E['data']>,
    seq = 1,
    time = new Date(),
  ): EventEnvelope {
    const envelope = testEnvelope(event, key, data, {
      data: event.data.parse(data),
      seq,
      time: time.toISOString(),
    });
    this.published.push(envelope);
    return envelope;
  }

  /**
   * Redelivers all events after the first `after`, newest first, under new ids, so that the inbox does not drop them.
   */
  async republish(after = 0): Promise<void> {
    for (const envelope of this.published.slice(after).toReversed())
      await this.service.redeliver({ ...envelope, id: newId() });
  }

  async registerAuthor(
    name: string,
    { plan, books = 0, trashed = 0, calls = [], credits }: AuthorOptions = {},
  ): Promise<string> {
    const userId = randomUUID();
    const createdAt = new Date(Date.now() - 1000).toISOString();
    await this.publish(
      userRegistered,
      userId,
      testRegistration(userId, { email: `${name}@example.com`, firstName: name, createdAt }),
    );
    if (plan) await this.changePlan(userId, plan);
    for (let index = 0; index < books; index += 1) {
      const bookId = randomUUID();
      await this.publish(bookCreated, bookId, {
        bookId,
        userId,
        genre: 'general',
        createdAt: new Date().toISOString(),
      });
      if (index < trashed) await this.publish(bookRemoved, bookId, { bookId, userId, stage: 'trashed' });
    }
    for (const call of calls) await this.finishAiCall(userId, call);
    if (credits !== undefined) await this.setCredits(userId, credits, 2);
    return userId;
  }

  async changeNames(userId: string, names: Partial<EventData<typeof userChanged>>, seq = 1): Promise<void> {
    const { firstName = 'Ada', lastName = 'Author', email = `${firstName}@example.com` } = names;
    await this.publish(userChanged, userId, { userId, email, firstName, lastName }, seq);
  }

  async changePlan(userId: string, plan: PlanName, seq = 1, endsAt = new Date(Date.now() + 30 * dayMs)): Promise<void> {
    await this.publish(
      entitlementChanged,
      userId,
      {
        ...freeEntitlement(userId),
        plan,
        isActive: plan !== 'free',
        source: plan === 'free' ? 'none' : 'paid',
        oneOffCount: plan === 'pro_oneoff' ? 1 : 0,
        planEndDate: plan === 'free' ? null : endsAt.toISOString(),
      },
      seq,
    );
  }

  async finishAiCall(userId: string, { cost, tokens }: AiCall): Promise<void> {
    const callId = randomUUID();
    await this.publish(aiCallSettled, callId, {
      callId,
      userId,
      action: 'generate',
      bookId: null,
      chapterId: null,
      storyId: null,
      outcome: 'finished',
      model: 'a-model',
      inputTokens: tokens - 1,
      outputTokens: 1,
      cost,
      latencyMs: 100,
      at: new Date().toISOString(),
    });
  }

  async setCredits(userId: string, balance: number, seq: number): Promise<void> {
    await this.publish(creditBalanceChanged, userId, { userId, balance }, seq);
  }

  async recordPayment(paymentId: string, userId: string, amount: number, paidAt = new Date()): Promise<void> {
    await this.publish(paymentSucceeded, paymentId, {
      paymentId,
      userId,
      plan: 'pro_monthly',
      subscriptionId: 's',
      amount,
      currency: 'gbp',
      paidAt: paidAt.toISOString(),
      cardFingerprint: null,
    });
  }

  async recordRefund(paymentId: string, userId: string, amount: number): Promise<void> {
    await this.publish(paymentRefunded, paymentId, {
      paymentId,
      userId,
      plan: 'pro_monthly',
      subscriptionId: 's',
      amount,
      currency: 'gbp',
      refundKey: `${paymentId}:${amount}`,
      isFull: false,
      refundedAt: new Date().toISOString(),
    });
  }

  async changeReferral(
    referralId: string,
    referrerId: string,
    status: 'pending' | 'processed' | 'cancelled',
    seq = 1,
  ): Promise<void> {
    await this.publish(
      referralChanged,
      referralId,
      {
        referralId,
        referrerId,
        referredId: 'referred-user',
        status,
        creditsAwarded: 1,
        eligibleDate: new Date().toISOString(),
        processedAt: status === 'processed' ? new Date(Date.now() - 1).toISOString() : null,
        createdAt: new Date(Date.now() - dayMs / 24).toISOString(),
      },
      seq,
    );
  }

  async changeStory(
    storyId: string,
    userId: string,
    title: string,
    stage: 'live' | 'trashed' = 'live',
    seq = 1,
  ): Promise<void> {
    await this.publish(
      storyChanged,
      storyId,
      {
        storyId,
        userId,
        title,
        storyType: 'family-legacy',
        wordCount: 12,
        isComplete: false,
        createdAt: new Date().toISOString(),
        stage,
      },
      seq,
    );
  }

  async resetAiUsage(userId: string): Promise<void> {
    await this.publish(aiUsageReset, userId, { userId, scope: 'month', at: new Date().toISOString() });
    // Calls are counted from the time of the reset on, so the next one must be later.
    await new Promise((resolve) => setTimeout(resolve, 2));
  }

  /** Publishes events that create a row of this user in every projection. */
  async publishEverythingOf({ userId, email }: { userId: string; email: string }): Promise<void> {
    await this.publish(userRegistered, userId, testRegistration(userId, { email, firstName: email, lastName: email }));
    await this.changeNames(userId, { email, firstName: email, lastName: email });
    await this.changePlan(userId, 'pro_monthly');
    await this.setCredits(userId, 1, 1);
    await this.publish(bookCreated, `b-${userId}`, {
      bookId: `b-${userId}`,
      userId,
      genre: 'general',
      createdAt: new Date().toISOString(),
    });
    await this.changeStory(`s-${userId}`, userId, `The life of ${email}`);
    await this.finishAiCall(userId, { cost: 1, tokens: 2 });
    await this.recordPayment(`p-${userId}`, userId, 1200);
    await this.recordRefund(`p-${userId}`, userId, 100);
    await this.changeReferral(`r-${userId}`, userId, 'pending');
    await this.publish(authAdminAction, `a-${userId}`, {
      actionId: `a-${userId}`,
      at: new Date().toISOString(),
      actor: 'admin:x',
      action: 'password.reset',
      target: userId,
      before: null,
      after: null,
    });
    await this.rows('site_logos').insertOne({
      _id: newId(),
      filename: 'f',
      originalName: `${email}.png`,
      uploadedBy: userId,
      isActive: false,
    });
  }

  /** Replies to a request of the admin service to a peer: a user's status, or a page of an outbox. */
  #answer(path: string): unknown {
    const { pathname, searchParams } = new URL(path, 'http://peer');
    const [, , area = '', kind, id = ''] = pathname.split('/');
    if (kind === 'users')
      return this.knownUserIds.has(id)
        ? {
            id,
            email: 'a@example.com',
            firstName: 'a',
            lastName: 'b',
            referralCode: 'c',
            isAdmin: id.startsWith('admin-'),
            deletedAt: null,
          }
        : FakePeer.problem('auth.user_not_found');
    if (area === this.unavailablePeer) return FakePeer.problem('server.unavailable');
    const types = searchParams.get('types')?.split(',') ?? [];
    const after = searchParams.get('after') ?? '';
    return this.published
      .filter((event) => event.type.startsWith(`${area}.`) && types.includes(event.type) && event.id > after)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, Number(searchParams.get('limit')));
  }
}
