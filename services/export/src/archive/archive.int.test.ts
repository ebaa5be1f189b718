import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BibleEntryDetails } from '@inkbear/contracts/bible/bible';
import type { Book } from '@inkbear/contracts/books/book';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import { designDefaults } from '@inkbear/contracts/books/design';
import { styleDefaults } from '@inkbear/contracts/books/style-sheet';
import { exportEverything } from '@inkbear/contracts/export/export';
import { identityHeader } from '@inkbear/service-kit/identity';
import { ProblemError } from '@inkbear/service-kit/problem';
import { FakePeer } from '@inkbear/service-kit/testing/fake-peer';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { strFromU8, unzipSync } from 'fflate';
import { definition } from '../definition.ts';
import { testBook, testChapter } from '../testing/test-book.ts';

const book: Book = {
  ...testBook,
  title: 'Winter',
  authorName: 'Ada',
  dedication: '',
  totalChapters: 4,
  wordCount: 70_000,
  writtenWords: 4,
};
const chapter = (id: string, chapterNumber: number, content: string): Chapter => ({
  ...testChapter(id, chapterNumber, content),
  title: id,
  wordCount: 1,
});
const createLongChapters = (count: number) =>
  Array.from({ length: count }, (_one, index) =>
    chapter(`long${index}`, index + 1, randomBytes(1_500_000).toString('base64')),
  );
/** Larger than the socket buffers on both sides, even when compressed. */
const longChapters = createLongChapters(7);
const stallMs = 2000;
const deadlineMs = 60_000;

const entry = (id: string, name: string, more: Partial<BibleEntryDetails> = {}): BibleEntryDetails => ({
  ...{ id, bookId: 'b1', kind: 'character', name, aliases: [], summary: '', notes: '', tracked: true },
  ...{ caseSensitive: false, inPrompt: 'auto', status: 'accepted', source: 'author', rev: 1, facts: [], relations: [] },
  ...more,
});
const fact = (value: string, status: 'accepted' | 'proposed'): BibleEntryDetails['facts'][number] => ({
  ...{ id: value, entryId: 'e1', attribute: 'eyes', value, since: null, until: null, modality: 'narrated' },
  ...{ knownBy: null, evidence: [], status, source: 'local' },
});
const bible = [
  entry('e1', 'Mara', {
    ...{ aliases: ['Captain'], summary: 'A smith.', notes: 'Her secret.' },
    facts: [
      { ...fact('grey', 'accepted'), until: { chapterId: 'c2', at: 0 } },
      { ...fact('brown', 'accepted'), since: { chapterId: 'c2', at: 0 } },
      fact('green', 'proposed'),
    ],
    relations: [
      {
        ...{ id: 'r1', fromId: 'e1', toId: 'e2', type: 'brother', since: null, until: null, evidence: [] },
        ...{ status: 'accepted', source: 'author' },
      },
    ],
  }),
  entry('e2', 'Tom'),
  entry('e3', 'Nobody', { status: 'proposed' }),
];
/** Books returns one entry per page. */
const biblePage = (after: string | null) => {
  const at = bible.findIndex(({ id }) => id === after) + 1;
  const next = at < bible.length - 1 ? (bible[at]?.id ?? null) : null;
  return { entries: bible.slice(at, at + 1), next, decided: 2 };
};

