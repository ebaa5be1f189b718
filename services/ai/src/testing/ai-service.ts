import { getLimits } from '@inkbear/contracts/ai/limit';
import { generateChapter } from '@inkbear/contracts/ai/writing';
import { entitlementChanged } from '@inkbear/contracts/events';
import type {
  ChapterContradictions,
  ChapterReading,
  ComparedFact,
  ContextEntry,
  ReadingScope,
} from '@inkbear/contracts/bible/internal';
import type { ChapterBeat } from '@inkbear/contracts/books/chapter';
import { unknownStyle } from '@inkbear/contracts/books/style-sheet';
import { freeEntitlement } from '@inkbear/contracts/plans';
import { identityHeader } from '@inkbear/service-kit/identity';
import { FakePeer } from '@inkbear/service-kit/testing/fake-peer';
import type { Platform } from '@inkbear/service-kit/platform';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { defaultBudgets } from '../context/budgets.ts';
import { definition } from '../definition.ts';
import { createParts } from '../deps.ts';
import type { Env } from '../env.ts';
import type { Provider, ProviderRequest } from '../providers/provider.ts';

/** The daily token ceilings of the services that tests start. */
export const userCeiling = 1_000_000;
export const globalCeiling = 10_000_000;
const at = '2026-01-01T00:00:00.000Z';
export const book = (id: string) => ({
  id,
  title: 'The Long Winter',
  genre: 'fantasy',
  subgenre: '',
  targetAudience: '',
  status: 'active',
  authorName: '',
  penName: '',
  publishingHouse: '',
  outline: 'The farm is sold. Then Mara Vell meets Tomas at the mill.',
  synopsis: '',
  introduction: '',
  dedication: '',
  totalChapters: 1,
  completedChapters: 0,
  wordCount: 50_000,
  writtenWords: 0,
  exported: false,
  language: 'EN',
  readbackEnabled: false,
  titleGenerationCount: 0,
  outlineGenerationCount: 0,
  aiSuspended: id === 'suspended',
  canEdit: true,
  createdAt: at,
  updatedAt: at,
});
/** The beats of the chapters whose id begins with `planned`. */
const plannedBeats: ChapterBeat[] = [
  { id: 'one', text: 'Mara finds the letter.', words: 400, povEntryId: 'mara', entryIds: [] },
  { id: 'two', text: 'She burns it.', words: 200, povEntryId: null, entryIds: ['tomas', 'deleted'] },
];
export const chapter = (id: string, bookId = 'b1') => ({
  id,
  bookId,
  chapterNumber: 1,
  title: 'Snow',
  content: '',
  wordCount: 0,
  targetWordCount: 2500,
  isComplete: false,
  description: 'Mara finds the letter.',
  keyPoints: ['the letter is a lie'],
  beats: id.startsWith('planned') ? plannedBeats : [],
  storyDate: null,
  isFlashback: false,
  aiGeneratedCount: 0,
  aiEditCount: 0,
  polishCount: 0,
  rev: 1,
  createdAt: at,
  updatedAt: at,
});

/** A story's id may contain its text: `s1=Once.` */
export const story = (id: string) => ({
  id,
  title: 'Family Legacy',
  storyType: 'family-legacy',
  formData: {
    'Family Name': 'Vell',
    'Main Characters': 'Mara and Tomas',
    'Family History': 'They came from Skye. Mara kept bees.',
  },
  targetWordCount: 1500,
  content: id.split('=')[1] ?? '',
  wordCount: 0,
  isComplete: false,
  authorName: '',
  publishingHouse: '',
  dedication: '',
  synopsis: '',
  introduction: '',
  aiGeneratedCount: 0,
  aiEditCount: 0,
  polishCount: 0,
  exported: false,
  rev: 1,
  createdAt: at,
  updatedAt: at,
});

/** The book of a chapter: `c1~b1` is a chapter of the book `b1`. */
const bookOf = (chapterId: string) =>
  chapterId.startsWith('suspended') ? 'suspended' : (chapterId.split('~')[1] ?? `book-of-${chapterId}`);

/** A provider whose replies are defined by the test. It counts its calls. */
export class ScriptedProvider implements Provider {
  name: Provider['name'] = 'openai-chat';
  calls = 0;
  lastRequest: ProviderRequest | null = null;
  respond: Provider['generate'] = async (_request, { onDelta }) => {
    onDelta('A good ');
    onDelta('chapter.');
    return { text: 'A good chapter.', inputTokens: 100, outputTokens: 10 };
  };
  readonly #defaultRespond = this.respond;
  reset(): void {
    this.name = 'openai-chat';
    this.respond = this.#defaultRespond;
    this.calls = 0;
    this.lastRequest = null;
  }
  generate: Provider['generate'] = (request, options) => {
    this.calls += 1;
    this.lastRequest = request;
    return this.respond(request, options);
  };
}

const emptyReadingScope: ReadingScope = {
  providerReading: 'asked',
  aiSuspended: false,
  language: 'EN',
  chapters: [],
  entries: [],
};

