import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Author } from '@inkbear/e2e/author';
import { buyPlan } from '@inkbear/e2e/buy-plan';
import { eventually } from '@inkbear/service-kit/testing/eventually';

/** How a stream ended: with its result, after its first event but without its result, or before its first event. */
type StreamEnd = 'finished' | 'cut' | 'refused';

/** What one streamed generation of a chapter led to. */
export interface StreamOutcome {
  readonly end: StreamEnd;
  /** Counted generations of the chapter afterwards. */
  readonly used: number;
  /** Stored results of the chapter afterwards. */
  readonly results: number;
}

interface Stream {
  readonly author: Author;
  readonly chapterId: string;
  readonly end: StreamEnd;
}

/** A stream of about a minute, at the pace of the test installation. */
const targetWords = 1500;
const parallelStreams = 3;
const streamDeadlineMs = 120_000;
/** The time until an author whose stream was refused tries the next one. */
const refusedPauseMs = 1000;

/** Authors on a paid plan who generate one chapter after the other, as streams, until `stop`. */
export class AiStreams {
  readonly #loops: readonly Promise<Stream[]>[];
  #isStopping = false;

  private constructor(authors: readonly Author[]) {
    this.#loops = authors.map((author) => this.#generate(author));
    // `stop` throws the error of a loop; until then it must not end the process.
    for (const loop of this.#loops) loop.catch(() => undefined);
  }

  static async start(url: string): Promise<AiStreams> {
    const authors: Author[] = [];
    while (authors.length < parallelStreams) {
      const author = await Author.register(url, { timeoutMs: streamDeadlineMs });
      await buyPlan(author, 'pro_monthly');
      authors.push(author);
    }
    return new AiStreams(authors);
  }

  /** Ends after the running streams. Waits until the counted calls agree with the stored results. */
  async stop(): Promise<StreamOutcome[]> {
    this.#isStopping = true;
    const streams = (await Promise.all(this.#loops)).flat();
    return await Promise.all(
      streams.map(async ({ author, chapterId, end }) => {
        const counts = await eventually(
          () => readCounts(author, chapterId),
          ({ used, results }) => used === results,
          30_000,
        ).catch(() => readCounts(author, chapterId));
        return { end, ...counts };
      }),
    );
  }

  async #generate(author: Author): Promise<Stream[]> {
    const { bookId } = await author.createBook();
    const streams: Stream[] = [];
    while (!this.#isStopping) {
      // Each chapter may be generated once.
      const chapterId = await retry(() => author.createChapter(bookId));
      const end = await streamChapter(author, bookId, chapterId);
      streams.push({ author, chapterId, end });
      if (end === 'refused') await sleep(refusedPauseMs);
    }
    return streams;
  }
}

/** A connection that a process closes at its end is no failure: browsers open another one. */
const retry = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch(async () => {
    await sleep(refusedPauseMs);
    return await work();
  });

async function streamChapter(author: Author, bookId: string, chapterId: string): Promise<StreamEnd> {
  const request = {
    bookId,
    chapterId,
    bookTitle: 'The Salt Road',
    bookGenre: 'mystery',
    chapterTitle: 'One',
    chapterNumber: 1,
    targetWords,
  };
  const headers = { accept: 'text/event-stream', 'idempotency-key': randomUUID() };
  const response = await author.send('POST', '/api/ai/generate-chapter', request, headers).catch(() => null);
  if (response === null) return 'refused';
  const text = await readUntilCut(response);
  if (response.status >= 400 && response.status < 500)
    throw new Error(`A chapter was not generated: ${response.status} ${text}`);
  // A reply without a stream has another type, and a stream may be cut before its first event.
  if (!text.includes('event: delta')) return 'refused';
  return text.includes('event: done') ? 'finished' : 'cut';
}

/** The part of the body that has arrived when it ends or its connection is cut. */
async function readUntilCut(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk as Uint8Array, { stream: true });
  } catch {
    return text;
  }
  return text;
}

async function readCounts(author: Author, chapterId: string): Promise<{ used: number; results: number }> {
  const { body: limits } = await author.call('GET', `/api/ai/limits?chapterId=${chapterId}`);
  const { body: results } = await author.call('GET', `/api/ai/results?chapterId=${chapterId}`);
  const generate = (limits as unknown as { limit: string; used: number }[]).find(
    ({ limit }) => limit === 'chapter.generate',
  );
  return { used: generate?.used ?? 0, results: (results as unknown as unknown[]).length };
}