describe('account archive', () => {
  let service: TestService;
  const peers: FakePeer[] = [];
  /** Chapters that books returns. */
  let chapters: Chapter[];
  /** Called after books has returned a page of chapters. */
  let afterPage: () => void;
  /** Routes that books does not have, because it runs an earlier release. */
  const unknownRoutes = new Set<string>();
  const open = new Set<IncomingMessage>();
  /** Warnings and errors in the log. */
  const logged: string[] = [];
  beforeAll(async () => {
    const books = await FakePeer.start((path) => {
      const { pathname, searchParams } = new URL(path, 'http://books');
      if (unknownRoutes.has(pathname)) return new ProblemError('request.not_found');
      if (pathname.startsWith('/internal/users/')) return [book];
      if (pathname.endsWith('/design-and-matter'))
        return { design: { rev: 0, ...designDefaults }, matter: { rev: 0, pieces: [] } };
      if (pathname.endsWith('/style')) return { rev: 0, ...styleDefaults };
      if (pathname.endsWith('/bible')) return biblePage(searchParams.get('after'));
      if (!pathname.endsWith('/chapters'))
        return { book, chapters: chapters.map(({ content: _content, ...listed }) => listed) };
      const [first] = (searchParams.get('ids') ?? '').split(',');
      const page = { chapters: chapters.filter(({ id }) => id === first), answered: 1 };
      afterPage();
      return page;
    });
    const stories = await FakePeer.start(() => ({ stories: [], next: null }));
    peers.push(books, stories);
    service = await start(stallMs, deadlineMs);
  });
  const start = (stall: number, deadline: number, slowBytesPerSecond = 1) => {
    const [booksUrl, storiesUrl] = peers.map(({ url }) => url);
    return TestService.start(
      definition,
      {
        BOOKS_URL: booksUrl,
        STORIES_URL: storiesUrl,
        ARCHIVE_SLOTS: 2,
        ARCHIVE_STALL_MS: stall,
        ARCHIVE_DEADLINE_MS: deadline,
        ARCHIVE_SLOW_BYTES_PER_SECOND: slowBytesPerSecond,
      },
      ({ logger }) => {
        const record = ({ code, reason }: { code?: string; reason?: string }, message: string) => {
          if (code !== 'export.busy') logged.push([message, reason].filter(Boolean).join(' '));
        };
        Object.assign(logger, { warn: record, error: record });
      },
    );
  };
  afterAll(async () => {
    await service.stop();
    await Promise.all(peers.map((peer) => peer.stop()));
  });
  beforeEach(() => {
    chapters = [chapter('c1', 1, 'one'), chapter('c2', 2, 'two'), chapter('c3', 3, 'three'), chapter('c4', 4, 'four')];
    afterPage = () => undefined;
    logged.length = 0;
    unknownRoutes.clear();
  });
  afterEach(() => {
    for (const answer of open) answer.destroy();
    open.clear();
  });

  /** Requests an archive without reading the response body. */
  async function requestArchive(as = testUser(), from = service): Promise<IncomingMessage> {
    const sent = request(`${from.url}${exportEverything.path}`, {
      headers: { [identityHeader]: from.sign(as) },
      agent: false,
    }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.on('error', () => undefined);
    open.add(answer);
    return answer;
  }
  /** Reads the response. Returns whether it was complete. */
  const read = async (answer: IncomingMessage, pauseMs: () => number = () => 0): Promise<boolean> => {
    try {
      for await (const _chunk of answer) if (pauseMs() > 0) await setTimeout(pauseMs());
      return answer.complete;
    } catch {
      return false;
    }
  };
  /** Reads an archive as soon as the user's slot is free. */
  const readOnceFree = async (as: ReturnType<typeof testUser>, from = service): Promise<number | undefined> => {
    for (let tries = 0; ; tries += 1) {
      const answer = await requestArchive(as, from);
      await read(answer);
      if (answer.statusCode !== 503 || tries === 50) return answer.statusCode;
      await setTimeout(20);
    }
  };

  it('contains the story bible for reading, without what the author has not decided, and whole for programs', async () => {
    const files = unzipSync(Buffer.concat((await (await requestArchive()).toArray()) as Buffer[]));
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array());
    expect(text('books/001 Winter/story-bible.md')).toBe(
      [
        '# Story bible of Winter',
        '## Mara\n\nCharacter; also Captain\n\nA smith.\n\n- Eyes: grey (until chapter 2)\n- Eyes: brown (from chapter 2)\n- brother Tom\n\nHer secret.',
        '## Tom\n\nCharacter\n\n',
      ].join('\n\n'),
    );
    expect(JSON.parse(text('inkbear.json'))).toMatchObject({
      books: [{ bible, style: { rev: 0, ...styleDefaults } }],
    });
  });

  it('limits archives in total and per user, and replies 503 with Retry-After beyond that', async () => {
    chapters = longChapters;
    const first = testUser();
    const running = [await requestArchive(first)];
    const again = await requestArchive(first);
    running.push(await requestArchive());
    const third = await requestArchive();
    expect([...running, again, third].map(({ statusCode }) => statusCode)).toEqual([200, 200, 503, 503]);
    expect([again.headers['retry-after'], third.headers['retry-after']]).toEqual(['30', '30']);
    const text = await third.setEncoding('utf8').toArray();
    expect(JSON.parse(text.join(''))).toMatchObject({ code: 'export.busy' });
  });

  it('releases its slot on completion, on disconnect and on failure', async () => {
    const user = testUser();
    expect(await readOnceFree(user)).toBe(200);
    chapters = longChapters;
    const abandoned = await requestArchive(user);
    expect(abandoned.statusCode).toBe(200);
    abandoned.destroy();
    chapters = [chapter('c1', 1, 'one')];
    expect([await readOnceFree(user), logged]).toEqual([200, []]);
    const failing = testUser();
    afterPage = () => (chapters = [{ ...chapter('c1', 1, 'one'), rev: 'broken' as never }]);
    const half = await requestArchive(failing);
    expect([half.statusCode, await read(half)]).toEqual([200, false]);
    afterPage = () => undefined;
    chapters = [];
    expect([await readOnceFree(failing), logged]).toEqual([200, ['dependency_failed']]);
  });

  it('replies 503 with Retry-After while books runs a release without one of its routes, and then completes', async () => {
    const user = testUser();
    for (const route of [
      '/internal/books/b1/design-and-matter',
      '/internal/books/b1/style',
      '/internal/books/b1/bible',
      '/internal/books/b1',
      `/internal/users/${user.userId}/books`,
    ]) {
      unknownRoutes.add(route);
      const refused = await requestArchive(user);
      const problem = JSON.parse((await refused.setEncoding('utf8').toArray()).join('')) as object;
      expect([route, refused.statusCode, refused.headers['retry-after'], problem]).toEqual([
        route,
        503,
        '2',
        expect.objectContaining({ code: 'server.unavailable' }),
      ]);
      unknownRoutes.clear();
    }
    expect(await readOnceFree(user)).toBe(200);
  });

  it('is cut off when the client stops reading, and releases its slot', async () => {
    chapters = longChapters;
    const user = testUser();
    const stalled = await requestArchive(user);
    while (logged.length === 0) await setTimeout(50);
    chapters = [];
    expect([await readOnceFree(user), await read(stalled), logged]).toEqual([
      200,
      false,
      ['archive_disconnected stalled'],
    ]);
  });

  it('reads no further chapters while the client does not read', async () => {
    const patient = await start(deadlineMs, deadlineMs);
    chapters = createLongChapters(40);
    let pages = 0;
    afterPage = () => void (pages += 1);
    const unread = await requestArchive(testUser(), patient);
    for (let before = 0; before === 0 || before !== pages; await setTimeout(1500)) before = pages;
    // What the socket buffers and the compression hold; without backpressure it would be all 40.
    expect(pages).toBeLessThan(20);
    unread.destroy();
    await patient.stop();
  });

  it('continues for a slow client until the deadline', async () => {
    const shortDeadline = await start(2000, 6000);
    chapters = longChapters;
    const user = testUser();
    const startedAt = performance.now();
    expect(await read(await requestArchive(user, shortDeadline), () => 80)).toBe(false);
    // Longer than a stall is tolerated.
    expect(performance.now() - startedAt).toBeGreaterThan(4000);
    chapters = [];
    expect([await readOnceFree(user, shortDeadline), logged]).toEqual([200, ['archive_disconnected deadline']]);
    await shortDeadline.stop();
  });

  it('disconnects one slow client when all slots are taken and another user requests an archive', async () => {
    const crowded = await start(8000, deadlineMs, 50_000_000);
    chapters = longChapters;
    const [first, second] = [await requestArchive(testUser(), crowded), await requestArchive(testUser(), crowded)];
    let pauseMs = 1500;
    const [readFirst, readSecond] = [read(first, () => pauseMs), read(second, () => pauseMs)];
    const waiting = testUser();
    const retryAfter = async () => (await requestArchive(waiting, crowded)).headers['retry-after'];
    expect(await retryAfter()).toBe('30');
    for (let tries = 0; tries < 80 && (await retryAfter()) === '30'; tries += 1) await setTimeout(200);
    pauseMs = 0;
    const finished = [await readFirst, await readSecond].filter(Boolean);
    expect([finished.length, logged]).toEqual([1, ['archive_disconnected slow']]);
    chapters = [];
    expect(await readOnceFree(waiting, crowded)).toBe(200);
    await crowded.stop();
  });

  it('contains each remaining chapter once while chapters are deleted, inserted and moved', async () => {
    const changes: (() => Chapter[])[] = [
      () => chapters.slice(1),
      () => [chapter('new', 1, 'new'), ...chapters.filter(({ id }) => id !== 'c3')],
      () => chapters.toReversed(),
    ];
    afterPage = () => {
      chapters = (changes.shift()?.() ?? chapters).map((one, index) => ({ ...one, chapterNumber: index + 1 }));
    };
    const answer = await requestArchive();
    const files = unzipSync(Buffer.concat((await answer.toArray()) as Buffer[]));
    const markdown = strFromU8(files['books/001 Winter/book.md'] ?? new Uint8Array());
    expect(markdown.match(/^## .*$/gm)).toEqual(['## 1. c1', '## 2. c2', '## 4. c4']);
  });
});