/** Starts the ai service with a Pro user, fake peer services and a scripted provider. */
export class AiService {
  readonly owner = testUser();
  readonly provider = new ScriptedProvider();
  /** Users with a Pro plan in billing, whether or not its event has arrived. */
  readonly proUserIds = new Set<string>();
  /**
   * Texts that the stories service was asked to store. It refuses for ids that begin with `written`, as if the author
   * had written in the meantime.
   */
  readonly storedStories: { id: string; resultId: string; content: string }[] = [];
  /** The chapters and entries that the fake books service returns. */
  earlierChapters: ReturnType<typeof chapter>[] = [];
  entries: ContextEntry[] = [];
  /** The texts of chapters; the others are empty. */
  readonly chapterTexts = new Map<string, string>();
  /** The reading scope that the fake books service returns, and the results that were submitted to it. */
  readingScope: ReadingScope = emptyReadingScope;
  readonly readings: ChapterReading[] = [];
  /** The facts that the fake books service gives for a comparison, and the contradictions that were reported to it. */
  comparedFacts: ComparedFact[] = [];
  readonly reports: ChapterContradictions[] = [];
  /** The reply of the fake books service to submitted results. */
  respondToReading: (reading: ChapterReading) => unknown = () => ({
    entries: 1,
    facts: 2,
    relations: 0,
    isStorageUsed: false,
  });
  /** Paths that were requested from the books service. */
  readonly bookRequests: string[] = [];
  readonly #chapters = new Map<string, ReturnType<typeof chapter>[]>();
  #peers: FakePeer[] = [];
  #service: TestService | null = null;

