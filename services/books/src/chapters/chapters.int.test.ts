import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getBook, listTrash, restoreTrash, updateBook } from '@inkbear/contracts/books/book';
import {
  createChapter,
  deleteChapter,
  getChapter,
  listChapters,
  orderChapters,
  patchChapter,
  saveChapter,
} from '@inkbear/contracts/books/chapter';
import { createSnapshot, getRevision, listRevisions, restoreRevision } from '@inkbear/contracts/books/revision';
import { readBookForOwner } from '@inkbear/contracts/books/internal';
import { getBookProgress } from '@inkbear/contracts/books/progress';
import { aiCountersChanged, chapterProgressed } from '@inkbear/contracts/events';
import { freeEntitlement } from '@inkbear/contracts/plans';
import { bodyLimits } from '@inkbear/contracts/route';
import { identityHeader } from '@inkbear/service-kit/identity';
import { TestService } from '@inkbear/service-kit/testing/test-service';
import { WritingDayRepository } from '../progress/writing-day.repository.ts';
import { type Author, BooksService, type Json } from '../testing/books-service.ts';

describe('chapters', () => {
  let books: BooksService;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());
  const call: BooksService['call'] = (route, input) => books.call(route, input);
  const put = (as: Author, id: string, body: Json, headers: Record<string, string> = {}) =>
    call(saveChapter, { as, params: { id }, body, headers });
  const get = (as: Author, id: string) => call(getChapter, { as, params: { id } });
  const revisions = async (as: Author, id: string) =>
    (await call(listRevisions, { as, params: { id } })).body as unknown as Json[];

  it('saves a whole text with LF line ends, counts its words, and returns its revision as ETag', async () => {
    const { author, chapterId } = await books.authorWithBook();
    const saved = await put(
      author,
      chapterId,
      { content: 'one two\r\nthree\rfour', wordCount: 99 },
      { 'if-match': '"1"' },
    );
    expect([
      saved.status,
      saved.body['content'],
      saved.body['wordCount'],
      saved.body['rev'],
      saved.headers.get('etag'),
    ]).toEqual([200, 'one two\nthree\nfour', 4, 2, '"2"']);
    const stale = await put(author, chapterId, { content: 'other' }, { 'if-match': '"1"' });
    expect([stale.status, stale.body['code'], stale.body['rev']]).toEqual([412, 'books.stale_revision', 2]);
    expect((await put(author, chapterId, { title: 'other' }, { 'if-match': '"1"' })).status).toBe(412);
    const forced = await put(author, chapterId, { content: 'forced' });
    expect([forced.status, forced.body['rev']]).toEqual([200, 3]);
    expect(
      (await revisions(author, chapterId)).map(({ rev, kind, wordCount }) => `${rev} ${kind} ${wordCount}`),
    ).toEqual(['3 forced-put 1', '2 put 4', '1 created 0']);
    expect((await call(getRevision, { as: author, params: { id: chapterId, rev: '2' } })).body['content']).toBe(
      'one two\nthree\nfour',
    );
    expect([
      (await put(author, chapterId, { content: 'forced' })).body['rev'],
      (await put(author, chapterId, { wordCount: 3 })).body['rev'],
    ]).toEqual([3, 3]);
    expect((await put(author, chapterId, { content: 7 })).status).toBe(400);
  });

  it('saves fields without a new revision, and replaces an invalid target by 2,500', async () => {
    const { author, chapterId } = await books.authorWithBook();
    const { body } = await put(author, chapterId, {
      title: 'New',
      targetWordCount: 777,
      description: 'd',
      keyPoints: ['k'],
    });
    expect(body).toMatchObject({
      title: 'New',
      targetWordCount: 2500,
      description: 'd',
      keyPoints: ['k'],
      rev: 1,
      isComplete: false,
    });
    expect((await put(author, chapterId, { targetWordCount: 500, content: 'word '.repeat(500) })).body).toMatchObject({
      targetWordCount: 500,
      isComplete: true,
      wordCount: 500,
      rev: 2,
    });
    expect((await put(author, chapterId, { targetWordCount: 750 })).body['isComplete']).toBe(false);
    expect((await put(author, chapterId, { isComplete: true })).body['isComplete']).toBe(true);
  });

  it('refuses to overwrite a description that has changed since the author saw it', async () => {
    const { author, chapterId } = await books.authorWithBook();
    await put(author, chapterId, { description: 'Night.', keyPoints: ['One'], content: 'Text.' });
    const plan = { description: 'Morning.', keyPoints: ['Two'], seen: { description: 'Night.', keyPoints: ['One'] } };
    expect((await put(author, chapterId, plan)).status).toBe(200);
    expect((await put(author, chapterId, plan)).status).toBe(200);
    const stale = await put(author, chapterId, { ...plan, description: 'Noon.' });
    expect([stale.status, stale.body['code'], (await get(author, chapterId)).body['description']]).toEqual([
      412,
      'books.stale_revision',
      'Morning.',
    ]);
  });

  const beat = (id: string, more: Json = {}) => ({
    id,
    text: `${id} happens.`,
    words: 400,
    povEntryId: null,
    entryIds: [],
    ...more,
  });

  it('saves beats, date and flashback, and reads them back', async () => {
    const { author, bookId, chapterId } = await books.authorWithBook();
    const time = { storyDate: '1911-03-04', isFlashback: true };
    const beats = [beat('b', { povEntryId: 'e1', entryIds: ['e2'] }), beat('a')];
    const sent = [beats[0], { id: 'a', text: 'a happens.', words: 400 }];
    const plan = { beats, ...time, rev: 1 };
    expect((await put(author, chapterId, { beats: sent, ...time })).body).toMatchObject(plan);
    expect((await get(author, chapterId)).body).toMatchObject(plan);
    expect((await call(listChapters, { as: author, params: { id: bookId } })).body).toMatchObject([plan]);
    expect((await put(author, chapterId, { content: 'Text.', storyDate: null })).body).toMatchObject({
      beats,
      storyDate: null,
      isFlashback: true,
    });
  });

  it('reads a chapter of an earlier release, which has no beats, and saves its first ones', async () => {
    const { author, bookId, chapterId } = await books.authorWithBook();
    await books
      .rows('chapters')
      .updateOne({ _id: chapterId }, { $unset: { beats: '', storyDate: '', isFlashback: '' } });
    const empty = { beats: [], storyDate: null, isFlashback: false };
    expect((await get(author, chapterId)).body).toMatchObject(empty);
    expect((await call(listChapters, { as: author, params: { id: bookId } })).body).toMatchObject([empty]);
    expect((await books.patch(author, chapterId, 1, [[0, 'Night.']])).body).toMatchObject(empty);
    const saved = await put(author, chapterId, { beats: [beat('a')], seen: { beats: [] } });
    expect([saved.status, saved.body['beats']]).toEqual([200, [beat('a')]]);
  });

  it('refuses to overwrite beats that have changed since the author saw them', async () => {
    const { author, chapterId } = await books.authorWithBook();
    const [first, second] = [[beat('a')], [beat('b'), beat('a')]];
    await put(author, chapterId, { beats: first });
    expect((await put(author, chapterId, { beats: second, seen: { beats: first } })).status).toBe(200);
    expect((await put(author, chapterId, { beats: second, seen: { beats: first } })).status).toBe(200);
    const stale = await put(author, chapterId, { beats: [], seen: { beats: first } });
    expect([stale.status, stale.body['code'], (await get(author, chapterId)).body['beats']]).toEqual([
      412,
      'books.stale_revision',
      second,
    ]);
  });

  it.each<[string, Json]>([
    ['two beats with one id', { beats: [beat('a'), beat('a')] }],
    ['31 beats', { beats: Array.from({ length: 31 }, (_one, index) => beat(String(index))) }],
    ['a beat of 99 words', { beats: [beat('a', { words: 99 })] }],
    ['a beat of 2,001 words', { beats: [beat('a', { words: 2001 })] }],
    ['a beat without a text', { beats: [beat('a', { text: ' ' })] }],
    ['a beat with 1,001 characters', { beats: [beat('a', { text: 'x'.repeat(1001) })] }],
    ['a date that does not exist', { storyDate: '1911-02-30' }],
  ])('refuses %s', async (_name, body) => {
    const { author, chapterId } = await books.authorWithBook();
    const { status, body: problem } = await put(author, chapterId, body);
    expect([status, problem['code']]).toEqual([400, 'request.invalid']);
  });

  it('applies changes to a revision, and returns the first reply for a repeated changeId, also later', async () => {
    const { author, chapterId } = await books.authorWithBook();
    const send = () => books.patch(author, chapterId, 1, [[0, 'Hello bear', 'and ink']], { changeId: 'change-one' });
    const first = await send();
    expect([
      first.status,
      first.body['rev'],
      first.body['wordCount'],
      first.headers.get('etag'),
      'content' in first.body,
    ]).toEqual([200, 2, 4, '"2"', false]);
    expect((await books.patch(author, chapterId, 2, [17, [2]])).status).toBe(400);
    expect((await books.patch(author, chapterId, 2, [18, [0, ' more']])).body['rev']).toBe(3);
    const again = await send();
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([200, first.body, '"2"']);
    expect((await get(author, chapterId)).body['content']).toBe('Hello bear\nand ink more');
    const both = await Promise.all(
      [1, 2].map(() => books.patch(author, chapterId, 3, [[23]], { changeId: 'change-two' })),
    );
    expect(both.map(({ status, body }) => [status, body['rev']])).toEqual([
      [200, 4],
      [200, 4],
    ]);
  });

  it.each<[string, Json, Record<string, string>, number, string]>([
    ['a change without If-Match', { changeId: 'change-1', changes: [] }, {}, 400, 'books.if_match_required'],
    ['a stale If-Match', { changeId: 'change-1', changes: [] }, { 'if-match': '"9"' }, 412, 'books.stale_revision'],
    [
      'an unknown If-Match',
      { changeId: 'change-1', changes: [] },
      { 'if-match': '"of-another-server"' },
      412,
      'books.stale_revision',
    ],
    [
      'an If-Match that is not an entity tag',
      { changeId: 'change-1', changes: [] },
      { 'if-match': '9' },
      400,
      'request.malformed',
    ],
    [
      'changes for another text',
      { changeId: 'change-1', changes: [5] },
      { 'if-match': '"1"' },
      400,
      'books.invalid_changes',
    ],
    [
      'origins outside the text',
      { changeId: 'change-1', changes: [[0, 'a']], origins: [{ from: 0, to: 2, kind: 'typed' }] },
      { 'if-match': '"1"' },
      400,
      'books.invalid_changes',
    ],
    ['a change without changeId', { changes: [] }, { 'if-match': '"1"' }, 400, 'request.invalid'],
  ])('refuses %s', async (_name, body, headers, status, code) => {
    const { author, chapterId } = await books.authorWithBook();
    const answer = await call(patchChapter, { as: author, params: { id: chapterId }, body, headers });
    expect([answer.status, answer.body['code']]).toEqual([status, code]);
  });

  it('refuses a body that is empty or not UTF-8', async () => {
    const { author, chapterId } = await books.authorWithBook();
    await put(author, chapterId, { content: 'kept' });
    const send = (body: Uint8Array<ArrayBuffer>, type = 'application/json') =>
      fetch(`${books.service.url}/api/chapters/${chapterId}`, {
        method: 'PUT',
        body,
        headers: { 'content-type': type, [identityHeader]: books.service.sign(author) },
      });
    const latin = Uint8Array.from(Buffer.from('{"content":"caf\u00e9"}', 'latin1'));
    const utf16 = Uint8Array.from(Buffer.from('{"content":"x"}', 'utf16le'));
    const answers = [
      await send(new Uint8Array(0)),
      await send(latin),
      await send(utf16, 'application/json; charset=utf-16'),
    ];
    const codes = await Promise.all(
      answers.map(async (answer) => [answer.status, ((await answer.json()) as Json)['code'] as string]),
    );
    expect(codes).toEqual(Array.from({ length: 3 }, () => [400, 'request.malformed']));
    expect((await get(author, chapterId)).body).toMatchObject({ content: 'kept', rev: 2 });
    expect((await send(Uint8Array.from(Buffer.from('{"content":"café"}')))).status).toBe(200);
  });

  it('loses none of 50 concurrent changes that are retried after 412', async () => {
    const { author, chapterId } = await books.authorWithBook();
    let conflicts = 0;
    const append = async (word: string) => {
      for (;;) {
        const read = await get(author, chapterId);
        if (read.status !== 200) throw new Error(read.text);
        const { content, rev } = read.body as { content: string; rev: number };
        const { status } = await books.patch(author, chapterId, rev, [
          ...(content.length > 0 ? [content.length] : []),
          [0, `${word} `],
        ]);
        if (status === 200) return;
        expect(status).toBe(412);
        conflicts += 1;
      }
    };
    const words = Array.from({ length: 50 }, (_, index) => `word${index}`);
    await Promise.all(words.map(append));
    const { body } = await get(author, chapterId);
    expect([(body['content'] as string).trim().split(' ').sort(), body['rev'], body['wordCount']]).toEqual([
      words.toSorted(),
      51,
      50,
    ]);
    expect(conflicts).toBeGreaterThan(0);
    expect(await revisions(author, chapterId)).toHaveLength(51);
  });

  it('accepts concurrent saves without If-Match and keeps every text in the history', async () => {
    const { author, chapterId } = await books.authorWithBook();
    const texts = Array.from({ length: 10 }, (_, index) => `text ${index}`);
    expect(
      new Set(
        (await Promise.all(texts.map((content) => put(author, chapterId, { content })))).map(({ status }) => status),
      ),
    ).toEqual(new Set([200]));
    const kept = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        call(getRevision, { as: author, params: { id: chapterId, rev: String(index + 2) } }),
      ),
    );
    expect(kept.map(({ body }) => body['content']).sort()).toEqual(texts);
  });

  it('saves a body of 2 MB, and refuses one byte more or a text that grows beyond it with 413', async () => {
    const { author, chapterId } = await books.authorWithBook();
    const body = (bytes: number) => ({ content: 'a'.repeat(bytes - '{"content":""}'.length) });
    const full = await put(author, chapterId, body(bodyLimits.prose));
    expect([full.status, (full.body['content'] as string).length]).toEqual([200, bodyLimits.prose - 14]);
    const over = await put(author, chapterId, body(bodyLimits.prose + 1));
    expect([over.status, over.body['code']]).toEqual([413, 'request.too_large']);
    const grown = await books.patch(author, chapterId, 2, [bodyLimits.prose - 14, [0, 'b'.repeat(15)]]);
    expect([grown.status, grown.body['code'], (await get(author, chapterId)).body['rev']]).toEqual([
      413,
      'books.too_large',
      2,
    ]);
  });

  it('restores an old revision as a new one, and names the current revision', async () => {
    const { author, chapterId } = await books.authorWithBook();
    await put(author, chapterId, { content: 'first' });
    const named = await call(createSnapshot, { as: author, params: { id: chapterId }, body: { name: 'draft one' } });
    expect([named.status, named.body['rev'], named.body['name']]).toEqual([201, 2, 'draft one']);
    await put(author, chapterId, { content: 'second' });
    const restored = await call(restoreRevision, { as: author, params: { id: chapterId, rev: '2' } });
    expect([restored.status, restored.body['content'], restored.headers.get('etag')]).toEqual([200, 'first', '"4"']);
    expect((await revisions(author, chapterId)).map(({ kind, name }) => name ?? kind)).toEqual([
      'restore',
      'forced-put',
      'draft one',
      'created',
    ]);
    for (const rev of ['0', '5', '99'])
      expect((await call(getRevision, { as: author, params: { id: chapterId, rev } })).body['message']).toBe(
        'Revision Not Found',
      );
    expect((await call(restoreRevision, { as: author, params: { id: chapterId, rev: '9' } })).status).toBe(404);
    expect((await call(createSnapshot, { as: author, params: { id: chapterId }, body: { name: ' ' } })).status).toBe(
      400,
    );
  });

  it('returns fields that changed concurrently with a save: number, counters, title, reported words', async () => {
    const author = await books.author();
    const {
      id,
      chapterIds: [first = '', second = ''],
    } = await books.book(author, {
      chapters: [
        { number: 1, title: 'A' },
        { number: 2, title: 'B' },
      ],
    });
    let text = '';
    const type = async () => {
      const { status, body } = await books.patch(author, second, text.length + 1, [
        ...(text === '' ? [] : [text.length]),
        [0, 'x'],
      ]);
      text += 'x';
      return status === 200 ? body : body['code'];
    };
    await type();
    await call(orderChapters, { as: author, params: { id }, body: { chapterIds: [second, first] } });
    expect(await type()).toMatchObject({ chapterNumber: 1 });
    await call(createChapter, { as: author, params: { id }, body: { title: 'Before', afterChapterNumber: 0 } });
    expect(await type()).toMatchObject({ chapterNumber: 2 });
    const counted = {
      userId: author.userId,
      bookId: null,
      chapterId: second,
      storyId: null,
      titleGenerationCount: 0,
      outlineGenerationCount: 0,
      aiGeneratedCount: 1,
      aiEditCount: 2,
      polishCount: 0,
    };
    await books.service.deliver(aiCountersChanged, second, counted);
    expect(await type()).toMatchObject({ aiGeneratedCount: 1, aiEditCount: 2 });
    await put(author, second, { title: 'New' });
    await books.runJob('flush-progress');
    expect(await type()).toMatchObject({ title: 'New', rev: 6 });
    expect(await books.rows('chapters').findOne({ _id: second })).toMatchObject({
      written: [{ typedWords: 1 }],
      reported: { sent: 1, words: [{ typedWords: 1 }] },
    });
    const whole = await call(readBookForOwner, {
      as: { role: 'service', service: 'export' },
      params: { id },
      query: { userId: author.userId },
    });
    expect((whole.body['chapters'] as Json[]).map(({ wordCount }) => wordCount as number)).toEqual([0, 1, 0]);
    expect((await books.chapters(author, id)).map(({ content }) => content)).toEqual(['', text, '']);
  });

  it('pins the revision at deletion, and compacts the other autosaves of a past writing session', async () => {
    const { author, chapterId } = await books.authorWithBook();
    for (const [rev, letter] of [
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ] as const)
      await books.patch(author, chapterId, rev, [...(rev > 1 ? [rev - 1] : []), [0, letter]]);
    await call(deleteChapter, { as: author, params: { id: chapterId } });
    const [trashed] = (await call(listTrash, { as: author })).body as unknown as { id: string }[];
    await call(restoreTrash, { as: author, params: { id: trashed?.id ?? '' } });
    expect((await books.patch(author, chapterId, 4, [3, [0, 'd']])).status).toBe(200);
    await books.patch(author, chapterId, 5, [4, [0, 'e']]);
    books.moveClock(2);
    try {
      await books.runJob('compact-history');
    } finally {
      books.moveClock(0);
    }
    expect((await revisions(author, chapterId)).map(({ rev }) => rev as unknown)).toEqual([6, 4, 1]);
    expect((await call(getRevision, { as: author, params: { id: chapterId, rev: '4' } })).body['content']).toBe('abc');
  });

  it('reports words by origin at most every 5 s, none twice and none lost', async () => {
    const { author, bookId, chapterId } = await books.authorWithBook();
    const zone = { 'time-zone': 'Pacific/Auckland' };
    const patch = (rev: number, changes: unknown, origins: unknown[] = []) =>
      call(patchChapter, {
        as: author,
        params: { id: chapterId },
        body: { changeId: `change-${rev}-x`, changes, origins },
        headers: { ...zone, 'if-match': `"${rev}"` },
      });
    const events = async () =>
      (await books.service.emitted(chapterProgressed)).filter(({ key }) => key === chapterId).map(({ data }) => data);
    const flush = () => books.runJob('flush-progress');
    await patch(1, [[0, 'one ']]);
    expect(await events()).toEqual([]);
    await flush();
    await patch(2, [4, [0, 'two ']]);
    await patch(3, [8, [0, 'pasted words here']], [{ from: 8, to: 25, kind: 'pasted' }]);
    await flush();
    expect(await events()).toHaveLength(1);
    books.moveClock(1);
    try {
      await flush();
      await flush();
      books.moveClock(2);
      await flush();
      expect(await books.rows('chapters').findOne({ _id: chapterId })).toMatchObject({
        written: [],
        reported: { sent: 2, words: [] },
        progressDueAt: null,
      });
    } finally {
      books.moveClock(0);
    }
    expect((await patch(4, [25, [0, ' more']])).status).toBe(200);
    await flush();
    const [first, second, third, ...rest] = await events();
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(new Date());
    expect(first).toMatchObject({
      typedWords: 1,
      otherWords: 0,
      localDate: today,
      progressId: `${chapterId}:1`,
      wordCount: 1,
    });
    expect(second).toMatchObject({
      typedWords: 1,
      otherWords: 3,
      localDate: today,
      progressId: `${chapterId}:2`,
      wordCount: 5,
    });
    expect(third).toMatchObject({ typedWords: 1, otherWords: 0, progressId: `${chapterId}:3`, wordCount: 6 });
    expect(rest).toEqual([]);
    const progress = (await call(getBookProgress, { as: author, params: { id: bookId }, headers: zone })).body;
    expect(progress).toMatchObject({
      days: [{ localDate: today, typedWords: 3, otherWords: 3 }],
      wordsToday: 3,
      wordsThisWeek: 3,
      streakDays: 1,
      wordsPerDay: 3,
      remainingWords: 70_000 - 6,
    });
  });

  it('sums words per book and day, and adds nothing when the report fails', async () => {
    const author = await books.author({ plan: 'pro_monthly', isActive: true });
    const {
      id,
      chapterIds: [first = '', second = ''],
    } = await books.book(author, {
      wordCount: 1000,
      chapters: [
        { number: 1, title: 'A' },
        { number: 2, title: 'B' },
      ],
    });
    const other = await books.book(author);
    await books.runJob('flush-progress');
    await books.patch(author, first, 1, [[0, 'one two three']]);
    const { add: write } = WritingDayRepository.prototype;
    const add = jest.spyOn(WritingDayRepository.prototype, 'add').mockImplementationOnce(async function (
      this: WritingDayRepository,
      ...words
    ) {
      await write.apply(this, words);
      throw new Error('the database disconnects');
    });
    await books.runJob('flush-progress');
    add.mockRestore();
    const progress = async (bookId: string) =>
      (await call(getBookProgress, { as: author, params: { id: bookId } })).body;
    expect([
      (await progress(id))['days'],
      (await books.service.emitted(chapterProgressed)).filter(({ key }) => key === first),
    ]).toEqual([[], []]);
    await books.patch(author, second, 1, [[0, 'four five']]);
    await TestService.waitForRetry();
    books.moveClock(6 / 86_400);
    await books.runJob('flush-progress');
    books.moveClock(0);
    expect([await progress(id), (await progress(other.id))['days']]).toMatchObject([
      { days: [{ typedWords: 5 }], wordsToday: 5, remainingWords: 995, finishDate: expect.stringMatching(/^\d{4}-/) },
      [],
    ]);
  });

  it('keeps a day’s typed words when an AI insertion is accepted, undone and redone', async () => {
    const { author, bookId, chapterId } = await books.authorWithBook();
    const zone = { 'time-zone': 'Pacific/Auckland' };
    const patch = (rev: number, changes: unknown, origins: unknown[] = []) =>
      call(patchChapter, {
        as: author,
        params: { id: chapterId },
        body: { changeId: `undo-${rev}-xx`, changes, origins },
        headers: { ...zone, 'if-match': `"${rev}"` },
      });
    const ai = ' five words written by AI';
    const saved = [
      await patch(1, [[0, 'one two three']]),
      await patch(2, [13, [0, ai]], [{ from: 13, to: 13 + ai.length, kind: 'ai', resultId: 'r1' }]),
      await patch(3, [13, [ai.length]]),
      await patch(4, [13, [0, ai]], [{ from: 13, to: 13 + ai.length, kind: 'ai', resultId: 'r1' }]),
      await patch(5, [13, [ai.length]]),
    ];
    expect(saved.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await books.runJob('flush-progress');
    const { body } = await call(getBookProgress, { as: author, params: { id: bookId }, headers: zone });
    expect(body).toMatchObject({ wordsToday: 3, streakDays: 1, days: [{ typedWords: 3, otherWords: 0 }] });
  });

  it('makes chapters read-only when a one-off plan has ended, until another plan starts', async () => {
    const author = await books.author({ plan: 'pro_oneoff', isActive: true, source: 'paid', oneOffCount: 1 });
    const {
      id,
      chapterIds: [chapterId = ''],
    } = await books.book(author);
    await books.setPlan(author, { plan: 'pro_oneoff', isActive: false, oneOffCount: 1 });
    for (const refused of [
      await put(author, chapterId, { content: 'x' }),
      await books.patch(author, chapterId, 1, [[0, 'x']]),
      await call(updateBook, { as: author, params: { id }, body: { title: 'x' } }),
    ])
      expect([refused.status, refused.body['code']]).toEqual([403, 'plan.read_only']);
    const shown = async () => (await call(getBook, { as: author, params: { id } })).body['canEdit'] as unknown;
    expect([(await get(author, chapterId)).status, await shown()]).toEqual([200, false]);
    books.billing.set(author.userId, {
      ...freeEntitlement(author.userId),
      plan: 'pro_oneoff',
      isActive: true,
      oneOffCount: 2,
    });
    expect((await put(author, chapterId, { content: 'billing knows of a new plan' })).status).toBe(200);
    books.billing.delete(author.userId);
    await books.setPlan(author, { plan: 'pro_monthly', isActive: true });
    expect([await shown(), (await put(author, chapterId, { content: 'x' })).status]).toEqual([true, 200]);
  });
});
