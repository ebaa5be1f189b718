import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import { type DesignSettings, designDefaults } from '@inkbear/contracts/books/design';
import type { MatterSection } from '@inkbear/contracts/books/matter';
import { entitlementChanged } from '@inkbear/contracts/events';
import * as contract from '@inkbear/contracts/export/edition';
import { getImport, isSettled, type ManuscriptImport } from '@inkbear/contracts/export/import';
import { type Entitlement, freeEntitlement } from '@inkbear/contracts/plans';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { FakePeer } from '@inkbear/service-kit/testing/fake-peer';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { definition } from '../definition.ts';
import { FakeBookImports } from './fake-book-imports.ts';
import { testBook, testChapter } from './test-book.ts';

export type Author = ReturnType<typeof testUser>;

/** Long enough for a file behind ten waiting ones, on a busy machine. */
const finishMs = 60_000;
/** What the books service has at present; tests change it. */
export interface FakeBooksState {
  book: Book;
  chapters: Chapter[];
  design: DesignSettings & { rev: number };
  matter: { rev: number; pieces: MatterSection[] };
}

const initialState = (): FakeBooksState => ({
  book: testBook,
  chapters: [testChapter('c1', 1, 'The snow fell all night.\n\nShe *slept*.'), testChapter('c2', 2, 'It thawed.')],
  design: { rev: 1, ...designDefaults },
  matter: { rev: 1, pieces: [{ kind: 'about-author', title: '', text: 'Ada lives in Kent.' }] },
});

/** The export service with a books service whose books all have the same text, which tests may change. */
export class TestExport {
  readonly books: FakePeer;
  /** What imports have made. */
  readonly bookImports = new FakeBookImports();
  readonly state: FakeBooksState;
  /** Paths that were requested from the books service. */
  readonly paths: string[] = [];
  /** Called before the books service replies. */
  beforeReply: (path: string) => void = () => undefined;
  /** The owner of a book by its id. A book without an entry belongs to every user, `foreign` to none. */
  readonly owners = new Map<string, string>();
  #service: TestService | undefined;
  #seq = 0;

  private constructor(books: FakePeer, state: FakeBooksState) {
    this.books = books;
    this.state = state;
  }

  static async start(env: Record<string, unknown> = {}): Promise<TestExport> {
    const state = initialState();
    const started: { test?: TestExport } = {};
    const books = await FakePeer.start((path, sent) => started.test?.reply(path, sent));
    const test = (started.test = new TestExport(books, state));
    test.#service = await TestService.start(definition, {
      BOOKS_URL: books.url,
      PRESS_PROCESSES: 1,
      PRESS_HEAP_MB: 512,
      PRESS_QUEUE: 16,
      UPLOAD_STALL_MS: 60_000,
      ...env,
    });
    return test;
  }

  get service(): TestService {
    if (!this.#service) throw new Error('The service was not started.');
    return this.#service;
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.books.stop();
  }

  /** An author with Pro, or with another plan. */
  async createAuthor(entitlement: Partial<Entitlement> = { plan: 'pro_monthly', isActive: true }): Promise<Author> {
    const author = testUser();
    await this.setPlan(author, entitlement);
    return author;
  }

  async setPlan({ userId }: Author, entitlement: Partial<Entitlement>): Promise<void> {
    const data = { ...freeEntitlement(userId), ...entitlement };
    await this.service.deliver(entitlementChanged, userId, data, { seq: (this.#seq += 1) });
  }

  /** Replaces a chapter's text. */
  write(id: string, content: string): void {
    this.state.chapters = this.state.chapters.map((chapter) =>
      chapter.id === id ? { ...testChapter(id, chapter.chapterNumber, content), rev: chapter.rev + 1 } : chapter,
    );
  }

  create(as: Author, profiles: readonly string[] = contract.fileProfiles, bookId = 'b1') {
    return this.service.call(contract.createEdition, { as, params: { id: bookId }, body: { profiles } });
  }

  async read(as: Author, id: string): Promise<contract.Edition> {
    const { body } = await this.service.call(contract.getEdition, { as, params: { id } });
    return body as unknown as contract.Edition;
  }

  /** Waits until no file of an edition is being made. */
  async waitUntilFinished(as: Author, id: string): Promise<contract.Edition> {
    return await eventually(
      () => this.read(as, id),
      ({ files }) => files.every(({ state }) => contract.isFinished(state)),
      finishMs,
    );
  }

  async download(as: Author, id: string, fileId: string): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
    const path = `/api/editions/${id}/files/${fileId}/content`;
    const response = await fetch(`${this.service.url}${path}`, {
      headers: { 'x-inkbear-identity': this.service.sign(as) },
    });
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  /** Uploads a manuscript, to be appended to a book if `bookId` is given. */
  async upload(
    as: Author,
    content: string | Uint8Array,
    { fileName = 'Snow.md', bookId }: { fileName?: string; bookId?: string } = {},
  ) {
    const form = new FormData();
    if (bookId !== undefined) form.set('bookId', bookId);
    form.set('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], fileName));
    return await this.sendForm(as, form);
  }

  async sendForm(as: Author, form: FormData) {
    const response = await fetch(`${this.service.url}/api/imports`, {
      method: 'POST',
      body: form,
      headers: { 'x-inkbear-identity': this.service.sign(as) },
    });
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
  }

  /** Uploads a manuscript and waits until it has been read. */
  async importFile(as: Author, content: string | Uint8Array, options = {}): Promise<ManuscriptImport> {
    const { status, body } = await this.upload(as, content, options);
    if (status !== 201) throw new Error(`The upload was refused with ${status}: ${JSON.stringify(body)}`);
    return await this.waitUntilSettled(as, body['id'] as string);
  }

  async readImport(as: Author, id: string): Promise<ManuscriptImport> {
    const { body } = await this.service.call(getImport, { as, params: { id } });
    return body as unknown as ManuscriptImport;
  }

  /** Waits until an import is neither read nor made. */
  async waitUntilSettled(as: Author, id: string): Promise<ManuscriptImport> {
    return await eventually(
      () => this.readImport(as, id),
      ({ state }) => isSettled(state),
      finishMs,
    );
  }

  rows(name: string) {
    return this.service.platform.connection.collection<{ _id: string } & Record<string, unknown>>(name);
  }

  private reply(path: string, sent: unknown): unknown {
    const url = new URL(path, 'http://books');
    if (url.pathname.startsWith('/internal/imports/')) return this.bookImports.reply(url.pathname, sent);
    const bookId = url.searchParams.get('bookId') ?? url.pathname.split('/')[3] ?? '';
    const userId = url.searchParams.get('userId') ?? '';
    this.paths.push(url.pathname);
    this.beforeReply(path);
    if (bookId === 'foreign' || (this.owners.get(bookId) ?? userId) !== userId)
      return FakePeer.problem('books.not_found');
    const { chapters, design, matter } = this.state;
    if (url.pathname === '/internal/scope') return { bookId, chapterId: null, aiSuspended: false };
    if (path.includes('/design-and-matter')) return { design, matter };
    if (!url.pathname.endsWith('/chapters'))
      return { book: { ...this.state.book, id: bookId }, chapters: chapters.map((chapter) => ({ ...chapter })) };
    // One chapter on each page.
    const [first] = (url.searchParams.get('ids') ?? '').split(',');
    return { chapters: chapters.filter(({ id }) => id === first), answered: 1 };
  }
}
