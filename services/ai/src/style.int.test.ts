import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkStyle, styleTextMax } from '@inkbear/contracts/ai/style';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import { AiService } from './testing/ai-service.ts';

describe('style check', () => {
  const ai = new AiService();
  beforeAll(async () => await ai.start());
  afterAll(async () => await ai.stop());
  const check = (body: Record<string, unknown>) => ai.service.call(checkStyle, { as: ai.owner, body: body as never });

  it('reports issues with positions, in the author’s dialect', async () => {
    const text = 'He could of left 🐻. The color was gray.';
    const { status, body } = await check({ text });
    expect(status).toBe(200);
    const issues = body['issues'] as { text: string; suggestion: string; position: { start: number; end: number } }[];
    expect(issues.map(({ text: words, suggestion }) => [words, suggestion])).toEqual([
      ['could of', 'could have'],
      ['color', 'colour'],
      ['gray', 'grey'],
    ]);
    for (const { text: words, position } of issues) expect(text.slice(position.start, position.end)).toBe(words);
    expect((await check({ text: 'The color was gray.', dialect: 'us' })).body['issues']).toEqual([]);
  });

  it('reports correct positions in a long text with overlong words', async () => {
    const text = `${'She went home again. '.repeat(600)}${'x'.repeat(100_000)} ${'She went home again. '.repeat(600)}He could of left.`;
    const { status, body } = await check({ text });
    const issues = body['issues'] as { text: string; position: { start: number; end: number } }[];
    expect([status, issues.map((issue) => [issue.text, issue.position.start])]).toEqual([
      200,
      [['could of', text.indexOf('could of')]],
    ]);
  });

  it('returns no issues for an empty text and rejects one that is too long', async () => {
    expect((await check({ text: ' \n ' })).body).toEqual({ issues: [] });
    expect((await check({ text: 'a'.repeat(styleTextMax + 1) })).status).toBe(400);
    expect((await check({ text: 'a', dialect: 'fr' })).status).toBe(400);
    expect((await ai.service.call(checkStyle, { body: { text: 'a' } })).status).toBe(401);
  });

  it('replies 503 with Retry-After when the queue is full', async () => {
    const text = 'The bear has wrote an book about ink and snow, and nobody should of read it yet. '.repeat(2000);
    const answers = await Promise.all(Array.from({ length: 24 }, () => check({ text })));
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].toSorted()).toEqual([200, 503]);
    const busy = answers.find(({ status }) => status === 503);
    expect([busy?.body['code'], busy?.headers.get('retry-after')]).toEqual(['ai.too_busy', '3']);
  });

  it('serves other users while one user exceeds the share of the queue', async () => {
    const text = 'The bear has wrote an book about ink and snow, and nobody should of read it yet. '.repeat(2000);
    const flood = Array.from({ length: 24 }, () => check({ text }));
    await Promise.race(flood);
    const other = await ai.service.call(checkStyle, { as: testUser(), body: { text: 'He could of left.' } as never });
    expect([other.status, (other.body['issues'] as unknown[]).length]).toEqual([200, 1]);
    expect((await Promise.all(flood)).filter(({ status }) => status === 200)).toHaveLength(3);
  });
});
