import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBook } from '@inkbear/contracts/books/book';
import { getChapter, listChapters, patchChapter } from '@inkbear/contracts/books/chapter';
import { entitlementChanged } from '@inkbear/contracts/events';
import type { ClientParams, ClientQuery, Route } from '@inkbear/contracts/route';
import { type Entitlement, freeEntitlement } from '@inkbear/contracts/plans';
import type { Job } from '@inkbear/service-kit/jobs';
import { FakePeer } from '@inkbear/service-kit/testing/fake-peer';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import type { Identity } from '@inkbear/service-kit/identity';
import { definition } from '../definition.ts';

/** Any JSON. */
export type Json = Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests read any field of a reply
export type Author = Extract<Identity, { role: 'user' }>;

/** The books service with fake billing and stories services, whose answers a test sets. */
export class BooksService {
  readonly service: TestService;
  /** Billing's answers by user id; for any other user it fails with 503. */
  readonly billing: Map<string, Entitlement>;
  /** The stories service's answer to a path; null means 503. */
  answerStories: (path: string) => unknown = (path) =>
    path.endsWith('/trashed-stories') ? [] : FakePeer.problem('stories.not_found');
  readonly #stopPeers: () => Promise<void>;
  readonly #jobs: readonly Job[];
  #seq = 0;

  private constructor(
    service: TestService,
    billing: Map<string, Entitlement>,
    jobs: readonly Job[],
    stopPeers: () => Promise<void>,
  ) {
    this.service = service;
    this.billing = billing;
    this.#jobs = jobs;
    this.#stopPeers = stopPeers;
  }

  static async start(): Promise<BooksService> {
    const billing = new Map<string, Entitlement>();
    const server = createServer((req, res) => {
      const known = billing.get(decodeURIComponent((req.url ?? '').split('/').at(-1) ?? ''));
      res.writeHead(known ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(known ?? {}));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const jobs: Job[] = [];
    const withoutCron: typeof definition = {
      ...definition,
      // The scheduler is not started, so that a test decides when a job runs.
      createParts: async (platform, env) => {
        const parts = await definition.createParts(platform, env);
        jobs.push(...parts.jobs);
        return { ...parts, jobs: [] };
      },
    };
    const started: { books: BooksService | null } = { books: null };
    const stories = await FakePeer.start(
      (path) => started.books?.answerStories(path) ?? FakePeer.problem('server.unavailable'),
    );
    const service = await TestService.start(withoutCron, {
      BILLING_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      STORIES_URL: stories.url,
    });
    started.books = new BooksService(service, billing, jobs, async () => {
      server.close().closeAllConnections();
      await stories.stop();
    });
    return started.books;
  }

  async stop(): Promise<void> {
    await this.#stopPeers();
    await this.service.stop();
  }

  /** An author, on `plan` if given. */
  async author(plan: Partial<Entitlement> = {}): Promise<Author> {
    const author = testUser();
    if (Object.keys(plan).length > 0) await this.setPlan(author, plan);
    return author;
  }

  async setPlan(author: Author, plan: Partial<Entitlement>): Promise<void> {
    await this.service.deliver(
      entitlementChanged,
      author.userId,
      { ...freeEntitlement(author.userId), ...plan },
      { seq: (this.#seq += 1) },
    );
  }

  async book(author: Author, body: Record<string, unknown> = {}): Promise<{ id: string; chapterIds: string[] }> {
    const created = await this.call(createBook, { as: author, body: { title: 'The Lamplighter', ...body } });
    if (created.status !== 201) throw new Error(created.text);
    const id = created.body['id'] as string;
    return { id, chapterIds: (await this.chapters(author, id)).map((chapter) => chapter.id) };
  }

  /** The chapters of a book with their texts. */
  async chapters(
    author: Author,
    bookId: string,
  ): Promise<{ id: string; chapterNumber: number; title: string; content: string; rev: number }[]> {
    const listed = (await this.call(listChapters, { as: author, params: { id: bookId } })).body as { id: string }[];
    return await Promise.all(
      listed.map(async ({ id }) => (await this.call(getChapter, { as: author, params: { id } })).body as never),
    );
  }

  /** One author with one book of one chapter. */
  async authorWithBook(): Promise<{ author: Author; bookId: string; chapterId: string }> {
    const author = await this.author();
    const { id, chapterIds } = await this.book(author);
    return { author, bookId: id, chapterId: chapterIds[0] ?? '' };
  }

  async patch(author: Author, id: string, rev: number, changes: unknown, more: Record<string, unknown> = {}) {
    return await this.call(patchChapter, {
      as: author,
      params: { id },
      body: { changeId: randomUUID(), changes, ...more },
      headers: { 'if-match': `"${rev}"` },
    });
  }

  rows(name: string) {
    return this.service.platform.connection.collection<{ _id: string; [field: string]: unknown }>(name);
  }

  /** A call whose reply is untyped JSON. */
  async call<R extends Route>(
    route: R,
    input: {
      as?: Identity | 'nobody';
      params?: ClientParams<R>;
      query?: ClientQuery<R>;
      body?: Json;
      headers?: Record<string, string>;
    },
  ): Promise<{ status: number; headers: Headers; text: string; body: Json }> {
    return await this.service.call(route, input);
  }

  /** Runs one of the service's jobs, as its schedule would. */
  async runJob(name: string): Promise<void> {
    const job = this.#jobs.find((one) => one.name === name);
    if (!job) throw new Error(`There is no job ${name}.`);
    await job.run();
  }

  /** Ends the debounce of the saved chapters of a book, and runs the jobs that extract from them. */
  async extractChapters(bookId: string): Promise<void> {
    const due = { $ne: null };
    const past = new Date(1);
    await this.rows('chapters').updateMany({ bookId, progressDueAt: due }, { $set: { progressDueAt: past } });
    await this.runJob('flush-progress');
    await this.rows('chapter_readings').updateMany({ bookId, dueAt: due }, { $set: { dueAt: past } });
    await this.runJob('read-chapters');
  }

  /** Moves the business clock of this process alone. */
  moveClock(days: number): void {
    this.service.platform.businessClock.clock.setOffset(days * 86_400_000);
  }

  /** Runs `work` after so many days of business time. */
  async afterDays(days: number, work: () => Promise<void>): Promise<void> {
    this.moveClock(days);
    try {
      await work();
    } finally {
      this.moveClock(0);
    }
  }
}
