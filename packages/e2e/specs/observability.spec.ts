import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { quotas } from '@inkbear/contracts/plans';
import { readMetrics } from '@inkbear/observability/generated-files';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { type AppStack, startAppStack } from '../src/app-stack.ts';
import { type Answer, Author } from '../src/author.ts';
import { startCheckout } from '../src/buy-plan.ts';
import { saveEdges, TraceCollector } from '../src/trace-collector.ts';
import { withDatabase } from '../src/with-database.ts';

const deadlineMs = 30_000;
/** Books reads the bytes that an author uses again after this time. */
const quotaCacheMs = 1100;
/** The limits are low, so that a few requests are refused. */
const lowLimits = { ai: { USER_DAILY_TOKENS: '20000', OFFLINE_PACE_MS: '0' }, export: { PRESS_QUEUE: '1' } };

describe('a running Inkbear', () => {
  let collector: TraceCollector;
  let stack: AppStack;
  let author: Author;
  let book: { readonly bookId: string; readonly chapterId: string };
  beforeAll(async () => {
    collector = await TraceCollector.listen();
    const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACE_SAMPLING_RATIO: '1' };
    stack = await startAppStack({ seed: false, machineEnv: { ...process.env, ...tracing }, env: lowLimits });
    author = await Author.register(stack.url);
    book = await author.createBook();
  });
  afterAll(async () => {
    await stack.remove();
    collector.close();
  });

  /** Sends a request and returns the edges of its trace, once all expected ones have arrived. */
  async function traceOf(request: string, expected: readonly string[], work: () => Promise<Answer>): Promise<string[]> {
    const { status } = await work();
    expect(status).toBe(200);
    for (const deadline = Date.now() + deadlineMs; ; await sleep(200)) {
      const edges = collector.edgesFrom(`gateway ${request}`);
      if (expected.every((edge) => edges.includes(edge)) || Date.now() > deadline) return edges;
    }
  }

  const streamChapter = () =>
    author.call(
      'POST',
      '/api/ai/generate-chapter',
      {
        bookTitle: 'A book',
        chapterTitle: 'One',
        chapterNumber: 1,
        bookGenre: 'mystery',
        targetWords: 100,
        chapterId: book.chapterId,
        bookId: book.bookId,
      },
      { accept: 'text/event-stream', 'idempotency-key': randomUUID() },
    );
  const exportBook = () => author.call('POST', `/api/books/${book.bookId}/export/pdf`, { chapterOnly: false });

  it('connects a save of a chapter from the gateway to the transaction in the database, in a trace of its own', async () => {
    const clientTraceId = randomBytes(16).toString('hex');
    const headers = { traceparent: `00-${clientTraceId}-${randomBytes(8).toString('hex')}-01` };
    const edges = await traceOf('PUT saveChapter', saveEdges, () =>
      author.call('PUT', `/api/chapters/${book.chapterId}`, { content: 'It was a dark night.' }, headers),
    );
    expect(edges).toEqual(expect.arrayContaining([...saveEdges]));
    expect(collector.hasTrace(clientTraceId)).toBe(false);
  });

  it('connects a payment through the outbox and NATS to the plan in other services', async () => {
    const { clientSecret } = await startCheckout(author, 'pro_monthly');
    const paid = 'billing.entitlement.changed.v1';
    const expected = [
      'gateway POST confirmSandboxPayment > billing POST confirmSandboxPayment',
      'billing POST confirmSandboxPayment > billing update payments',
      'billing POST confirmSandboxPayment > billing insert outbox',
      'billing POST confirmSandboxPayment > billing commitTransaction',
      `billing POST confirmSandboxPayment > billing publish ${paid}`,
      ...['books', 'ai', 'stories', 'export'].flatMap((service) => [
        `billing publish ${paid} > ${service} consume ${paid}`,
        `${service} consume ${paid} > ${service} update entitlements`,
        `${service} consume ${paid} > ${service} insert inbox`,
        `${service} consume ${paid} > ${service} commitTransaction`,
      ]),
    ];
    const edges = await traceOf('POST confirmSandboxPayment', expected, () =>
      author.call('POST', '/api/billing/sandbox/confirm', { clientSecret, cardNumber: '4242424242424242' }),
    );
    expect(edges).toEqual(expect.arrayContaining(expected));
  });

  it('connects a generated chapter to its context, the provider, the usage and the counters of the book', async () => {
    const counters = 'ai.counters.changed.v1';
    const expected = [
      'gateway POST generateChapter > ai POST generateChapter',
      'ai POST generateChapter > ai GET readChapterContext',
      'ai GET readChapterContext > books GET readChapterContext',
      'books GET readChapterContext > books find chapters',
      'ai POST generateChapter > ai insert reservations',
      'ai POST generateChapter > ai chat generate',
      'ai POST generateChapter > ai insert results',
      'ai POST generateChapter > ai insert outbox',
      'ai POST generateChapter > ai commitTransaction',
      `ai POST generateChapter > ai publish ${counters}`,
      `ai publish ${counters} > books consume ${counters}`,
      `books consume ${counters} > books update books`,
      'ai publish ai.call.settled.v1 > admin consume ai.call.settled.v1',
    ];
    expect(await traceOf('POST generateChapter', expected, streamChapter)).toEqual(expect.arrayContaining(expected));
  });

  it('connects an export to the book that it reads', async () => {
    const finished = 'export.file.finished.v1';
    const expected = [
      'gateway POST exportBookPdf > export POST exportBookPdf',
      'export POST exportBookPdf > export GET readBookForOwner',
      'export GET readBookForOwner > books GET readBookForOwner',
      'export POST exportBookPdf > export GET readChapterPage',
      'export GET readChapterPage > books GET readChapterPage',
      'books GET readChapterPage > books find chapters',
      'export POST exportBookPdf > export insert outbox',
      'export POST exportBookPdf > export commitTransaction',
      `export POST exportBookPdf > export publish ${finished}`,
      `export publish ${finished} > books consume ${finished}`,
      `books consume ${finished} > books update books`,
    ];
    expect(await traceOf('POST exportBookPdf', expected, exportBook)).toEqual(expect.arrayContaining(expected));
  });

  it('exports every metric that a dashboard or an alert reads', async () => {
    // The counter of a refusal appears with the first refusal.
    await eventually(async () => (await streamChapter()).status === 429);
    const exports = await Promise.all(Array.from({ length: 8 }, () => exportBook()));
    expect(exports.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 503]));
    await withDatabase(stack, 'books', async (connection) => {
      await connection
        .collection<{ _id: string }>('chapters')
        .updateOne({ _id: book.chapterId }, { $set: { storedBytes: quotas.books.pro } });
    });
    await sleep(quotaCacheMs);
    const refused = await author.call('POST', `/api/books/${book.bookId}/chapters`, { title: 'Next' });
    expect(refused.body['code']).toBe('books.quota_used');

    const findMissing = async () => {
      const pages = await Promise.all(
        Object.values(stack.metricsUrls).map(async (url) => await (await fetch(url)).text()),
      );
      const exported = new Set(pages.flatMap((page) => page.split('\n').map((line) => /^\w+/.exec(line)?.[0] ?? '')));
      return [...readMetrics()].filter((name) => !exported.has(name));
    };
    expect(await eventually(findMissing, (missing) => missing.length === 0).catch(findMissing)).toEqual([]);
  });

  it('shows the dependencies of every process on the port of its metrics', async () => {
    const replies = await Promise.all(
      Object.entries(stack.metricsUrls).map(async ([name, url]) => {
        const response = await fetch(new URL('/readyz', url));
        return [name, response.status, await response.json()];
      }),
    );
    const up = { ready: true, checks: expect.objectContaining({ mongodb: true, nats: true }) };
    expect(replies).toEqual(Object.keys(stack.metricsUrls).map((name) => [name, 200, up]));
    expect(replies.length).toBe(10);
  });
});
