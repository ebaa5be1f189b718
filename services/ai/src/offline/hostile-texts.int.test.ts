import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getAiStatus } from '@inkbear/contracts/ai/limit';
import { polishChapter } from '@inkbear/contracts/ai/writing';
import { entitlementChanged } from '@inkbear/contracts/events';
import { freeEntitlement } from '@inkbear/contracts/plans';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { countWords } from '@inkbear/prose/word-count';
import { loopDelayP99 } from '@inkbear/service-kit/testing/loop-delay';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from '../definition.ts';
import { AiService } from '../testing/ai-service.ts';

const length = 500_000;
const wordsOfBook = 80_000;
/** AI may write 80,000 words for a book, so texts of very short words are cut. */
const texts = Object.entries(hostileTexts(length)).map(
  ([name, text]) => [name, countWords(text) > wordsOfBook ? text.slice(0, 150_000) : text] as const,
);

/** A backtracking pattern would take minutes on these texts and block every request until the test times out. */
describe('the offline provider on long texts', () => {
  const fixture = new AiService();
  let offline: TestService;
  beforeAll(async () => {
    await fixture.start();
    offline = await TestService.start(definition, {
      ...fixture.peerUrls,
      USER_DAILY_TOKENS: 1e9,
      GLOBAL_DAILY_TOKENS: 1e9,
      INPUT_PRICE_PER_MILLION: 0,
      OUTPUT_PRICE_PER_MILLION: 0,
      OFFLINE_PACE_MS: 0,
      OPENAI_MODEL: 'unused',
    });
    await offline.deliver(entitlementChanged, fixture.owner.userId, {
      ...freeEntitlement(fixture.owner.userId),
      plan: 'pro_monthly',
      isActive: true,
    });
  });
  afterAll(async () => {
    await offline.stop();
    await fixture.stop();
  });

  it.each(texts)('polishes %s while other requests are served', async (name, text) => {
    const body = { content: `Once ${text} upon.`, chapterId: `c-${name.replaceAll(' ', '-')}` };
    const p99 = await loopDelayP99(async () => {
      const polished = offline.call(polishChapter, { as: fixture.owner, body });
      const others = await Promise.all(Array.from({ length: 5 }, () => offline.call(getAiStatus)));
      expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      const { status, body: answer } = await polished;
      expect([
        status,
        String(answer['polished_content']).slice(0, 4),
        String(answer['polished_content']).slice(-5),
      ]).toEqual([200, 'Once', 'upon.']);
    });
    if (isDeep) expect(p99).toBeLessThanOrEqual(100);
  });
});
