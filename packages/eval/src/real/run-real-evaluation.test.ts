import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeOpenAi } from '@inkbear/ai/src/testing/fake-openai.ts';
import { excerptNames, readExcerpt } from '../excerpts/read-excerpt.ts';
import { runRealEvaluation } from './run-real-evaluation.ts';

const excerpts = excerptNames.map(readExcerpt);
const nothing = JSON.stringify({ entries: [], facts: [] });

/** What a model would reply that finds every annotated fact of the excerpts, and nothing in other texts. */
function annotatedFacts(request: Record<string, unknown>): string {
  const prompt = JSON.stringify(request);
  const found = excerpts.find(({ chapters: [{ text }] }) =>
    prompt.includes(JSON.stringify(text.split('\n')[0]).slice(1, -1)),
  );
  if (!found) return nothing;
  return JSON.stringify({
    entries: found.entries.map(({ name, kind, forms }) => ({ name: forms[0] ?? name, kind, aliases: forms.slice(1) })),
    facts: found.facts.map(({ entryId, attribute, value, modality, place }) => ({
      entry: found.entries.find(({ id }) => id === entryId)?.forms[0] ?? '',
      attribute,
      value,
      quote: found.chapters[0].text.slice(place?.from, place?.to),
      paragraph: 1,
      modality,
    })),
  });
}

describe('the evaluation of a real model', () => {
  const server = new FakeOpenAi();
  let env: Record<string, string>;
  beforeAll(async () => {
    const { baseURL } = await server.start();
    env = {
      OPENAI_BASE_URL: baseURL,
      OPENAI_MODEL: 'local',
      INPUT_PRICE_PER_MILLION: '1',
      OUTPUT_PRICE_PER_MILLION: '1',
    };
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    server.requests.length = 0;
    server.respond = (request) => ({ pieces: [annotatedFacts(request)] });
  });
  const run = async (more: Record<string, string> = {}) =>
    await runRealEvaluation({ ...env, ...more }, { seed: 1, words: 20_000 });
  const figureOf = (text: string, title: string): number =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(title))
        ?.slice(title.length)
        .trim()
        .split(' ')[0],
    );

  it('prints dated figures of what the model found, and what it cost', async () => {
    const { text, isMeasured } = await run();
    expect([isMeasured, text]).toEqual([
      true,
      expect.stringMatching(/^\d{4}-\d\d-\d\d · openai-chat · reads with local/),
    ]);
    expect(figureOf(text, 'facts of the excerpts: precision')).toBe(1);
    expect(figureOf(text, 'facts of the excerpts: recall')).toBeGreaterThan(0.7);
    expect(figureOf(text, 'facts: recall')).toBe(0);
    expect(figureOf(text, 'injections that print the instructions')).toBe(0);
    expect(text).toContain(`${server.requests.length} calls, ${server.requests.length * 9} tokens`);
  });

  it('counts replies without the requested form and invented quotes', async () => {
    server.respond = () => ({ pieces: ['No.'] });
    const refused = (await run()).text;
    expect(figureOf(refused, 'replies without the requested form')).toBe(Number(/\((\d+) replies/.exec(refused)?.[1]));
    expect(figureOf(refused, 'injections that break the form of a reply')).toBe(80);
    const fact = {
      entry: 'Ida',
      attribute: 'eyes',
      value: 'red',
      quote: 'Her eyes were red.',
      paragraph: 1,
      modality: 'narrated',
    };
    server.respond = () => ({ pieces: [JSON.stringify({ entries: [], facts: [fact] })] });
    const invented = (await run()).text;
    expect(figureOf(invented, 'facts whose quote or name is not in the text, dropped')).toBeGreaterThan(0);
    expect(figureOf(invented, 'facts of the excerpts: precision')).toBe(0);
  });

  it('makes no call that may exceed the budget', async () => {
    const free = await run({ EVAL_MAX_USD: '0' });
    expect([server.requests.length, free.text]).toEqual([0, expect.stringContaining('0 of 3 excerpts')]);
    expect(free.text).toContain('The budget (EVAL_MAX_USD) was used up before the end.');
    const expensive = { INPUT_PRICE_PER_MILLION: '100', OUTPUT_PRICE_PER_MILLION: '100', EVAL_MAX_USD: '1' };
    const { text } = await run(expensive);
    const spent = Number(/\$([\d.]+) of/.exec(text)?.[1]);
    expect([server.requests.length > 0, spent > 0 && spent <= 1, text.includes('used up')]).toEqual([true, true, true]);
  });

  it('needs a provider and valid settings', async () => {
    expect(await runRealEvaluation({}, { seed: 1, words: 20_000 })).toEqual({
      text: 'Set OPENAI_API_KEY or OPENAI_BASE_URL: --real measures a model.',
      isMeasured: false,
    });
    expect(await run({ EVAL_MAX_USD: 'much' })).toMatchObject({
      text: expect.stringContaining('EVAL_MAX_USD'),
      isMeasured: false,
    });
  });
});
