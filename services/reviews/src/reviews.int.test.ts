import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { userChanged, userRegistered, userRemoved } from '@inkbear/contracts/events';
import { listReviews } from '@inkbear/contracts/reviews/review';
import { checkErasure } from '@inkbear/service-kit/testing/check-erasure';
import { testRegistration } from '@inkbear/service-kit/testing/test-events';
import { TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from './definition.ts';
import type { ReviewRow } from './reviews/review.ts';

describe('public reviews', () => {
  let reviews: TestService;
  beforeAll(async () => (reviews = await TestService.start(definition)));
  afterAll(async () => await reviews.stop());

  const rows = () => reviews.platform.connection.collection<ReviewRow>('reviews');
  const row = (id: string, more: Partial<ReviewRow>): ReviewRow => ({
    _id: id,
    userId: 'u',
    rating: 5,
    title: 't',
    content: 'c',
    bookTitle: null,
    email: 'private@example.com',
    state: 'approved',
    isVerified: false,
    createdAt: new Date(0),
    updatedAt: new Date(0),
    ...more,
  });
  const publicIds = async () =>
    ((await reviews.call(listReviews)).body as unknown as { id: string }[]).map(({ id }) => id);

  it('lists approved reviews publicly, newest first, without e-mail addresses', async () => {
    await rows().insertMany([
      row('old', {}),
      row('new', { createdAt: new Date(1000) }),
      row('pending', { state: 'pending' }),
      row('rejected', { state: 'rejected' }),
    ]);
    const { status, text } = await reviews.call(listReviews);
    expect([status, (JSON.parse(text) as { id: string }[]).map(({ id }) => id)]).toEqual([200, ['new', 'old']]);
    expect(text).not.toMatch(/private@example|userId/);
  });

  it('hides reviews of closed accounts, shows them again after a restore, and ignores older events', async () => {
    await rows().insertOne(row('hidden', { userId: 'deleted-user', createdAt: new Date(2000) }));
    const stage = async (name: 'grace' | 'restored', seq: number) =>
      void (await reviews.deliver(userRemoved, 'deleted-user', { userId: 'deleted-user', stage: name }, { seq }));
    await stage('grace', 1);
    expect(await publicIds()).toEqual(['new', 'old']);
    await stage('restored', 4);
    expect(await publicIds()).toEqual(['hidden', 'new', 'old']);
    await stage('grace', 3);
    expect(await publicIds()).toEqual(['hidden', 'new', 'old']);
  });

  it('erases reviews in every state with their author’s account', async () => {
    const seed = async ({ userId, email }: { userId: string; email: string }) => {
      await reviews.deliver(userRegistered, userId, testRegistration(userId, { email }));
      await reviews.deliver(userChanged, userId, { userId, email, firstName: 'A', lastName: email });
      await rows().insertMany([
        row(`a ${userId}`, { userId, email }),
        row(`p ${userId}`, { userId, email, state: 'pending' }),
      ]);
    };
    expect(await checkErasure(reviews, { seed })).toEqual({ unseeded: [], remaining: [], lost: [] });
  });
});
