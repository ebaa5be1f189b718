import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { bookRemoved, chapterContentChanged, chapterRemoved, entitlementChanged } from '@inkbear/contracts/events';
import { freeEntitlement } from '@inkbear/contracts/plans';
import { automaticShare } from '../quota/token-ceilings.ts';
import { AiService, userCeiling } from '../testing/ai-service.ts';
import type { AutomaticReadingRow } from './automatic-reading.repository.ts';

const job = 'read-changed-chapters';
const nothingFound = { entries: [], facts: [] };
const minutes = (count: number): number => count * 60_000;

describe('the automatic reading of changed chapters', () => {
  const ai = new AiService();
  const author = ai.owner;
  let books = 0;
  let bookId = '';
  let chapterId = '';
  beforeAll(async () => await ai.start());
  afterAll(async () => await ai.stop());
  beforeEach(async () => {
    books += 1;
    bookId = `automatic-${books}`;
    chapterId = `c1~${bookId}`;
    await givePlan('pro_monthly');
    ai.readingScope = {
      providerReading: 'automatic',
      aiSuspended: false,
      language: 'EN',
      chapters: [{ id: chapterId, rev: 3, providerRev: 0, wordCount: 1000 }],
      entries: [],
    };
    ai.chapterTexts.set(chapterId, 'Mara Venn came in at dusk.');
    ai.readings.length = 0;
    ai.provider.respond = async () => ({ text: JSON.stringify(nothingFound), inputTokens: 500, outputTokens: 50 });
  });
  afterEach(async () => {
    await rows().deleteMany({});
    ai.provider.reset();
    ai.respondToReading = standard;
  });

  const standard = ai.respondToReading;
  const rows = () => ai.service.platform.connection.collection<AutomaticReadingRow>('automatic_readings');
  const row = async (): Promise<AutomaticReadingRow | null> => await rows().findOne({ _id: chapterId });
  // The service has stored the first one at its start.
  let seq = 1;
  const givePlan = async (plan: 'free' | 'pro_monthly') => {
    seq += 1;
    const entitlement = { ...freeEntitlement(author.userId), plan, isActive: true };
    await ai.service.deliver(entitlementChanged, author.userId, entitlement, { seq });
  };
  const change = (changedWords: number, rev = 3) =>
    ai.service.deliver(chapterContentChanged, chapterId, {
      chapterId,
      bookId,
      userId: author.userId,
      rev,
      changedWords,
    });
  /** The user's tokens of today. */
  const spent = async (): Promise<number> => {
    const counter = await ai.service.platform.connection
      .collection<{ _id: string; used: number }>('usage')
      .findOne({ _id: new RegExp(`^user:${author.userId}:tokens:`) });
    return counter?.used ?? 0;
  };
  const makeDue = () => rows().updateOne({ _id: chapterId }, { $set: { dueAt: new Date(1) } });
  /** Minutes until the chapter is due, rounded; null when it is not. */
  const dueIn = async (): Promise<number | null> => {
    const { dueAt = null } = (await row()) ?? {};
    return dueAt && Math.round((dueAt.getTime() - Date.now()) / minutes(1));
  };

  it('begins two minutes after the last change, once 50 words have changed', async () => {
    await change(30, 3);
    expect([await dueIn(), await ai.service.hasWork(job)]).toEqual([null, false]);
    await ai.service.redeliver(await change(20, 4));
    expect([(await row())?.changedWords, await dueIn()]).toEqual([50, 2]);
    await ai.service.runJob(job);
    expect(ai.provider.calls).toBe(0);
    await makeDue();
    await ai.service.runJob(job);
    expect(ai.readings).toEqual([{ userId: author.userId, chapterId, rev: 1, names: [], facts: [] }]);
    expect(await row()).toMatchObject({ changedWords: 0, dueAt: null });
  });

  it('reads a chapter at most once in ten minutes', async () => {
    await change(60);
    await makeDue();
    await ai.service.runJob(job);
    await change(60, 4);
    expect(await dueIn()).toBe(10);
  });

  it('does not read a chapter that takes more than its share of a day', async () => {
    const wordCount = (userCeiling * automaticShare) / 2;
    ai.readingScope = { ...ai.readingScope, chapters: [{ id: chapterId, rev: 3, providerRev: 0, wordCount }] };
    await change(60);
    await makeDue();
    await ai.service.runJob(job);
    expect([ai.provider.calls, (await row())?.dueAt]).toEqual([0, null]);
  });

  it('reads a chapter that changed meanwhile again', async () => {
    await change(60);
    await makeDue();
    const respond = ai.provider.respond;
    ai.provider.respond = async (...args) => {
      await change(10, 4);
      return await respond(...args);
    };
    await ai.service.runJob(job);
    expect([(await row())?.changedWords, await dueIn()]).toEqual([70, 10]);
  });

  it.each([
    [
      'the author has changed their mind',
      () => void (ai.readingScope = { ...ai.readingScope, providerReading: 'asked' }),
    ],
    ['AI is suspended', () => void (ai.readingScope = { ...ai.readingScope, aiSuspended: true })],
    ['the chapter is gone', () => void (ai.readingScope = { ...ai.readingScope, chapters: [] })],
    ['the plan has ended', () => givePlan('free')],
  ])('reads nothing when %s', async (_reason, prepare) => {
    await change(60);
    await makeDue();
    await prepare();
    await ai.service.runJob(job);
    expect([ai.provider.calls, await row()]).toEqual([0, null]);
  });

  it('writes no summary when the author withdraws consent while the facts are read', async () => {
    await change(60);
    await makeDue();
    ai.respondToReading = (reading) => {
      ai.readingScope = { ...ai.readingScope, providerReading: 'off' };
      return standard(reading);
    };
    await ai.service.runJob(job);
    expect([ai.readings.length, ai.provider.calls, ai.provider.lastRequest?.task.kind]).toEqual([1, 1, 'find-facts']);
  });

  it('waits for the next change after the provider failed', async () => {
    await change(60);
    await makeDue();
    ai.provider.respond = async () => {
      throw Object.assign(new Error('down'), { status: 500 });
    };
    await ai.service.runJob(job);
    expect(await row()).toMatchObject({ changedWords: 60, dueAt: null });
    await change(1, 4);
    expect(await dueIn()).toBe(10);
  });

  it('is not due any more for a chapter or a book that was purged', async () => {
    const { userId } = author;
    await change(60);
    await ai.service.deliver(chapterRemoved, chapterId, { chapterId, bookId, userId, stage: 'trashed' });
    expect(await row()).not.toBeNull();
    await ai.service.deliver(chapterRemoved, chapterId, { chapterId, bookId, userId, stage: 'purged' });
    expect(await row()).toBeNull();
    await change(60, 4);
    await ai.service.deliver(bookRemoved, bookId, { bookId, userId, stage: 'purged' });
    expect(await row()).toBeNull();
  });

  // The last one, because it uses up the tokens of the day.
  it('spends at most its share of the day’s tokens, and continues on the next day', async () => {
    await change(60);
    await makeDue();
    const before = await spent();
    ai.provider.respond = async () => ({
      text: JSON.stringify(nothingFound),
      inputTokens: userCeiling * automaticShare,
      outputTokens: 0,
    });
    await ai.service.runJob(job);
    await change(60, 4);
    await makeDue();
    await ai.service.runJob(job);
    expect(ai.provider.calls).toBe(1);
    const { dueAt } = (await row()) ?? {};
    expect(dueAt?.toISOString()).toMatch(/T(00:00:0|23:59:59)/);
    // What the author asks for has the rest of the day's tokens.
    expect((await spent()) - before).toBe(userCeiling * automaticShare);
  });
});
