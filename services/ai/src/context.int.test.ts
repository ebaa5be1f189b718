import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ContextPart, getContext, type SampleRequest } from '@inkbear/contracts/ai/context';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import { AiService } from './testing/ai-service.ts';

describe('AI context of a book', () => {
  const ai = new AiService();
  beforeAll(async () => await ai.start());
  afterAll(async () => await ai.stop());
  const partsOf = async (query: Record<string, string>) => {
    const { status, body } = await ai.service.call(getContext, { as: ai.owner, query: query as never });
    expect(status).toBe(200);
    return body['parts'] as ContextPart[];
  };
  let volatile = '';
  /** Generates a chapter. Returns the stable part of its prompt, and stores the other part in `volatile`. */
  const stablePrompt = async (chapterId: string, context?: object) => {
    let stable = '';
    ai.provider.respond = async (request) => {
      stable = request.stable;
      volatile = request.volatile;
      return { text: 'A good chapter.', inputTokens: 1, outputTokens: 1 };
    };
    const { status } = await ai.generate(chapterId, context ? { context } : {});
    ai.provider.reset();
    expect(status).toBe(200);
    return stable;
  };

  it('shows exactly what is sent to the provider', async () => {
    const parts = await partsOf({ chapterId: 'c1~context-1' });
    expect(parts.map(({ id, canExclude, canPin }) => [id, canExclude, canPin])).toEqual([
      ['book', false, false],
      ['outline', true, false],
      ['plan', true, false],
    ]);
    const stable = await stablePrompt('c1~context-1');
    for (const { text } of parts) expect(stable + volatile).toContain(text);
    const { body } = await ai.service.call(getContext, { as: ai.owner, query: { chapterId: 'c1~context-1' } });
    expect(stable.startsWith(body['rules'] as string)).toBe(true);
    const requests = body['requests'] as SampleRequest[];
    // The number of words and the chapter's description come from the request.
    const withoutRequestData = (text = '') =>
      text.replaceAll(/(?<![\d,])[\d,]+ words/g, 'n words').replace(/\n.*\n<\/data-/, '\n…\n</data-');
    const [, request = ''] = volatile.split(/(?=<data-[a-z]{6} name="request">)/);
    expect(withoutRequestData(requests.find(({ label }) => label === 'Generate')?.text)).toBe(
      withoutRequestData(request),
    );
    expect(requests.find(({ label }) => label === 'Polish')?.text).toContain('[about 250 words before it]');
    expect(requests.map(({ label }) => label)).toEqual([
      'Generate',
      'Generate: the plan of a long chapter',
      'Generate: one part of a long chapter',
      'Rewrite',
      'Expand',
      'Tone',
      'Polish',
      'Your own instruction',
      'Extend',
      'Several versions',
      'Writing coach',
    ]);
  });

  it('omits excluded parts', async () => {
    const stable = await stablePrompt('c1~context-2', { exclude: ['outline', 'plan', 'book', 'unknown'] });
    expect(stable).toContain('The Long Winter');
    expect(stable + volatile).not.toMatch(/The farm is sold|Mara Vell|the letter is a lie/);
  });

  it('has a budget, and says how much of it is used and which model gets it', async () => {
    const { body } = await ai.service.call(getContext, { as: ai.owner, query: { chapterId: 'c1~context-1' } });
    const parts = body['parts'] as ContextPart[];
    expect([body['budget'], body['model']]).toEqual([12_000, 'scripted']);
    expect(body['used']).toBe(parts.reduce((sum, { tokens }) => sum + tokens, 0));
  });

  it('hides the context from other users', async () => {
    expect((await ai.service.call(getContext, { as: testUser(), query: { chapterId: 'c1~context-1' } })).status).toBe(
      404,
    );
  });
});
