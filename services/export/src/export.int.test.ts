import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Book } from '@inkbear/contracts/books/book';
import { styleDefaults } from '@inkbear/contracts/books/style-sheet';
import type { Chapter } from '@inkbear/contracts/books/chapter';
import { designDefaults } from '@inkbear/contracts/books/design';
import { entitlementChanged, exportFileFinished, exportStoryFinished } from '@inkbear/contracts/events';
import {
  exportBookPdf,
  exportEverything,
  exportOutlinePdf,
  exportProvenancePdf,
  exportStoryPdf,
} from '@inkbear/contracts/export/export';
import { noProvenanceAnswers, type Provenance } from '@inkbear/contracts/books/provenance';
import { type Entitlement, freeEntitlement } from '@inkbear/contracts/plans';
import type { Story } from '@inkbear/contracts/stories/story';
import { FakePeer } from '@inkbear/service-kit/testing/fake-peer';
import { identityHeader } from '@inkbear/service-kit/identity';
import { TestMetrics } from '@inkbear/service-kit/testing/test-metrics';
import { testUser, TestService } from '@inkbear/service-kit/testing/test-service';
import { OutOfMemoryError, ProcessPool } from '@inkbear/service-kit/process-pool';
import { strFromU8, unzipSync } from 'fflate';
import { definition } from './definition.ts';
import { testBook, testChapter, testTime } from './testing/test-book.ts';

const book: Book = {
  ...testBook,
  outline: 'Snow falls.',
  wordCount: 70_000,
  writtenWords: 6,
};
const chapter = (id: string, chapterNumber: number, content: string): Chapter => ({
  ...testChapter(id, chapterNumber, content),
  description: 'Snow',
});
const design = { rev: 2, ...designDefaults, shortTitle: 'W.' };
const matter = {
  rev: 3,
  pieces: [
    { kind: 'about-author', title: '', text: 'Ada lives in Kent.' },
    { kind: 'preface', title: 'Before the snow', text: 'Read slowly.' },
    { kind: 'copyright', title: '', text: '© Ada Byron' },
    { kind: 'epigraph', title: '', text: '' },
  ],
};
const words = { own: 5, pasted: 0, imported: 0, generated: 1, edited: 0, rewritten: 0 };
const unanswered = { answer: null, text: null };
const provenance: Provenance = {
  chapters: [{ chapterId: 'c1', rev: 2, words }],
  total: words,
  answers: noProvenanceAnswers,
  declaration: {
    comparedOn: '2026-11-27',
    text: unanswered,
    images: unanswered,
    translations: unanswered,
    changedShare: 0,
  },
  final: false,
  asked: ['images', 'translations'],
  missing: ['images', 'translations'],
};
const hebrew = chapter('c9', 1, 'גשם ירד כל הלילה.');
const written = [chapter('c1', 1, 'The snow fell all night.'), chapter('c2', 2, '')];
const story: Story = {
  id: 's1',
  title: 'Our “Ruth”',
  storyType: 'life-milestone',
  formData: {},
  targetWordCount: 1500,
  content: 'She missed the bus.',
  wordCount: 4,
  isComplete: false,
  authorName: 'Ada Byron',
  publishingHouse: 'Inkbear Publishing Hub',
  dedication: 'For R.',
  synopsis: '',
  introduction: '',
  aiGeneratedCount: 0,
  aiEditCount: 0,
  polishCount: 0,
  exported: false,
  rev: 2,
  createdAt: testTime,
  updatedAt: testTime,
};

/** What browsers send for a link on one of our own pages. */
const ownReferer = { referer: 'http://localhost:8080/story/s1' };
const ownPage = { ...ownReferer, 'sec-fetch-site': 'same-origin' };

