import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  contextChoiceLimits,
  type ContextPart,
  getContext,
  getContextChoice,
  saveContextChoice,
} from '@inkbear/contracts/ai/context';
import { askWritingCoach } from '@inkbear/contracts/ai/ideas';
import { bookRemoved, chapterRemoved } from '@inkbear/contracts/events';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import { AiService } from '../testing/ai-service.ts';

describe('the choice of what AI sees', () => {
  const ai = new AiService();
  const { owner } = ai;
  beforeAll(async () => await ai.start());
  afterAll(async () => await ai.stop());
  let books = 0;
  let bookId = '';
  let chapterId = '';
  beforeEach(() => {
    books += 1;
    bookId = `choice-${books}`;
    chapterId = `c1~${bookId}`;
  });

  const read = (as?: typeof owner) => ai.service.call(getContextChoice, { as: as ?? owner, query: { bookId } });
  const save = (body: object, tag = '"0"', as = owner) =>
    ai.service.call(saveContextChoice, { as, query: { bookId }, body: body as never, headers: { 'if-match': tag } });
  const storedRow = () =>
    ai.service.platform.connection.collection<{ _id: string }>('context_choices').findOne({ _id: bookId });
  const shown = async (query: { pin?: string } = {}) => {
    const { body } = await ai.service.call(getContext, { as: owner, query: { chapterId, ...query } });
    return body['parts'] as ContextPart[];
  };
  /** What the provider gets for a request. */
  const promptOf = async (request: () => Promise<{ status: number }>, text = 'A good chapter.') => {
    let prompt = '';
    ai.provider.respond = async ({ stable, volatile }) => {
      prompt = stable + volatile;
      return { text, inputTokens: 1, outputTokens: 1 };
    };
    const { status } = await request();
    ai.provider.reset();
    expect(status).toBe(200);
    return prompt;
  };

  it('is empty at revision 0, and replaced as a whole with the next revision as its ETag', async () => {
    const none = await read();
    expect([none.status, none.headers.get('etag'), none.body]).toEqual([200, '"0"', { rev: 0, exclude: [], pin: [] }]);
    expect(await storedRow()).toBeNull();
    const choice = { exclude: ['plan', 'chapter:c7'], pin: ['entry:e1'] };
    const first = await save({ rev: 0, ...choice });
    expect([first.status, first.headers.get('etag'), first.body]).toEqual([200, '"1"', { rev: 1, ...choice }]);
    expect((await read()).body).toEqual(first.body);
    expect((await save({ pin: ['chapter:c1'] }, '"1"')).body).toEqual({ rev: 2, exclude: [], pin: ['chapter:c1'] });
    expect(await storedRow()).toMatchObject({ userId: owner.userId, updatedAt: expect.any(Date) });
  });

  it('is not saved over a revision that the author has not seen, unless it is stored already', async () => {
    await save({ exclude: ['plan'] });
    for (const tag of ['"0"', '"2"', '"another"']) {
      const { status, body } = await save({ exclude: ['outline'] }, tag);
      expect([status, body['code'], body['rev']]).toEqual([412, 'ai.stale_revision', 1]);
    }
    expect((await save({ exclude: ['plan'] }, '"7"')).body).toEqual({ rev: 1, exclude: ['plan'], pin: [] });
    expect((await read()).body).toMatchObject({ rev: 1, exclude: ['plan'] });
  });

  it('is saved by exactly one of several windows that save at once', async () => {
    const round = async (tag: string, names: string[]) =>
      (await Promise.all(names.map((name) => save({ exclude: [name] }, tag)))).map(({ status }) => status).toSorted();
    expect(await round('"0"', ['a', 'b', 'c', 'd'])).toEqual([200, 412, 412, 412]);
    expect(await round('"1"', ['e', 'f', 'g', 'h'])).toEqual([200, 412, 412, 412]);
    expect(await round('"2"', ['i', 'i', 'i', 'i'])).toEqual([200, 200, 200, 200]);
    expect((await read()).body).toMatchObject({ rev: 3, exclude: ['i'] });
  });

  it('refuses more or longer ids than allowed, and a save without a revision', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => `chapter:${index}`);
    const { exclude, pin } = contextChoiceLimits;
    const refused = [
      await save({ exclude: ids(exclude + 1) }),
      await save({ pin: ids(pin + 1) }),
      await save({ exclude: ['x'.repeat(81)] }),
      await save({ userId: 'me' }),
      await ai.service.call(saveContextChoice, { as: owner, query: { bookId }, body: {} }),
    ];
    expect(refused.map(({ status, body }) => [status, body['code']])).toEqual([
      ...Array.from({ length: 4 }, () => [400, 'request.invalid']),
      [400, 'ai.if_match_required'],
    ]);
    expect(await storedRow()).toBeNull();
    expect((await save({ exclude: ids(exclude), pin: ids(pin) })).status).toBe(200);
  });

  it('is hidden from visitors and other users', async () => {
    await save({ exclude: ['plan'] });
    const stranger = testUser();
    const answers = [
      await ai.service.call(getContextChoice, { query: { bookId } }),
      await ai.service.call(saveContextChoice, { query: { bookId }, body: {}, headers: { 'if-match': '"1"' } }),
      await read(stranger),
      await save({}, '"1"', stranger),
    ];
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [401, 'auth.signed_out'],
      [401, 'auth.signed_out'],
      [404, 'books.not_found'],
      [404, 'books.not_found'],
    ]);
    expect((await read()).body).toMatchObject({ rev: 1, exclude: ['plan'] });
  });

  it('applies to requests that write and to the coach', async () => {
    await save({ exclude: ['outline', 'plan'] });
    const advice = JSON.stringify({ feedback: 'Good.', strengths: [], improvements: [], suggestions: [] });
    const written = await promptOf(() => ai.generate(chapterId));
    const asked = await promptOf(
      () =>
        ai.service.call(askWritingCoach, {
          as: owner,
          body: { bookId, chapterNumber: 1, question: 'Is it too slow?' },
        }),
      advice,
    );
    for (const prompt of [written, asked]) {
      expect(prompt).toContain('The Long Winter');
      expect(prompt).not.toMatch(/The farm is sold|the letter is a lie/);
    }
  });

  it('excludes its parts from a request with a choice of its own too, and not from another book', async () => {
    await save({ exclude: ['outline'] });
    const promptWith = (id: string, context: object) => promptOf(() => ai.generate(`${id}~${bookId}`, { context }));
    expect(await promptWith('c1', {})).not.toContain('The farm is sold');
    expect(await promptWith('c2', { exclude: [], pin: [] })).not.toContain('The farm is sold');
    expect(await promptWith('c3', { exclude: ['plan'] })).not.toMatch(/The farm is sold|the letter is a lie/);
    expect(await promptOf(() => ai.generate(`c1~other-${bookId}`))).toContain('The farm is sold');
  });

  it('excludes the plan from a request to write the chapter too, which still has the title', async () => {
    await save({ exclude: ['plan'] });
    const prompt = await promptOf(() => ai.generate(chapterId, { chapterDescription: 'Mara finds the letter.' }));
    expect(prompt).toMatch(/<data-[a-z]{6} name="request">\nSnow\s*<\/data-/);
    expect(prompt).not.toMatch(/Mara finds|the letter is a lie|name="plan">/);
  });

  it('shows excluded parts in place, marked and not counted', async () => {
    const all = await shown();
    await save({ exclude: ['outline'] });
    const parts = await shown();
    expect(parts.map(({ id, isExcluded }) => [id, isExcluded])).toEqual([
      ['book', false],
      ['outline', true],
      ['plan', false],
    ]);
    expect(parts.map(({ text }) => text)).toEqual(all.map(({ text }) => text));
    const { body } = await ai.service.call(getContext, { as: owner, query: { chapterId } });
    const sent = parts.filter(({ isExcluded }) => !isExcluded);
    expect(body['used']).toBe(sent.reduce((sum, { tokens }) => sum + tokens, 0));
    const prompt = await promptOf(() => ai.generate(chapterId));
    expect(parts.map(({ text }) => prompt.includes(text))).toEqual([true, false, true]);
    expect(await shown({ pin: '' })).toEqual(parts);
  });

  it('never hides a part that cannot be excluded, and shows an excluded plan as a part that is not sent', async () => {
    await save({ exclude: ['book', 'plan'] });
    const parts = await shown();
    expect(parts.map(({ id, isExcluded }) => [id, isExcluded])).toEqual([
      ['book', false],
      ['outline', false],
      ['plan', true],
    ]);
    expect((await promptOf(() => ai.generate(chapterId))).includes('name="plan">')).toBe(false);
  });

  it('no longer has the id of a chapter that was purged, but keeps the id of a trashed one', async () => {
    await save({ exclude: ['plan', 'chapter:c1', 'chapter:c2'], pin: ['chapter:c1', 'entry:e1'] });
    const remove = (id: string, stage: 'trashed' | 'purged') =>
      ai.service.deliver(chapterRemoved, id, { chapterId: id, bookId, userId: owner.userId, stage });
    await remove('c1', 'trashed');
    expect((await read()).body).toMatchObject({ rev: 1, pin: ['chapter:c1', 'entry:e1'] });
    await ai.service.redeliver(await remove('c1', 'purged'));
    await remove('c3', 'purged');
    expect((await read()).body).toEqual({ rev: 2, exclude: ['plan', 'chapter:c2'], pin: ['entry:e1'] });
    expect((await save({ pin: ['chapter:c1'] }, '"1"')).status).toBe(412);
  });

  it('stays while its book is in the trash, and is deleted with it', async () => {
    await save({ exclude: ['plan'] });
    const remove = (stage: 'trashed' | 'purged') =>
      ai.service.deliver(bookRemoved, bookId, { bookId, userId: owner.userId, stage });
    await remove('trashed');
    expect(await storedRow()).not.toBeNull();
    await ai.service.redeliver(await remove('purged'));
    expect(await storedRow()).toBeNull();
  });
});
