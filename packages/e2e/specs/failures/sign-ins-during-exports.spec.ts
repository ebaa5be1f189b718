import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { serviceNames } from '@inkbear/contracts/services';
import { Random } from '@inkbear/service-kit/testing/random';
import { isDeep, testSeed as seed } from '@inkbear/service-kit/testing/test-scale';
import { processIds } from '../../src/app-stack.ts';
import { type Account, type Answer, Author } from '../../src/author.ts';
import { isBusy } from '../../src/busy-replies.ts';
import { buyPlan } from '../../src/buy-plan.ts';
import { LoopDelays } from '../../src/loop-delays.ts';
import { summarizeTimes } from '../../src/summarize-times.ts';
import { TestApp } from '../../src/test-app.ts';

const [seconds, exporters, words] = isDeep ? [60, 4, 80_000] : [5, 2, 8000];
const signInsEachSecond = 10;
/** More than one, because an account whose sign-ins overlap is throttled like one whose password is guessed. */
const accountsToSignIn = isDeep ? 30 : 10;
const wordsInChapter = 2500;
/** An author may export 30 times a minute. */
const exportEveryMs = 2500;
const longestDelayMs = 100;

interface Timed {
  readonly answer: Answer;
  readonly ms: number;
}

async function timed(call: () => Promise<Answer>): Promise<Timed> {
  const startedAt = performance.now();
  return { answer: await call(), ms: performance.now() - startedAt };
}

const wasBusy = ({ status, headers }: Answer): boolean => isBusy({ status, retryAfter: headers.get('retry-after') });
const statusesOf = (replies: readonly Timed[]) => replies.map(({ answer }) => answer.status);
const timesOf = (replies: readonly Timed[]) =>
  replies.filter(({ answer }) => answer.status === 200).map(({ ms }) => ms);
/** The statuses of replies that are neither 200 nor a busy server's with `Retry-After`. */
const unacceptable = (replies: readonly Timed[]) =>
  replies.filter(({ answer }) => answer.status !== 200 && !wasBusy(answer)).map(({ answer }) => answer.status);

function report(name: string, replies: readonly Timed[]): void {
  const busy = replies.filter(({ answer }) => wasBusy(answer)).length;
  process.stdout.write(`${replies.length} ${name}: ${summarizeTimes(timesOf(replies))}; ${busy} busy replies\n`);
}

const random = new Random(seed);
const vocabulary = 'harbour letter lamp quiet under father found keys where morning the a of and she walked'.split(' ');

/** Random sentences, because the typesetter shapes a repeated word only once. */
function chapterText(length: number): string {
  const word = () =>
    `${vocabulary[random.between(0, vocabulary.length - 1)] ?? ''}${random.chance(0.1) ? random.between(1, 9999) : ''}`;
  const paragraph = () => `${Array.from({ length: 100 }, word).join(' ')}.`;
  return Array.from({ length: length / 100 }, paragraph).join('\n\n');
}

const delays = new LoopDelays([...serviceNames, 'gateway']);

describe(`${signInsEachSecond} sign-ins a second during exports of ${words} words (TEST_SEED=${seed})`, () => {
  const app = TestApp.own({
    seed: false,
    env: { ...delays.env, gateway: { ...delays.env['gateway'], TRUST_PROXY_HOPS: '1' } },
  });
  afterAll(() => delays.close());

  /** A paying author and the path that exports their book. */
  async function createExporter(number: number): Promise<{ author: Author; path: string }> {
    const options = { timeoutMs: 95_000, address: `10.7.0.${number + 1}` };
    const author = await Author.register(app.stack.url, options);
    await buyPlan(author, 'pro_monthly');
    const chapters = Array.from({ length: Math.ceil(words / wordsInChapter) }, (_item, index) => ({
      number: index + 1,
      title: `Chapter ${index + 1}`,
    }));
    const { body: book } = await author.call(
      'POST',
      '/api/books',
      { title: 'Long', chapters },
      { 'idempotency-key': randomUUID() },
    );
    const { body: list } = await author.call('GET', `/api/books/${String(book['id'])}/chapters`);
    for (const { id } of list as unknown as { id: string }[]) {
      const { status } = await author.call('PUT', `/api/chapters/${id}`, {
        content: chapterText(words / chapters.length),
      });
      expect(status).toBe(200);
    }
    return { author, path: `/api/books/${String(book['id'])}/export/pdf` };
  }

  async function exportUntil(end: number, { author, path }: { author: Author; path: string }): Promise<Timed[]> {
    const replies: Timed[] = [];
    while (performance.now() < end) {
      const next = sleep(exportEveryMs);
      replies.push(await timed(() => author.call('POST', path, {})));
      await next;
    }
    return replies;
  }

  /** Does not wait for a reply before the next sign-in; each comes from an address of its own. */
  async function signInAtRate(accounts: readonly Account[]): Promise<Timed[]> {
    const replies: Promise<Timed>[] = [];
    const startedAt = performance.now();
    while (replies.length < seconds * signInsEachSecond) {
      await sleep(startedAt + (replies.length * 1000) / signInsEachSecond - performance.now());
      const address = `10.8.${Math.floor(replies.length / 250)}.${(replies.length % 250) + 1}`;
      const account = accounts[replies.length % accounts.length];
      const visitor = new Author(app.stack.url, account, { timeoutMs: 30_000, address });
      replies.push(timed(() => visitor.call('POST', '/api/auth/login', account)));
    }
    return await Promise.all(replies);
  }

  it(
    'get 2xx or 503 with Retry-After, restart no process and block no event loop',
    async () => {
      const accounts: Account[] = [];
      while (accounts.length < accountsToSignIn) {
        const address = `10.7.1.${accounts.length + 1}`;
        accounts.push((await Author.register(app.stack.url, { address })).account);
      }
      const authors = await Promise.all(Array.from({ length: exporters }, (_item, number) => createExporter(number)));
      const before = processIds(app.stack);
      await delays.read();
      const end = performance.now() + seconds * 1000;
      const [signIns, ...exports] = await Promise.all([
        signInAtRate(accounts),
        ...authors.map((author) => exportUntil(end, author)),
      ]);
      const loops = await delays.read();
      const exported = exports.flat();
      report('sign-ins', signIns);
      report('exports', exported);
      const [slowest = ['', 0]] = Object.entries(loops).toSorted(([, a], [, b]) => b - a);
      process.stdout.write(`longest loop delay (p99): ${Math.round(slowest[1])} ms at ${slowest[0]}\n`);
      expect([unacceptable(signIns), unacceptable(exported)]).toEqual([[], []]);
      // The thread for passwords manages several a second when it has a processor.
      expect(timesOf(signIns).length).toBeGreaterThanOrEqual(isDeep ? seconds : 1);
      expect(statusesOf(exported)).toContain(200);
      expect(processIds(app.stack)).toEqual(before);
      if (isDeep) expect(Object.entries(loops).filter(([, ms]) => ms > longestDelayMs)).toEqual([]);
    },
    isDeep ? 400_000 : 240_000,
  );
});