describe('export', () => {
  const owner = testUser();
  const second = testUser();
  const isOwner = (path: string) => [owner, second].some(({ userId }) => path.includes(`userId=${userId}`));
  const idsIn = (path: string) => (new URL(path, 'http://books').searchParams.get('ids') ?? '').split(',');
  /** A book with its list of chapters, or its texts, one chapter on each page. */
  const bookReply = (path: string) => {
    const id = ['hebrew', 'empty'].find((name) => path.includes(`/${name}`)) ?? book.id;
    const chapters = { hebrew: [hebrew], empty: [] }[id] ?? written;
    if (path.includes('/chapters'))
      return { chapters: chapters.filter((each) => each.id === idsIn(path)[0]), answered: 1 };
    const outline = { hebrew: hebrew.content, empty: '' }[id] ?? book.outline;
    return { book: { ...book, id, outline }, chapters };
  };
  let service: TestService;
  let scrape: TestMetrics;
  const peers: FakePeer[] = [];
  /** Paths that were requested from the books service. */
  const requestedPaths: string[] = [];
  beforeAll(async () => {
    scrape = await TestMetrics.start();
    const books = await FakePeer.start((path) => {
      requestedPaths.push(path.split('?')[0] ?? '');
      if (path.includes('/internal/users/'))
        return path.includes(owner.userId) ? [{ ...book, id: 'trashed' }, book] : [];
      if (path.includes('/trashed')) return FakePeer.problem('books.not_found');
      if (!isOwner(path)) return FakePeer.problem('books.not_found');
      if (path.includes('chapterId=nope')) return FakePeer.problem('books.chapter_not_found');
      if (path.startsWith('/internal/scope')) return { bookId: 'b1', chapterId: null, aiSuspended: false };
      if (path.includes('/internal/chapters/'))
        return (
          [...written, hebrew].find(({ id }) => path.includes(`/${id}?`)) ?? FakePeer.problem('books.chapter_not_found')
        );
      if (path.includes('/style')) return { rev: 0, ...styleDefaults };
      if (path.includes('/design-and-matter')) return { design, matter };
      if (path.includes('/provenance')) return provenance;
      if (path.includes('/bible')) return { entries: [], next: null, decided: 0 };
      return bookReply(path);
    });
    const stories = await FakePeer.start((path) => {
      if (path.includes('/internal/users/')) return { stories: path.includes(owner.userId) ? [story] : [], next: null };
      if (!isOwner(path)) return FakePeer.problem('stories.not_found');
      if (path.includes('/hebrew/')) return { ...story, content: hebrew.content };
      return path.includes('/blank/') ? { ...story, content: ' ' } : story;
    });
    peers.push(books, stories);
    service = await TestService.start(definition, {
      BOOKS_URL: books.url,
      STORIES_URL: stories.url,
      PRESS_PROCESSES: 1,
      PRESS_HEAP_MB: 512,
      PRESS_QUEUE: 2,
      ARCHIVE_SLOTS: 4,
      ARCHIVE_STALL_MS: 60_000,
      ARCHIVE_DEADLINE_MS: 600_000,
    });
  });
  afterAll(async () => {
    await service.stop();
    await scrape.stop();
    await Promise.all(peers.map((peer) => peer.stop()));
  });
  let seq = 0;
  const setEntitlement = (more: Partial<Entitlement>) =>
    service.deliver(
      entitlementChanged,
      owner.userId,
      { ...freeEntitlement(owner.userId), ...more },
      { seq: (seq += 1) },
    );
  const exportBook = (body: Record<string, unknown> = {}, id = 'b1', as = owner) =>
    service.call(exportBookPdf, { as, params: { id }, body });

  it('exports a book for a Pro author, named after its title, and publishes an event', async () => {
    await setEntitlement({ plan: 'pro_monthly', isActive: true });
    const { status, headers, text } = await exportBook({ subFormat: 'paperback' });
    expect([status, headers.get('content-type'), text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
    expect(headers.get('content-disposition')).toContain('filename="Winter- -1-.pdf"');
    expect((await service.emitted(exportFileFinished)).at(-1)?.data).toEqual({
      userId: owner.userId,
      bookId: 'b1',
      chapterId: null,
      format: 'paperback',
    });
  });

  it('exports one chapter, and rejects missing and empty ones', async () => {
    const { headers, text } = await exportBook({ chapterOnly: true, chapterId: 'c1' });
    expect([text.slice(0, 5), headers.get('content-disposition')?.includes('-chapter.pdf')]).toEqual(['%PDF-', true]);
    expect((await exportBook({ chapterOnly: true, chapterId: 'nope' })).body['message']).toBe('Chapter Not Found');
    const unnamed = await exportBook({ chapterOnly: true });
    expect([unnamed.status, unnamed.body['message']]).toEqual([400, 'Please choose a chapter']);
    expect((await exportBook({ chapterOnly: true, chapterId: 'c2' })).body['code']).toBe('export.nothing_to_export');
  });

  it('exports where the words of a book come from on a free plan, for its author only', async () => {
    await setEntitlement({});
    const call = (as: typeof owner) => service.call(exportProvenancePdf, { as, params: { id: 'b1' } });
    const { status, headers, text } = await call(owner);
    expect([status, headers.get('content-type'), text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-']);
    expect(headers.get('content-disposition')).toMatch(/^inline; filename="Winter- -1--origins.pdf"/);
    expect((await call(testUser())).status).toBe(404);
  });

  it('refuses a book and a chapter in a script that a PDF cannot have yet', async () => {
    await setEntitlement({ plan: 'pro_monthly', isActive: true });
    const message = 'A PDF cannot be made in Hebrew and Arabic script yet; EPUB, DOCX and Markdown can.';
    for (const body of [{}, { chapterOnly: true, chapterId: 'c9' }])
      expect((await exportBook(body, 'hebrew')).body).toMatchObject({ code: 'export.script_not_set', message });
  });

  it('exports only the outline on a free plan', async () => {
    await setEntitlement({});
    const refused = [await exportBook(), await exportBook({ chapterOnly: true, chapterId: 'c1' })];
    expect(refused.map(({ status, body }) => [status, body['code'], body['message']])).toEqual([
      [403, 'plan.required', 'Full-book export needs a Pro plan.'],
      [403, 'plan.required', 'Chapter export needs an active Pro plan.'],
    ]);
    const outline = await service.call(exportOutlinePdf, { as: owner, params: { id: 'b1' } });
    expect([
      outline.status,
      outline.text.slice(0, 5),
      outline.headers.get('content-disposition')?.includes('filename="Winter- -1--outline.pdf"'),
    ]).toEqual([200, '%PDF-', true]);
    expect((await service.emitted(exportFileFinished)).at(-1)?.data['format']).toBe('outline');
    expect((await service.call(exportOutlinePdf, { as: owner, params: { id: 'empty' } })).status).toBe(400);
    const unsupported = await service.call(exportOutlinePdf, { as: owner, params: { id: 'hebrew' } });
    expect([unsupported.status, unsupported.body['message']]).toEqual([
      400,
      'A PDF cannot be made in Hebrew and Arabic script yet; its text can be copied.',
    ]);
  });

  it('loads no text for a plan without export', async () => {
    await setEntitlement({});
    requestedPaths.length = 0;
    expect([(await exportBook()).status, (await exportBook({ chapterOnly: true, chapterId: 'c1' })).status]).toEqual([
      403, 403,
    ]);
    expect(new Set(requestedPaths)).toEqual(new Set(['/internal/scope']));
  });

  it('requires a chapter id for a chapter export', async () => {
    const { status, body } = await exportBook({ chapterOnly: true });
    expect([status, (body['errors'] as { path: string }[])[0]?.path]).toEqual([400, 'chapterId']);
  });

  it('allows book exports after a one-off plan has ended, and until the export period of a monthly plan ends', async () => {
    await setEntitlement({ plan: 'pro_oneoff', isActive: false });
    expect([(await exportBook()).status, (await exportBook({ chapterOnly: true, chapterId: 'c1' })).status]).toEqual([
      200, 403,
    ]);
    await setEntitlement({ exportUntil: new Date(Date.now() + 60_000).toISOString() });
    expect([(await exportBook()).status, (await exportBook({ chapterOnly: true, chapterId: 'c1' })).status]).toEqual([
      200, 200,
    ]);
    await setEntitlement({ exportUntil: new Date(Date.now() - 1000).toISOString() });
    expect((await exportBook()).status).toBe(403);
  });

  it('reads a single chapter for a chapter export, and a book page by page', async () => {
    await setEntitlement({ plan: 'pro_monthly', isActive: true });
    requestedPaths.length = 0;
    await exportBook({ chapterOnly: true, chapterId: 'c1' });
    expect(requestedPaths.filter((path) => path.includes('/chapters')).map((path) => path.split('?')[0])).toEqual([
      '/internal/chapters/c1',
    ]);
    requestedPaths.length = 0;
    await exportBook();
    expect(requestedPaths.filter((path) => path.includes('/chapters')).map((path) => path.split('?')[0])).toEqual([
      '/internal/books/b1/chapters',
      '/internal/books/b1/chapters',
    ]);
  });

  it('returns 404 for someone else’s book, and requires a session', async () => {
    expect((await exportBook({}, 'b1', testUser())).body['message']).toBe('Book Not Found');
    expect((await service.call(exportBookPdf, { params: { id: 'b1' }, body: {} })).status).toBe(401);
    expect((await exportBook({ subFormat: 'mobi' })).status).toBe(400);
  });

  it('exports a story inline on every plan, and publishes an event', async () => {
    await setEntitlement({});
    const exportStory = (id: string, as = owner) =>
      service.call(exportStoryPdf, { as, params: { id }, headers: ownPage });
    const { status, headers, text } = await exportStory('s1');
    expect([status, headers.get('content-type'), text.slice(0, 5), headers.get('content-disposition')]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
      `inline; filename="Our _Ruth_.pdf"; filename*=UTF-8''Our%20%E2%80%9CRuth%E2%80%9D.pdf`,
    ]);
    expect((await service.emitted(exportStoryFinished)).map(({ key, data }) => [key, data])).toEqual([
      ['s1', { userId: owner.userId, storyId: 's1' }],
    ]);
    expect((await exportStory('hebrew')).body['message']).toBe(
      'A PDF cannot be made in Hebrew and Arabic script yet; use plain text instead.',
    );
    const [blank, foreign] = [await exportStory('blank'), await exportStory('s1', testUser())];
    expect([
      blank.status,
      blank.body['message'],
      foreign.status,
      foreign.body['message'],
      (await service.call(exportStoryPdf, { params: { id: 's1' } })).status,
    ]).toEqual([400, 'Generate or write some content first.', 404, 'Story Not Found', 401]);
    expect(await service.emitted(exportStoryFinished)).toHaveLength(1);
  });

  it.each<[link: string, headers: Record<string, string>, events: number]>([
    ['on our own page', ownPage, 1],
    ['on our own page, without Sec-Fetch-Site', ownReferer, 1],
    ['on another site', { 'sec-fetch-site': 'cross-site' }, 0],
    ['on another subdomain, with our Referer', { ...ownReferer, 'sec-fetch-site': 'same-site' }, 0],
    ['in a mail program', { 'sec-fetch-site': 'none' }, 0],
    ['on another site, without Sec-Fetch-Site and with a foreign Referer', { referer: 'http://localhost:8081/' }, 0],
    ['without Sec-Fetch-Site and Referer', {}, 0],
    ['without Sec-Fetch-Site and with a malformed Referer', { referer: 'localhost:8080' }, 0],
  ])(
    'exports a story for a link %s, and publishes its event only for our own pages',
    async (_link, headers, events) => {
      const count = async () => (await service.emitted(exportStoryFinished)).length;
      const before = await count();
      const { status, text } = await service.call(exportStoryPdf, { as: second, params: { id: 's1' }, headers });
      expect([status, text.slice(0, 5), (await count()) - before]).toEqual([200, '%PDF-', events]);
    },
  );

  it('refuses a document that needs more memory than a process has as too long', async () => {
    await setEntitlement({ plan: 'pro_monthly', isActive: true });
    const run = jest.spyOn(ProcessPool.prototype, 'run').mockRejectedValueOnce(new OutOfMemoryError('heap'));
    const { status, body } = await exportBook();
    run.mockRestore();
    expect([status, body['code']]).toEqual([413, 'export.too_large']);
  });

  it('returns export.failed without details when typesetting fails, and publishes no event', async () => {
    await setEntitlement({ plan: 'pro_monthly', isActive: true });
    const before = (await service.emitted(exportFileFinished)).length;
    const run = jest.spyOn(ProcessPool.prototype, 'run').mockRejectedValueOnce(new Error('out of memory'));
    const { status, body, text } = await exportBook();
    run.mockRestore();
    expect([status, body['code'], body['message'], text.includes('out of memory')]).toEqual([
      500,
      'export.failed',
      'Failed to export PDF',
      false,
    ]);
    expect(await service.emitted(exportFileFinished)).toHaveLength(before);
    expect((await exportBook()).status).toBe(200);
  });

  it('returns 503 with Retry-After when the queue is full, and completes all queued exports', async () => {
    await setEntitlement({ plan: 'pro_monthly', isActive: true });
    const answers = await Promise.all(Array.from({ length: 12 }, () => exportBook()));
    const busy = answers.filter(({ status }) => status === 503);
    expect([
      busy.length > 0,
      busy.every(({ body, headers }) => body['code'] === 'export.busy' && headers.has('retry-after')),
    ]).toEqual([true, true]);
    expect(answers.filter(({ status }) => status === 200).length).toBe(12 - busy.length);
  });

  it('serves another user while one user has used up their share of the queue', async () => {
    const flood = Array.from({ length: 12 }, () => exportBook());
    await Promise.race(flood);
    const other = await service.call(exportOutlinePdf, { as: second, params: { id: 'b1' } });
    expect(other.status).toBe(200);
    expect((await Promise.all(flood)).filter(({ status }) => status === 200)).toHaveLength(2);
  });

  it('streams an archive on every plan, without a book deleted after the list was read', async () => {
    await setEntitlement({});
    const response = await fetch(`${service.url}${exportEverything.path}`, {
      headers: { [identityHeader]: service.sign(owner) },
    });
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    expect(Object.keys(files).sort()).toEqual([
      'books/002 Winter- -1-/book.md',
      'inkbear.json',
      'stories/001 Our “Ruth”.md',
    ]);
    expect(strFromU8(files['stories/001 Our “Ruth”.md'] ?? new Uint8Array())).toBe(
      '# Our “Ruth”\n\n## Dedication\n\nFor R.\n\nShe missed the bus.\n',
    );
    expect(strFromU8(files['books/002 Winter- -1-/book.md'] ?? new Uint8Array())).toBe(
      [
        '# Winter: "1"\n\n## Dedication\n\nFor M.\n\n## Outline\n\nSnow falls.\n\n',
        '## Copyright\n\n© Ada Byron\n\n## Before the snow\n\nRead slowly.\n\n',
        '## 1. Part 1\n\nThe snow fell all night.\n\n## 2. Part 2\n\n\n\n',
        '## About the author\n\nAda lives in Kent.\n\n',
      ].join(''),
    );
    expect(response.headers.get('content-disposition')).toContain('inkbear-export.zip');
    expect(JSON.parse(strFromU8(files['inkbear.json'] ?? new Uint8Array()))).toEqual({
      books: [{ book, design, matter, style: { rev: 0, ...styleDefaults }, chapters: written, bible: [] }],
      stories: [story],
    });
  });

  it('measures the exports of books, stories and archives', async () => {
    await setEntitlement({ plan: 'pro_monthly', isActive: true });
    const finished = (format: string) => scrape.sum('inkbear_export_duration_count', { format, outcome: 'finished' });
    const formats = ['ebook', 'chapter', 'outline', 'story', 'archive'];
    const count = () => Promise.all(formats.map(finished));
    const before = await count();
    await exportBook();
    await exportBook({ chapterOnly: true, chapterId: 'c1' });
    await service.call(exportOutlinePdf, { as: owner, params: { id: 'b1' } });
    await service.call(exportStoryPdf, { as: owner, params: { id: 's1' } });
    await service.call(exportEverything, { as: owner });
    expect(await count()).toEqual(before.map((exports) => exports + 1));
    expect(await scrape.sum('inkbear_pool_wait_duration_count', { pool: 'exports' })).toBeGreaterThanOrEqual(4);
    expect(await scrape.sum('inkbear_pool_running', { pool: 'archives' })).toBe(0);
  });
});
