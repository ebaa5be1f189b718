import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { defaultBudgets } from '../context/budgets.ts';
import type { Env } from '../env.ts';
import { GenerationWorker } from '../generations/generation-worker.ts';
import { FakeOpenAi, type FakeReply } from '../testing/fake-openai.ts';
import { testModel } from '../testing/test-models.ts';
import { chooseProvider } from './choose-provider.ts';
import type { ProviderRequest } from './provider.ts';

const server = new FakeOpenAi();
const worker = new GenerationWorker(defaultBudgets);
let url = '';
beforeAll(async () => void (url = (await server.start()).baseURL));
beforeEach(() => void (server.requests.length = 0));
afterAll(async () => {
  server.stop();
  await worker.close();
});

const request: ProviderRequest = {
  stable: 'RULES',
  bookLength: 5,
  nonce: 'qwmzka',
  volatile: 'REQUEST',
  expects: 'text',
  maxOutputTokens: 50,
  variant: 0,
  model: testModel,
  cacheKey: null,
  task: { kind: 'titles', topic: 't', genre: 'g' },
};
const ask = (...replies: FakeReply[]) => {
  server.respond = () => replies[server.requests.length - 1] ?? { pieces: ['Hello'] };
  const provider = chooseProvider({ OPENAI_BASE_URL: url } as Env, worker);
  return provider.generate(request, {
    signal: new AbortController().signal,
    owner: 'u',
    onAccepted: () => undefined,
    onDelta: () => undefined,
  });
};
const failure = (status: number): FakeReply => ({ error: { status, body: {} } });

it.each([429, 500, 503])('a request that the provider refuses with %d is sent again, twice at most', async (status) => {
  expect((await ask(failure(status), failure(status))).text).toBe('Hello');
  expect(server.requests).toHaveLength(3);
  server.requests.length = 0;
  await expect(ask(failure(status), failure(status), failure(status))).rejects.toMatchObject({ status });
  expect(server.requests).toHaveLength(3);
});

it('a request that is invalid is sent once', async () => {
  await expect(ask(failure(400))).rejects.toMatchObject({ status: 400 });
  expect(server.requests).toHaveLength(1);
});
