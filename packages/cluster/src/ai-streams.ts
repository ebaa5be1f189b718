import { randomUUID } from 'node:crypto';
import { Author } from '@inkbear/e2e/author';
import { buyPlan } from '@inkbear/e2e/buy-plan';
import { eventually } from '@inkbear/service-kit/testing/eventually';

/** What one streamed generation of a chapter led to. */
export interface StreamOutcome {
  /** Whether the stream ended with its result. */
  readonly isFinished: boolean;
  /** Uses of the chapter's generation afterwards. */
  readonly used: number;
  /** Stored results of the chapter afterwards. */
  readonly results: number;
}

/** A stream of about a minute, at the pace of the test installation. */
const targetWords = 1500;
const parallelStreams = 3;
const streamDeadlineMs = 120_000;

/** Authors on a paid plan who generate one chapter after the other, as streams, until `stop`. */
export class AiStreams {
  readonly #authors: readonly Author[];
  readonly #loops: Promise<{ author: Author; chapterId: string; isFinished: boolean }[]>[];
  #isStopping = false;

  private constructor(authors: readonly Author[]) {
    this.#authors = authors;
    this.#loops = this.#authors.map((author) => this.#generate(author));
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

  /** Ends after the running streams. Waits until the uses of cut streams agree with the stored results. */
  async stop(): Promise<StreamOutcome[]> {
    this.#isStopping = true;
    const streams = (await Promise.all(this.#loops)).flat();
    return await Promise.all(
      streams.map(async ({ author, chapterId, isFinished }) => {
        const counts = await eventually(
          () => readCounts(author, chapterId),
          ({ used, results }) => used === results,
          30_000,
        ).catch(() => readCounts(author, chapterId));
        return { isFinished, ...counts };
      }),
    );
  }

  async #generate(author: Author): Promise<{ author: Author; chapterId: string; isFinished: boolean }[]> {
    const { bookId } = await author.createBook();
    const outcomes = [];
    while (!this.#isStopping) {
      // Each chapter may be generated once.
      const chapterId = await createChapter(author, bookId);
      outcomes.push({ author, chapterId, isFinished: await streamChapter(author, bookId, chapterId) });
    }
    return outcomes;
  }
}

async function createChapter(author: Author, bookId: string): Promise<string> {
  const { status, body } = await author.call(
    'POST',
    `/api/books/${bookId}/chapters`,
    { title: 'A chapter' },
    { 'idempotency-key': randomUUID() },
  );
  if (status !== 201) throw new Error(`The chapter was not created: ${status}.`);
  return String(body['id']);
}

async function streamChapter(author: Author, bookId: string, chapterId: string): Promise<boolean> {
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
  // The connection of a stream may be cut.
  const answer = await author.call('POST', '/api/ai/generate-chapter', request, headers).catch(() => null);
  if (answer && answer.status >= 400 && answer.status < 500)
    throw new Error(`A chapter was not generated: ${answer.status} ${JSON.stringify(answer.body)}`);
  return String(answer?.body['text']).includes('event: done');
}

async function readCounts(author: Author, chapterId: string): Promise<{ used: number; results: number }> {
  const { body: limits } = await author.call('GET', `/api/ai/limits?chapterId=${chapterId}`);
  const { body: results } = await author.call('GET', `/api/ai/results?chapterId=${chapterId}`);
  const generate = (limits as unknown as { limit: string; used: number }[]).find(
    ({ limit }) => limit === 'chapter.generate',
  );
  return { used: generate?.used ?? 0, results: (results as unknown as unknown[]).length };
}
