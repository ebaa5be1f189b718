import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type OpenAI from 'openai';
import { openAiChat } from './providers/openai-chat.ts';
import { openAiResponses } from './providers/openai-responses.ts';
import { AiService, userCeiling } from './testing/ai-service.ts';
import { FakeOpenAi, type FakeReply } from './testing/fake-openai.ts';

describe.each(['responses', 'chat'] as const)('prose that ends at the output limit of the %s API', (api) => {
  const fixture = new AiService();
  const server = new FakeOpenAi();
  const { provider, used } = fixture;
  let client: OpenAI;
  beforeAll(async () => {
    client = await server.start();
    await fixture.start();
  });
  afterEach(() => provider.reset());
  afterAll(async () => {
    server.stop();
    await fixture.stop();
  });

  /** Prepares the replies of the model; the last one is repeated. Returns the requests so far. */
  const script = (...replies: FakeReply[]): (() => string[]) => {
    const before = server.requests.length;
    const real = (api === 'chat' ? openAiChat : openAiResponses)(client);
    provider.respond = (request, options) => real.generate(request, options);
    server.respond = () => replies[Math.min(server.requests.length - before, replies.length) - 1] ?? {};
    return () => server.requests.slice(before).map((request) => JSON.stringify(request));
  };
  const cut = (text: string): FakeReply => ({ pieces: [text], end: 'cut' });

  it('is continued from its last whole sentence, as one use and one result', async () => {
    const requests = script(cut('It snowed. She wal'), { pieces: ['She walked home.'] });
    const { status, body } = await fixture.generate(`c-continued-${api}`);
    expect([status, body['content'], body['wordCount']]).toEqual([200, 'It snowed. She walked home.', 5]);
    expect(await used({ chapterId: `c-continued-${api}` }, 'chapter.generate')).toBe(1);
    const [first, second, ...more] = requests();
    expect([first?.includes('written'), second?.includes('It snowed. \\n'), second?.includes('She wal'), more]).toEqual(
      [false, true, false, []],
    );
  });

  it('is kept without its last, unfinished sentence when three continuations did not finish it', async () => {
    const requests = script(cut('One. Two. Thr'));
    const { status, body } = await fixture.generate(`c-endless-${api}`);
    expect([status, requests().length]).toEqual([200, 4]);
    expect(body['content']).toBe('One. Two. One. Two. One. Two. One. Two.');
  });

  it('is requested again when the limit was reached before its first word', async () => {
    const requests = script({ end: 'cut' }, { pieces: ['It snowed.'] });
    const { status, body } = await fixture.generate(`c-nothing-${api}`);
    expect([status, body['content']]).toEqual([200, 'It snowed.']);
    expect(requests().map((request) => request.includes('Your reply was cut off'))).toEqual([false, false]);
  });

  it('is kept without its last, unfinished sentence when the tokens of the day are used up', async () => {
    const requests = script(cut('It snowed. She wal'));
    provider.respond = async (_request, { onAccepted, onDelta }) => {
      onAccepted();
      onDelta('It snowed. She wal');
      return { text: 'It snowed. She wal', isTruncated: true, inputTokens: userCeiling, outputTokens: 0 };
    };
    const { status, body } = await fixture.generate(`c-used-up-${api}`);
    expect([status, body['content'], requests()]).toEqual([200, 'It snowed.', []]);
  });
});
