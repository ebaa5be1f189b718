import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getCoachingStatus } from '@inkbear/contracts/ai/limit';
import { askWritingCoach } from '@inkbear/contracts/ai/ideas';
import { testUser, type TestService } from '@inkbear/service-kit/testing/test-service';
import { AiService } from './testing/ai-service.ts';

describe('the writing coach', () => {
  const fixture = new AiService();
  const { owner, provider, proUserIds, used } = fixture;
  let ai: TestService;
  beforeAll(async () => (ai = (await fixture.start()).service));
  afterAll(async () => await fixture.stop());

  const advice = { feedback: 'Good.', strengths: ['a'], improvements: ['b'], suggestions: ['c'] };
  const ask = (as: ReturnType<typeof testUser>, more: Record<string, unknown> = {}) =>
    ai.call(askWritingCoach, {
      as,
      body: { bookId: 'b-coach', chapterNumber: 1, question: 'Is Mara too quiet?', genre: 'fantasy', ...more },
    });
  const remaining = async () => (await ai.call(getCoachingStatus, { as: owner })).body['remaining'] as number;
  beforeEach(
    () => void (provider.respond = async () => ({ text: JSON.stringify(advice), inputTokens: 1, outputTokens: 1 })),
  );

  it('answers five questions a month, does not count a failed one, and then says when the limit resets', async () => {
    const before = await remaining();
    provider.respond = () => Promise.reject(new Error('down'));
    expect([(await ask(owner)).status, await remaining()]).toEqual([502, before]);
    provider.respond = async () => ({ text: JSON.stringify(advice), inputTokens: 1, outputTokens: 1 });
    const { status, body } = await ask(owner);
    expect([status, body]).toEqual([
      200,
      {
        ...advice,
        resultId: expect.any(String),
        limits: expect.arrayContaining([expect.objectContaining({ limit: 'coaching', used: 1, max: 5 })]),
      },
    ]);
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(owner)));
    const refused = answers.find((answer) => answer.status === 429);
    expect([answers.filter((answer) => answer.status === 200).length, await remaining()]).toEqual([4, 0]);
    expect(refused?.body['message']).toMatch(
      /^You have used all 5 questions of your monthly coaching limit\. The limit resets on 1 /,
    );
    expect(await used({ bookId: 'b-coach' }, 'book.words')).toBe(0);
  });

  it('requires an active plan, asks billing before it rejects, and counts nothing for another user’s book', async () => {
    const [free, upgraded] = [testUser(), testUser()];
    const refused = await ask(free);
    expect([refused.status, refused.body['code']]).toEqual([403, 'plan.required']);
    proUserIds.add(upgraded.userId);
    expect((await ask(upgraded)).body['code']).toBe('books.not_found');
    expect((await ai.call(getCoachingStatus, { as: upgraded })).body['remaining']).toBe(0);
    expect((await ai.call(askWritingCoach, { body: { bookId: 'b', chapterNumber: 1, question: 'x' } })).status).toBe(
      401,
    );
  });

  it.each([
    ['  ', 'Please enter a specific question about your writing.'],
    ['x'.repeat(251), 'Please use at most 250 characters'],
  ])('explains why it rejects the question %j', async (question, message) => {
    const { status, body } = await ask(owner, { question });
    expect([status, body['message']]).toEqual([400, message]);
  });

  it('rejects a missing chapter and a suspended book', async () => {
    expect((await ask(owner, { chapterNumber: 7 })).body['code']).toBe('books.chapter_not_found');
    expect((await ask(owner, { bookId: 'suspended' })).body['code']).toBe('ai.suspended');
  });
});
