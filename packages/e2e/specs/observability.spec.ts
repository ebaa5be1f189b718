import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AppStack, startAppStack } from '../src/app-stack.ts';
import { Author } from '../src/author.ts';
import { TraceCollector } from '../src/trace-collector.ts';

const deadlineMs = 30_000;

describe('traces', () => {
  let collector: TraceCollector;
  let stack: AppStack;
  let author: Author;
  beforeAll(async () => {
    collector = await TraceCollector.listen();
    const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACE_SAMPLING_RATIO: '0' };
    stack = await startAppStack({ seed: false, machineEnv: { ...process.env, ...tracing } });
    author = await Author.register(stack.url);
  }, 180_000);
  afterAll(async () => {
    await stack.remove();
    collector.close();
  }, 60_000);

  /** Runs the work with the headers of a new sampled trace. Returns its edges, once all expected ones have arrived. */
  async function traceOf(
    expected: readonly string[],
    work: (headers: Record<string, string>) => Promise<unknown>,
  ): Promise<string[]> {
    const traceId = randomBytes(16).toString('hex');
    await work({ traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` });
    for (const deadline = Date.now() + deadlineMs; ; await sleep(200)) {
      const edges = collector.edges(traceId);
      if (expected.every((edge) => edges.includes(edge)) || Date.now() > deadline) return edges;
    }
  }

  it('connect a save of a chapter from the gateway to the transaction in the database', async () => {
    const { chapterId } = await author.createBook();
    const expected = [
      'books PUT saveChapter > books commitTransaction',
      'books PUT saveChapter > books findAndModify chapters',
      'books PUT saveChapter > books insert chapter_changes',
      'gateway PUT saveChapter > books PUT saveChapter',
    ];
    const edges = await traceOf(expected, (headers) =>
      author.call('PUT', `/api/chapters/${chapterId}`, { content: 'It was a dark night.' }, headers),
    );
    expect(edges).toEqual(expect.arrayContaining(expected));
  }, 60_000);
});
