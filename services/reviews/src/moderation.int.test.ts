import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  entitlementChanged,
  exportFileFinished,
  reviewsAdminAction,
  exportStoryFinished,
  userChanged,
  userRegistered,
  userRemoved,
} from '@inkbear/contracts/events';
import { freeEntitlement } from '@inkbear/contracts/plans';
import { approveReview, createReview, listPendingReviews, rejectReview } from '@inkbear/contracts/reviews/moderation';
import { listReviews } from '@inkbear/contracts/reviews/review';
import type { Identity } from '@inkbear/service-kit/identity';
import { FakePeer } from '@inkbear/service-kit/testing/fake-peer';
import { testRegistration } from '@inkbear/service-kit/testing/test-events';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from './definition.ts';

const admin = { role: 'admin', sid: 'a-session' } as const;
const reviewText = { rating: 5, title: 'Lovely', content: 'I finished my book.' };

describe('review moderation', () => {
  let reviews: TestService;
  let auth: FakePeer;
  const addresses = new Map<string, string>();
  beforeAll(async () => {
    auth = await FakePeer.start((path) => {
      const id = path.split('/').at(-1) ?? '';
      return addresses.has(id)
        ? {
            id,
            email: addresses.get(id),
            firstName: '',
            lastName: '',
            referralCode: '',
            isAdmin: false,
            deletedAt: null,
          }
        : FakePeer.problem('auth.user_not_found');
    });
    reviews = await TestService.start(definition, { AUTH_URL: auth.url });
  });
  afterAll(async () => {
    await reviews.stop();
    await auth.stop();
  });

  const send = (as: Identity, body: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    reviews.call(createReview, { as, body: { ...reviewText, ...body }, headers });
  async function author(email = 'known@example.com') {
    const as = testUser();
    await reviews.deliver(userRegistered, as.userId, testRegistration(as.userId, { email }));
    return as;
  }
  const listed = async (state: 'pending' | 'approved' | 'rejected', q?: string) =>
    (await reviews.call(listPendingReviews, { as: admin, query: { state, limit: 500, ...(q ? { q } : {}) } }))
      .body as unknown as { id: string; userEmail: string }[];
  const decide = (route: typeof approveReview | typeof rejectReview, id: string) =>
    reviews.call(route, { as: admin, params: { id } });
  const publicIds = async () =>
    ((await reviews.call(listReviews)).body as unknown as { id: string }[]).map(({ id }) => id);

  it('publishes a review after approval, allows a later rejection, and records each decision once', async () => {
    const as = await author('ada@example.com');
    const { status, body } = await send(as, { bookTitle: 'Moons' });
    const id = String(body['id']);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ ...reviewText, bookTitle: 'Moons', isVerified: false, state: 'pending' }),
    ]);
    expect(JSON.stringify(body)).not.toMatch(/ada@|userId/);
    expect(await publicIds()).not.toContain(id);
    expect((await listed('pending')).find((review) => review.id === id)?.userEmail).toBe('ada@example.com');
    expect([(await decide(approveReview, id)).status, (await decide(approveReview, id)).status]).toEqual([200, 200]);
    expect(await publicIds()).toContain(id);
    expect((await reviews.call(listReviews)).text).not.toContain('ada@');
    expect((await decide(rejectReview, id)).status).toBe(200);
    expect(await publicIds()).not.toContain(id);
    expect(
      (await reviews.emitted(reviewsAdminAction))
        .filter(({ data }) => data['target'] === id)
        .map(({ data }) => [data['actor'], data['action'], data['before'], data['after']]),
    ).toEqual([
      ['admin:a-session', 'review.approved', { state: 'pending' }, { state: 'approved' }],
      ['admin:a-session', 'review.rejected', { state: 'approved' }, { state: 'rejected' }],
    ]);
    expect((await decide(approveReview, 'missing')).body['message']).toBe('Review Not Found');
  });

  it('accepts one open review per author and book title, even when several are sent in parallel', async () => {
    const as = await author();
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => send(as, { bookTitle: 'Tides' })))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    expect((await send(as, { bookTitle: '  tIDES ' })).body['code']).toBe('reviews.already_sent');
    expect([
      (await send(as)).status,
      (await send(as, { bookTitle: '' })).status,
      (await send(await author(), { bookTitle: 'Tides' })).status,
    ]).toEqual([201, 409, 201]);
  });

  it('accepts a new review after a rejection, and then refuses to approve the rejected one', async () => {
    const as = await author();
    const first = String((await send(as, { bookTitle: 'Again' })).body['id']);
    await decide(rejectReview, first);
    const second = String((await send(as, { bookTitle: 'Again' })).body['id']);
    expect((await decide(approveReview, first)).body['code']).toBe('reviews.already_sent');
    await decide(rejectReview, second);
    expect((await decide(approveReview, first)).status).toBe(200);
  });

  it('allows 50 reviews per author, rejected ones included, even when several are sent in parallel', async () => {
    const as = await author();
    const rejected = String((await send(as, { bookTitle: 'Rejected' })).body['id']);
    await decide(rejectReview, rejected);
    const rows = reviews.platform.connection.collection<{ _id: string }>('reviews');
    const stored = await rows.findOne({ _id: rejected });
    await rows.insertMany(Array.from({ length: 46 }, (_one, index) => ({ ...stored, _id: `${rejected}-${index}` })));
    const sent = await Promise.all(Array.from({ length: 6 }, (_one, index) => send(as, { bookTitle: `No ${index}` })));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 403, 403, 403]);
    expect(sent.find(({ status }) => status === 403)?.body).toMatchObject({
      code: 'reviews.limit_reached',
      used: 50,
      allowed: 50,
    });
    expect(await rows.countDocuments({ userId: as.userId }, { hint: { userId: 1 } })).toBe(50);
    expect((await send(await author())).status).toBe(201);
  });

  it('verifies reviews sent before or after a finished export', async () => {
    const as = await author();
    const sentBefore = String((await send(as, { bookTitle: 'Before' })).body['id']);
    const event = await reviews.deliver(exportFileFinished, 'b', {
      userId: as.userId,
      bookId: 'b',
      chapterId: null,
      format: 'ebook',
    });
    await reviews.redeliver(event);
    expect((await send(as, { bookTitle: 'After' })).body['isVerified']).toBe(true);
    await decide(approveReview, sentBefore);
    expect(
      ((await reviews.call(listReviews)).body as unknown as { id: string; isVerified: boolean }[]).find(
        ({ id }) => id === sentBefore,
      )?.isVerified,
    ).toBe(true);
  });

  it('verifies reviews after the export of a story', async () => {
    const as = await author();
    await reviews.deliver(exportStoryFinished, 's', { userId: as.userId, storyId: 's' });
    expect((await send(as, { bookTitle: 'A story' })).body['isVerified']).toBe(true);
  });

  it('requires an address only on a free plan without a known one, and always rejects an invalid one', async () => {
    const registered = await author('mine@example.com');
    const { body: sent } = await send(registered, { email: 'somebody-else@example.com', title: 'Signed' });
    const pending = (await reviews.call(listPendingReviews, { as: admin, query: { limit: 500 } })).body as unknown as {
      id: string;
      userEmail: string;
    }[];
    expect(pending.find(({ id }) => id === sent['id'])?.userEmail).toBe('mine@example.com');
    const rejected = await send(await author(), { email: 'not an address' });
    expect([rejected.status, rejected.body['errors']]).toEqual([
      400,
      [{ path: 'email', message: 'Valid email required' }],
    ]);
    const unknown = testUser();
    addresses.set(unknown.userId, '');
    expect((await send(unknown)).body['errors']).toEqual([{ path: 'email', message: 'Valid email required' }]);
    expect((await send(unknown, { email: 'Mine@Example.com' })).status).toBe(201);
    const knownToAuth = testUser();
    addresses.set(knownToAuth.userId, 'auth@example.com');
    expect((await send(knownToAuth)).status).toBe(201);
    const pro = testUser();
    await reviews.deliver(entitlementChanged, pro.userId, {
      ...freeEntitlement(pro.userId),
      plan: 'pro_monthly',
      isActive: true,
      source: 'paid',
    });
    expect((await send(pro)).status).toBe(201);
    expect((await listed('pending')).map(({ userEmail }) => userEmail)).toEqual(
      expect.arrayContaining(['mine@example.com', 'auth@example.com', '']),
    );
  });

  describe('reviews after a change of their author’s address', () => {
    const change = (userId: string, email: string, seq: number) =>
      reviews.deliver(userChanged, userId, { userId, email, firstName: 'Ada', lastName: 'Author' }, { seq });
    const addressOf = async (id: unknown) => (await listed('pending')).find((review) => review.id === id)?.userEmail;

    it('have the new one, whether they were sent before or after it', async () => {
      const as = await author('old@example.com');
      const sentBefore = (await send(as)).body['id'];
      const other = (await send(await author('other@example.com'))).body['id'];
      const event = await change(as.userId, 'new@example.com', 1);
      await reviews.redeliver(event);
      const sentAfter = (await send(as, { bookTitle: 'After', email: 'somebody-else@example.com' })).body['id'];
      expect([await addressOf(sentBefore), await addressOf(sentAfter), await addressOf(other)]).toEqual([
        'new@example.com',
        'new@example.com',
        'other@example.com',
      ]);
    });

    it('have the newest one when events arrive in another order', async () => {
      const as = testUser();
      await change(as.userId, 'second@example.com', 2);
      const id = (await send(as)).body['id'];
      await change(as.userId, 'first@example.com', 1);
      await reviews.deliver(
        userRegistered,
        as.userId,
        testRegistration(as.userId, { email: 'registered@example.com' }),
      );
      expect(await addressOf(id)).toBe('second@example.com');
      await change(as.userId, 'third@example.com', 3);
      expect(await addressOf(id)).toBe('third@example.com');
    });

    it('do not bring back an author who was erased', async () => {
      const as = await author();
      await reviews.deliver(userRemoved, as.userId, { userId: as.userId, stage: 'erased' });
      await reviews.runJob('erase-removed');
      await change(as.userId, 'late@example.com', 1);
      const stored = reviews.platform.connection.collection<{ _id: string }>('reviewers');
      expect(await stored.findOne({ _id: as.userId })).toBeNull();
    });
  });

  it.each([
    [{ rating: 0 }, 'rating'],
    [{ rating: 6 }, 'rating'],
    [{ rating: 4.5 }, 'rating'],
    [{ title: ' ' }, 'title'],
    [{ content: '' }, 'content'],
  ])('rejects %j', async (wrong, path) => {
    expect((await send(await author(), wrong)).body['errors']).toEqual([expect.objectContaining({ path })]);
  });

  it('rejects fields that only the server sets, and stores one review per idempotency key', async () => {
    const as = await author();
    for (const field of ['isVerified', 'isApproved', 'userId', 'state'])
      expect((await send(as, { [field]: true })).status).toBe(400);
    const key = { 'idempotency-key': 'review-key-1' };
    expect([(await send(as, {}, key)).body['id'], (await send(as, {}, key)).status]).toEqual([expect.any(String), 201]);
  });

  it('lists reviews for moderation only to admins, and requires a session to send one', async () => {
    for (const caller of [undefined, testUser(), { role: 'service', service: 'admin' } as const])
      expect((await reviews.call(listPendingReviews, caller ? { as: caller } : {})).status).toBe(401);
    expect((await reviews.call(createReview, { body: reviewText })).status).toBe(401);
    expect((await listed('pending', 'ada@')).length).toBe(0);
  });
});