  async start(): Promise<this> {
    const [books, stories, billing, auth] = await Promise.all([
      FakePeer.start((path, sent) => this.#respondAsBooks(path, sent)),
      FakePeer.start((path, sent) => this.#respondAsStories(path, sent)),
      FakePeer.start((path) => this.#respondAsBilling(path)),
      FakePeer.start((path) => this.#respondAsAuth(path)),
    ]);
    this.#peers = [books, stories, billing, auth];
    this.#service = await this.startReplica({});
    await this.service.deliver(entitlementChanged, this.owner.userId, {
      ...freeEntitlement(this.owner.userId),
      plan: 'pro_monthly',
      isActive: true,
    });
    return this;
  }

  /**
   * Starts another instance of the service with the same provider. Pass the first instance's `MONGODB_DATABASE` to
   * share its database.
   */
  async startReplica(env: { MONGODB_DATABASE?: string }): Promise<TestService> {
    const scripted = {
      ...definition,
      createParts: (platform: Platform, parsed: Env) => createParts(platform, parsed, this.provider),
    };
    return await TestService.start(scripted, {
      ...this.peerUrls,
      USER_DAILY_TOKENS: userCeiling,
      GLOBAL_DAILY_TOKENS: globalCeiling,
      OPENAI_API_KEY: 'unused',
      OPENAI_MODEL: 'scripted',
      INPUT_PRICE_PER_MILLION: 1,
      OUTPUT_PRICE_PER_MILLION: 10,
      CONTEXT_TOKENS_WRITE: defaultBudgets.write,
      CONTEXT_TOKENS_EDIT: defaultBudgets.edit,
      CONTEXT_TOKENS_COACH: defaultBudgets.coach,
      MODEL_WINDOW_TOKENS: 128_000,
      ...env,
    });
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await Promise.all(this.#peers.map((peer) => peer.stop()));
  }

  get service(): TestService {
    if (!this.#service) throw new Error('The service is not started.');
    return this.#service;
  }

  get peerUrls(): Record<string, string> {
    const [books, stories, billing, auth] = this.#peers.map(({ url }) => url);
    return { BOOKS_URL: books ?? '', STORIES_URL: stories ?? '', BILLING_URL: billing ?? '', AUTH_URL: auth ?? '' };
  }

  chapterRequest = (chapterId: string, overrides: Record<string, unknown> = {}) => ({
    bookTitle: 'The Long Winter',
    chapterTitle: 'Snow',
    chapterDescription: '',
    chapterNumber: 1,
    bookGenre: 'fantasy',
    targetWords: 1500,
    chapterId,
    ...overrides,
  });
  /** Generates a chapter as the owner. */
  generate = (chapterId: string, overrides: Record<string, unknown> = {}, headers = {}) =>
    this.service.call(generateChapter, { as: this.owner, body: this.chapterRequest(chapterId, overrides), headers });
  /** Generates a chapter as a stream that a test can leave. `text` resolves with all that was received. */
  openStream = (chapterId: string, overrides: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
    const connection = new AbortController();
    const response = fetch(`${this.service.url}${generateChapter.path}`, {
      method: 'POST',
      signal: connection.signal,
      body: JSON.stringify(this.chapterRequest(chapterId, overrides)),
      headers: {
        ...headers,
        accept: 'text/event-stream',
        'content-type': 'application/json',
        [identityHeader]: this.service.sign(this.owner),
      },
    });
    return { disconnect: () => connection.abort(), response, text: () => response.then((res) => res.text()) };
  };
  /** The used amount of one limit in the scope of the query. */
  used = async (query: Record<string, string>, name: string) =>
    (
      (await this.service.call(getLimits, { as: this.owner, query })).body as unknown as {
        limit: string;
        used: number;
      }[]
    ).find(({ limit }) => limit === name)?.used;

  #respondAsBooks(path: string, sent: unknown): unknown {
    const { pathname, searchParams } = new URL(path, 'http://books');
    if (sent !== null) return this.#respondToReport(pathname, sent);
    const [kind, idInPath = ''] = pathname.split('/').slice(2).map(decodeURIComponent);
    const chapterId = kind === 'chapters' ? idInPath : searchParams.get('chapterId');
    const namedBook = kind === 'books' ? idInPath : searchParams.get('bookId');
    const bookId = kind !== 'books' && chapterId ? bookOf(chapterId) : (namedBook ?? '');
    this.bookRequests.push(pathname);
    if (searchParams.get('userId') !== this.owner.userId || chapterId?.startsWith('missing'))
      return FakePeer.problem(chapterId ? 'books.chapter_not_found' : 'books.not_found');
    if (kind === 'chapters') return this.#withText(chapter(idInPath, bookId));
    const reading = this.#respondToReader(pathname);
    if (reading !== undefined) return reading;
    if (chapterId) this.#addChapter(bookId, chapterId);
    return this.#respondAboutBook(bookId, { pathname, chapterId, searchParams });
  }

  #respondAboutBook(
    bookId: string,
    {
      pathname,
      chapterId,
      searchParams,
    }: { pathname: string; chapterId: string | null; searchParams: URLSearchParams },
  ): unknown {
    if (pathname === '/internal/scope') return { bookId, chapterId, aiSuspended: bookId === 'suspended' };
    return pathname.endsWith('/context')
      ? this.#respondWithContext(bookId, searchParams)
      : { book: book(bookId), chapters: this.#chaptersOf(bookId) };
  }

  /** What a provider needs to read; undefined for other paths. */
  #respondToReader(pathname: string): unknown {
    if (pathname.endsWith('/reading-scope')) return this.readingScope;
    return pathname.endsWith('/compared-facts') ? { facts: this.comparedFacts } : undefined;
  }

  /** What a provider has read in a chapter. */
  #respondToReport(pathname: string, sent: unknown): unknown {
    if (pathname.endsWith('/bible/proposals')) {
      this.readings.push(sent as ChapterReading);
      return this.respondToReading(sent as ChapterReading);
    }
    const report = sent as ChapterContradictions;
    this.reports.push(report);
    return { findings: report.contradictions.length };
  }

  #withText = (found: ReturnType<typeof chapter>) => ({ ...found, content: this.chapterTexts.get(found.id) ?? '' });

  #chaptersOf = (bookId: string): ReturnType<typeof chapter>[] =>
    this.#chapters.get(bookId) ?? [{ ...chapter('c', bookId), content: 'Mara really waited. “No,” she said.' }];

  #respondWithContext(bookId: string, query: URLSearchParams): unknown {
    const chapterId = query.get('chapterId');
    const chapters = this.#chaptersOf(bookId);
    const requested = chapters.find(({ id, chapterNumber }) =>
      chapterId ? id === chapterId : String(chapterNumber) === query.get('chapterNumber'),
    );
    return requested
      ? {
          book: book(bookId),
          chapter: requested,
          before: this.earlierChapters,
          style: unknownStyle,
          entries: this.entries,
        }
      : FakePeer.problem('books.chapter_not_found');
  }

  #addChapter(bookId: string, chapterId: string): void {
    const chapters = this.#chapters.get(bookId) ?? [];
    if (chapters.every(({ id }) => id !== chapterId))
      this.#chapters.set(bookId, [...chapters, chapter(chapterId, bookId)]);
  }

  #respondAsStories(path: string, sent: unknown): unknown {
    const { pathname, searchParams } = new URL(path, 'http://stories');
    const [id = '', action] = pathname.split('/').slice(3).map(decodeURIComponent);
    if (searchParams.get('userId') !== this.owner.userId || id.startsWith('missing'))
      return FakePeer.problem('stories.not_found');
    if (action === 'generated') {
      this.storedStories.push({ id, ...(sent as { resultId: string; content: string }) });
      return id.startsWith('written') ? FakePeer.problem('stories.has_content') : { rev: 2 };
    }
    return action === 'text' ? story(id) : { storyId: id };
  }

  #respondAsAuth(path: string): unknown {
    const { userId: id } = this.owner;
    return path === `/internal/auth/users/${id}`
      ? {
          id,
          email: 'owner@example.com',
          firstName: 'O',
          lastName: 'W',
          referralCode: 'c',
          isAdmin: false,
          deletedAt: null,
        }
      : FakePeer.problem('auth.user_not_found');
  }

  #respondAsBilling(path: string): unknown {
    const id = path.split('/').at(-1) ?? '';
    return { ...freeEntitlement(id), ...(this.proUserIds.has(id) ? { plan: 'pro_monthly', isActive: true } : {}) };
  }
}
