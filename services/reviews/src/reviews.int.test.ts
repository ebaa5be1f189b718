import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listReviews } from '@inkbear/contracts/reviews/review';
import { TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from './definition.ts';
import type { ReviewRow } from './reviews/review.ts';

describe('public reviews', () => {
  let reviews: TestService;
  beforeAll(async () => (reviews = await TestService.start(definition)));
  afterAll(async () => await reviews.stop());

  it('shows approved reviews to anyone, newest first, and never an e-mail', async () => {
    const row = (id: string, more: Partial<ReviewRow>): ReviewRow => ({ _id: id, userId: 'u', rating: 5, title: 't', content: 'c', bookTitle: null, email: 'private@example.com', state: 'approved', isVerified: false, createdAt: new Date(0), updatedAt: new Date(0), ...more });
    await reviews.platform.connection.collection<ReviewRow>('reviews').insertMany([row('old', {}), row('new', { createdAt: new Date(1000) }), row('waiting', { state: 'pending' }), row('refused', { state: 'rejected' })]);
    const { status, text } = await reviews.call(listReviews);
    expect([status, (JSON.parse(text) as { id: string }[]).map(({ id }) => id)]).toEqual([200, ['new', 'old']]);
    expect(text).not.toMatch(/private@example|userId/);
  });
});
