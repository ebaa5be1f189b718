import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { retryWhileBusy } from '@inkbear/service-kit/testing/retry-while-busy';
import { Author } from '../../src/author.ts';
import { type AppStack, startAppStack } from '../../src/app-stack.ts';
import { RecordedChapter } from '../../src/recorded-chapter.ts';
import { WriteHistory } from '../../src/write-history.ts';

const saves = 20;
const stoppedProcesses = ['ai', 'billing', 'nats'] as const;

describe('an outage of AI, payments and NATS', () => {
  let stack: AppStack;
  let author: Author;
  const history = new WriteHistory();
  let chapter: RecordedChapter;
  beforeAll(async () => {
    stack = await startAppStack({ seed: false });
    author = await Author.register(stack.url);
    chapter = await RecordedChapter.create(author, history);
    for (const name of stoppedProcesses) await stack.processes[name]?.stop();
  });
  afterAll(async () => await stack.remove());

  it('does not affect saves, reads and sign-in', async () => {
    for (let number = 0; number < saves; number += 1) await chapter.append(`word${number} `);
    const again = await Author.signIn(stack.url, author.account);
    expect((await history.read(again, chapter.id)).text).toBe(chapter.text);
  });

  it('makes their routes reply 503 with Retry-After', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const answers = [
      await author.call('POST', '/api/ai/check-style', { text: 'It were late.' }),
      await author.call('POST', '/api/create-subscription', {}, key),
    ];
    const seen = answers.map(({ status, body, headers }) => [
      status,
      body['code'],
      Number(headers.get('retry-after')) > 0,
    ]);
    expect(seen).toEqual(Array(answers.length).fill([503, 'server.unavailable', true]));
  });

  it('ends without loss: their routes work again and delayed events are delivered', async () => {
    for (const name of stoppedProcesses.toReversed()) await stack.processes[name]?.restart();
    // On a busy machine the checker may take longer to load than one request waits.
    const check = () => author.call('POST', '/api/ai/check-style', { text: 'It were late.' });
    const { status } = await retryWhileBusy(check);
    expect(status).toBe(200);
    const wordsToday = async () => Number((await author.call('GET', '/api/user')).body['stats'].wordsToday);
    await eventually(wordsToday, (words) => words === saves);
    expect([history.size, await history.findDifferences()]).toEqual([saves, []]);
  });
});
