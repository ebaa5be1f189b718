import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ContextPart, getContext } from '@inkbear/contracts/ai/context';
import { readChapters } from '@inkbear/contracts/ai/reading';
import { getSummaries, saveSummaries } from '@inkbear/contracts/ai/summary';
import { chapterRemoved } from '@inkbear/contracts/events';
import { AiService, chapter } from '../testing/ai-service.ts';

const sentences = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name} rowed to harbour number ${index} and found a lamp.`).join(' ');
const texts = {
  line: 'Tomas rows.',
  short: 'Tomas rows from harbour to harbour.',
  long: 'Tomas rows. He finds lamps.',
};

describe('a summary that a provider writes', () => {
  const ai = new AiService();
  const { owner } = ai;
  let books = 0;
  let bookId = '';
  let chapterId = '';
  let replies: object = texts;
  beforeAll(async () => await ai.start());
  afterAll(async () => await ai.stop());
  beforeEach(() => {
    books += 1;
    bookId = `written-${books}`;
    chapterId = `c1~${bookId}`;
    ai.chapterTexts.set(chapterId, sentences(100, 'Tomas'));
    ai.readingScope = {
      ...ai.readingScope,
      chapters: [{ id: chapterId, rev: 1, providerRev: 0, wordCount: 1000 }],
    };
    replies = texts;
    ai.provider.respond = async ({ task }) => ({
      text: JSON.stringify(task.kind === 'summarise-chapter' ? replies : { entries: [], facts: [] }),
      inputTokens: 1,
      outputTokens: 1,
    });
  });
  afterEach(() => ai.provider.reset());

  const read = (tasks?: ('facts' | 'summary')[]) =>
    ai.service.call(readChapters, { as: owner, body: { bookId, chapterIds: [chapterId], ...(tasks && { tasks }) } });
  const summaries = async () => (await ai.service.call(getSummaries, { as: owner, query: { chapterId } })).body;
  /** The part about this chapter in the prompts of the next one. */
  const part = async (): Promise<ContextPart | undefined> => {
    ai.earlierChapters = [{ ...chapter(chapterId, bookId), content: ai.chapterTexts.get(chapterId) ?? '' }];
    const { body } = await ai.service.call(getContext, { as: owner, query: { chapterId: `c2~${bookId}` } });
    return (body['parts'] as ContextPart[]).find(({ layer }) => layer === 'story');
  };

  it('fails without losing what was proposed before', async () => {
    const facts = ai.provider.respond;
    ai.provider.respond = async (request, ...rest) => {
      if (request.task.kind === 'summarise-chapter') throw new Error('broken');
      return await facts(request, ...rest);
    };
    expect((await read()).body).toMatchObject({ chapters: [{ state: 'failed', proposals: 3 }] });
  });

  it('replaces the sentences of the text in prompts, and comes after the author’s', async () => {
    expect([await read(), await summaries()]).toMatchObject([
      { status: 200, body: { chapters: [{ state: 'read' }] } },
      { rev: 0, line: '', automatic: texts, automaticBy: 'provider' },
    ]);
    expect(await part()).toMatchObject({ text: `Chapter 1: Snow\n${texts.long}`, reason: 'Summary by AI' });
    await ai.service.call(saveSummaries, {
      as: owner,
      query: { chapterId },
      body: { line: '', short: '', long: 'Nothing happens.' },
      headers: { 'if-match': '"0"' },
    });
    expect(await part()).toMatchObject({ text: 'Chapter 1: Snow\nNothing happens.', reason: 'Your summary' });
  });

  it('serves until more than a fifth of the text has changed, and is written again only then', async () => {
    await read(['summary']);
    expect(ai.provider.calls).toBe(1);
    ai.chapterTexts.set(chapterId, sentences(90, 'Tomas'));
    await read(['summary']);
    expect([ai.provider.calls, (await part())?.reason]).toEqual([1, 'Summary by AI']);
    ai.chapterTexts.set(chapterId, sentences(100, 'Mara'));
    expect([await part(), await summaries()]).toMatchObject([
      { reason: '', text: expect.stringContaining('Mara rowed') },
      { automaticBy: 'rules' },
    ]);
    await read(['summary']);
    expect([ai.provider.calls, (await part())?.reason]).toEqual([2, 'Summary by AI']);
  });

  it('is dropped where it is too long for its place', async () => {
    replies = { ...texts, line: sentences(10, 'Ann') };
    await read(['summary']);
    const { automatic } = (await summaries()) as unknown as { automatic: typeof texts };
    expect(automatic).toEqual({ ...texts, line: expect.stringContaining('Tomas rowed') });
  });

  it('is not asked for without that task, for a short text, or for a very long one', async () => {
    await read(['facts']);
    for (const count of [10, 3000]) {
      ai.chapterTexts.set(chapterId, sentences(count, 'Tomas'));
      await read(['summary']);
    }
    expect((await summaries())['automaticBy']).toBe('rules');
    expect(ai.provider.calls).toBe(1);
    expect((await read([])).status).toBe(400);
  });

  it('is deleted with its chapter', async () => {
    await read(['summary']);
    const { userId } = owner;
    await ai.service.deliver(chapterRemoved, chapterId, { chapterId, bookId, userId, stage: 'purged' });
    expect((await summaries())['automaticBy']).toBe('rules');
  });
});
