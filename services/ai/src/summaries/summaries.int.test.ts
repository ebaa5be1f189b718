import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ContextPart, getContext, saveContextChoice } from '@inkbear/contracts/ai/context';
import { getSummaries, saveSummaries, summaryCharacters } from '@inkbear/contracts/ai/summary';
import { bookRemoved, chapterRemoved } from '@inkbear/contracts/events';
import { limits } from '@inkbear/contracts/plans';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import { AiService, chapter } from '../testing/ai-service.ts';

const sentences = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name} rowed to harbour number ${index} and found a lamp.`).join(' ');

describe('the summaries of a chapter', () => {
  const ai = new AiService();
  const { owner } = ai;
  beforeAll(async () => await ai.start());
  afterAll(async () => await ai.stop());
  let books = 0;
  let bookId = '';
  let chapterId = '';
  beforeEach(() => {
    books += 1;
    bookId = `summaries-${books}`;
    chapterId = `c1~${bookId}`;
    ai.earlierChapters = [];
    ai.chapterTexts.clear();
    ai.chapterTexts.set(chapterId, sentences(40, 'Tomas'));
  });

  const none = { line: '', short: '', long: '' };
  const rows = () => ai.service.platform.connection.collection<{ _id: string }>('chapter_summaries');
  const read = (as = owner) => ai.service.call(getSummaries, { as, query: { chapterId } });
  const save = (body: object, tag = '"0"', as = owner) =>
    ai.service.call(saveSummaries, { as, query: { chapterId }, body: body as never, headers: { 'if-match': tag } });
  /** The parts of the story so far for a chapter that follows this one. */
  const storyParts = async (query: { pin?: string } = {}): Promise<ContextPart[]> => {
    ai.earlierChapters = [{ ...chapter(chapterId, bookId), content: ai.chapterTexts.get(chapterId) ?? '' }];
    const { body } = await ai.service.call(getContext, {
      as: owner,
      query: { chapterId: `c2~${bookId}`, ...query },
    });
    return (body['parts'] as ContextPart[]).filter(({ layer }) => layer === 'story');
  };

  it('are sentences of the chapter until the author writes some', async () => {
    const { status, headers, body } = await read();
    expect([status, headers.get('etag')]).toEqual([200, '"0"']);
    expect(body).toMatchObject({ rev: 0, ...none, isOutdated: false });
    const { line, short, long } = (body as unknown as { automatic: Record<string, string> }).automatic;
    const lengths = [line, short, long].map((text) => text?.length ?? 0);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    expect(lengths[2]).toBeGreaterThan(5 * (lengths[0] ?? 0));
    for (const text of [line, short, long]) expect(text).toMatch(/^Tomas rowed to harbour/);
    expect(await rows().findOne({ _id: chapterId })).toBeNull();
  });

  it('are empty for a chapter without a text', async () => {
    ai.chapterTexts.clear();
    expect((await read()).body).toMatchObject({ ...none, automatic: none });
  });

  it('replace the sentences in prompts, each at its length, and stay when the text changes', async () => {
    const texts = { ...none, long: 'Tomas learns that the letter is a lie.' };
    const saved = await save({ rev: 0, automatic: {}, isOutdated: false, ...texts });
    expect([saved.status, saved.headers.get('etag'), saved.body]).toMatchObject([200, '"1"', { rev: 1, ...texts }]);
    expect(await storyParts()).toMatchObject([
      { id: `chapter:${chapterId}`, text: `Chapter 1: Snow\n${texts.long}`, reason: 'Your summary', level: 'full' },
    ]);
    ai.chapterTexts.set(chapterId, sentences(40, 'Mara'));
    expect((await storyParts())[0]?.text).toContain(texts.long);

    await save({ ...none, line: 'A lie.' }, '"1"');
    expect((await storyParts())[0]).toMatchObject({ text: expect.stringContaining('Mara rowed'), reason: '' });
  });

  it('are left out with the chapter, or when its text is sent', async () => {
    await save({ ...none, long: 'Tomas learns that the letter is a lie.' });
    const [pinned] = await storyParts({ pin: `chapter:${chapterId}` });
    expect(pinned?.text).toBe(`Chapter 1: Snow\n${ai.chapterTexts.get(chapterId)}`);
    await ai.service.call(saveContextChoice, {
      as: owner,
      query: { bookId },
      body: { exclude: [`chapter:${chapterId}`] },
      headers: { 'if-match': '"0"' },
    });
    let prompt = '';
    ai.provider.respond = async ({ stable, volatile }) => {
      prompt = stable + volatile;
      return { text: 'A good chapter.', inputTokens: 1, outputTokens: 1 };
    };
    await ai.generate(`c2~${bookId}`);
    ai.provider.reset();
    expect(prompt).toContain('The Long Winter');
    expect(prompt).not.toContain('the letter is a lie.\n');
  });

  it('are outdated once more than a fifth of the text has changed', async () => {
    const text = sentences(100, 'Tomas');
    ai.chapterTexts.set(chapterId, text);
    await save({ ...none, line: 'A lie.' });
    const isOutdatedWith = async (now: string) => {
      ai.chapterTexts.set(chapterId, now);
      return (await read()).body['isOutdated'];
    };
    expect(await isOutdatedWith(text)).toBe(false);
    expect(await isOutdatedWith(text.slice(text.length * 0.1))).toBe(false);
    expect(await isOutdatedWith(text.slice(text.length * 0.3))).toBe(true);
    expect(await isOutdatedWith(text + sentences(60, 'Ann'))).toBe(true);
    await save({ ...none, line: 'A lie.' }, '"1"');
    expect((await read()).body['isOutdated']).toBe(false);
    await save(none, '"2"');
    expect(await isOutdatedWith('')).toBe(false);
  });

  it('are not saved when they are too long, too many, or based on another revision', async () => {
    const long = await save({ ...none, line: sentences(3, 'Tomas'), short: 'A lie.' });
    expect([long.status, long.body['code'], long.body['errors']]).toEqual([
      400,
      'request.invalid',
      [{ path: 'line', message: expect.stringMatching(/^Please shorten it by about \d+ %/) }],
    ]);
    const tooLong = await save({ ...none, long: 'x'.repeat(summaryCharacters.long + 1) });
    expect([tooLong.status, tooLong.body['code']]).toEqual([400, 'request.invalid']);
    await save({ ...none, line: 'A lie.' });
    for (const tag of ['"0"', '"2"', '"another"']) {
      const { status, body } = await save({ ...none, line: 'The truth.' }, tag);
      expect([status, body['code'], body['rev']]).toEqual([412, 'ai.stale_revision', 1]);
    }
    expect((await save({ ...none, line: 'A lie.' }, '"7"')).body).toMatchObject({ rev: 1, line: 'A lie.' });
    const without = await ai.service.call(saveSummaries, { as: owner, query: { chapterId }, body: none });
    expect([without.status, without.body['code']]).toEqual([400, 'ai.if_match_required']);
  });

  it('are limited to a number of chapters of a user', async () => {
    const others = Array.from({ length: limits.summarisedChaptersPerUser }, (_, index) => ({
      _id: `full-${index}`,
      userId: owner.userId,
      bookId: 'full',
    }));
    await rows().insertMany(others);
    const { status, body } = await save({ ...none, line: 'A lie.' });
    await rows().deleteMany({ bookId: 'full' });
    expect([status, body['code'], body['allowed']]).toEqual([403, 'ai.summary_limit', others.length]);
    expect((await save({ ...none, line: 'A lie.' })).status).toBe(200);
  });

  it('are hidden from visitors and other users', async () => {
    await save({ ...none, line: 'A lie.' });
    const answers = [
      await ai.service.call(getSummaries, { query: { chapterId } }),
      await ai.service.call(saveSummaries, { query: { chapterId }, body: none, headers: { 'if-match': '"1"' } }),
      await read(testUser()),
      await save(none, '"1"', testUser()),
    ];
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [401, 'auth.signed_out'],
      [401, 'auth.signed_out'],
      [404, 'books.chapter_not_found'],
      [404, 'books.chapter_not_found'],
    ]);
    expect((await read()).body).toMatchObject({ rev: 1, line: 'A lie.' });
  });

  it('stay while the chapter or its book is in the trash, and are deleted with it', async () => {
    const stored = () => rows().countDocuments({ _id: chapterId });
    for (const remove of [
      (stage: 'trashed' | 'purged') =>
        ai.service.deliver(chapterRemoved, chapterId, { chapterId, bookId, userId: owner.userId, stage }),
      (stage: 'trashed' | 'purged') => ai.service.deliver(bookRemoved, bookId, { bookId, userId: owner.userId, stage }),
    ]) {
      await save({ ...none, line: 'A lie.' });
      await remove('trashed');
      expect(await stored()).toBe(1);
      await ai.service.redeliver(await remove('purged'));
      expect(await stored()).toBe(0);
    }
  });
});
