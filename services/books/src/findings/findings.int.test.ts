import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type BibleEntryDetails,
  createBibleEntry,
  createBibleFact,
  getBibleEntry,
  listBibleEntries,
  undoBibleDecision,
} from '@inkbear/contracts/bible/bible';
import { deleteBook, listTrash, restoreTrash, updateBook } from '@inkbear/contracts/books/book';
import { createChapter, deleteChapter, saveChapter } from '@inkbear/contracts/books/chapter';
import {
  checkBook,
  type ContradictionDecision,
  decideContradiction,
  type FindingGroup,
  findingLimits,
  listFindings,
  updateFinding,
} from '@inkbear/contracts/bible/finding';
import type { StoryFinding } from '@inkbear/contracts/bible/finding';
import { hostileTexts } from '@inkbear/prose/testing/hostile-texts';
import { type Author, BooksService } from '../testing/books-service.ts';

const everything: FindingGroup[] = ['continuity', 'leak', 'tell', 'repetition'];
const grey = 'Mara had grey eyes. She lived in Harrow. Mara walked to the harbour, and Mara smiled.';
const green = 'Mara waited. Mara had green eyes, and everybody knew it. Certainly! Here is the revised chapter.';

describe('the findings API of a book', () => {
  let books: BooksService;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());

  interface Work {
    author: Author;
    bookId: string;
    chapterIds: string[];
  }
  /** A book with a chapter for each text. */
  const write = async (...texts: string[]): Promise<Work> => {
    const { author, bookId, chapterId } = await books.authorWithBook();
    const chapterIds = [chapterId];
    for (const _more of texts.slice(1)) {
      const { body } = await books.call(createChapter, { as: author, params: { id: bookId }, body: { title: 'More' } });
      chapterIds.push(body['id'] as string);
    }
    for (const [index, text] of texts.entries()) await rewrite(author, chapterIds[index] ?? '', text);
    return { author, bookId, chapterIds };
  };
  const rewrite = async (author: Author, id: string, content: string) =>
    expect((await books.call(saveChapter, { as: author, params: { id }, body: { content } })).status).toBe(200);
  const check = ({ author, bookId }: Work, groups = everything, chapterIds?: string[]) =>
    books.call(checkBook, {
      as: author,
      params: { id: bookId },
      body: { groups, ...(chapterIds && { chapterIds }) },
    });
  const list = async ({ author, bookId }: Work, query: Record<string, string> = {}): Promise<StoryFinding[]> => {
    const { status, body } = await books.call(listFindings, { as: author, params: { id: bookId }, query });
    expect(status).toBe(200);
    return body as unknown as StoryFinding[];
  };
  const rulesOf = (findings: StoryFinding[]) => findings.map(({ rule }) => rule);
  const setStatus = ({ author, bookId }: Work, findingId: string, status: 'open' | 'ignored') =>
    books.call(updateFinding, { as: author, params: { id: bookId, findingId }, body: { status } });

  it('does not report a contradiction that the author has recorded as a change', async () => {
    const work = await write(grey, green);
    const request = { as: work.author, params: { id: work.bookId } };
    const { body: entry } = await books.call(createBibleEntry, {
      ...request,
      body: { kind: 'character', name: 'Mara' },
    });
    const since = { chapterId: work.chapterIds[1] ?? '', at: 0 };
    await check(work, ['continuity']);
    expect(rulesOf(await list(work))).toEqual(['attribute-conflict']);
    await books.call(createBibleFact, {
      as: work.author,
      params: { id: work.bookId, entryId: entry['id'] as string },
      body: { attribute: 'eyes', value: 'green', since },
    });
    await check(work, ['continuity']);
    expect(await list(work)).toEqual([]);
  });

  it('knows the dates and flashbacks of the chapters', async () => {
    const born = 'They saw Mara Venn, and Mara spoke. Mara was born in 1880.';
    const work = await write(born, 'Mara was twenty years old.');
    const params = { id: work.chapterIds[1] ?? '' };
    const rulesWith = async (body: object) => {
      expect((await books.call(saveChapter, { as: work.author, params, body })).status).toBe(200);
      await check(work, ['continuity']);
      return rulesOf(await list(work));
    };
    expect([
      await rulesWith({ storyDate: '1900-06-01' }),
      await rulesWith({ storyDate: '1911-03-04' }),
      await rulesWith({ isFlashback: true }),
    ]).toEqual([[], ['age-and-birth'], []]);
  });

  const decide = async ({ author, bookId }: Work, findingId = '', decision: ContradictionDecision = 'changed-here') =>
    await books.call(decideContradiction, { as: author, params: { id: bookId, findingId }, body: { decision } });
  const mara = async ({ author, bookId }: Work): Promise<BibleEntryDetails | undefined> => {
    const params = { id: bookId };
    const { body } = await books.call(listBibleEntries, { as: author, params, query: { q: 'Mara' } });
    const [entry] = body as unknown as { id: string }[];
    if (!entry) return undefined;
    const read = await books.call(getBibleEntry, { as: author, params: { ...params, entryId: entry.id } });
    return read.body as BibleEntryDetails;
  };
  const factsOf = (entry: BibleEntryDetails | undefined) =>
    entry?.facts
      .filter(({ attribute }) => attribute === 'eyes')
      .map(({ attribute, value, since, until, status }) => ({ attribute, value, since, until, status }));

  it('hides a finding resolved as "changed here", also after later edits, until the resolution is undone', async () => {
    const work = await write(grey, green);
    await check(work, ['continuity']);
    const [finding] = await list(work);
    expect(finding?.contradiction).toEqual({
      name: 'Mara',
      aliases: [],
      kind: 'character',
      attribute: 'eyes',
      first: 'grey',
      second: 'green',
    });
    const { status, body } = await decide(work, finding?.id);
    expect([status, typeof body['decisionId'], await list(work)]).toEqual([200, 'string', []]);
    const since = { chapterId: work.chapterIds[1], at: green.indexOf('Mara had') };
    const entry = await mara(work);
    expect(factsOf(entry)).toEqual([
      { attribute: 'eyes', value: 'grey', since: null, until: since, status: 'accepted' },
      { attribute: 'eyes', value: 'green', since, until: null, status: 'accepted' },
    ]);
    expect(entry?.facts.map(({ evidence }) => evidence.map(({ quote, state }) => [quote, state]))).toEqual([
      [['Mara had grey eyes.', 'found']],
      [['Mara had green eyes, and everybody knew it.', 'found']],
    ]);
    await check(work, ['continuity']);
    expect(await list(work)).toEqual([]);

    await rewrite(work.author, work.chapterIds[1] ?? '', green.replace('Mara waited. ', ''));
    await books.extractChapters(work.bookId);
    await check(work, ['continuity']);
    expect([await list(work), (await mara(work))?.facts[1]?.since?.at]).toEqual([[], 0]);

    const undo = { id: work.bookId, decisionId: body['decisionId'] as string };
    await books.call(undoBibleDecision, { as: work.author, params: undo });
    await check(work, ['continuity']);
    expect(rulesOf(await list(work))).toEqual(['attribute-conflict']);
  });

  it('hides a finding when it is resolved, rejects a second resolution, and lists it again after an undo', async () => {
    const work = await write(grey, green);
    await check(work, ['continuity']);
    const [finding] = await list(work);
    const { body } = await decide(work, finding?.id);
    expect((await decide(work, finding?.id)).body['code']).toBe('findings.not_found');
    expect((await setStatus(work, finding?.id ?? '', 'open')).body['code']).toBe('findings.not_found');
    const undo = { id: work.bookId, decisionId: body['decisionId'] as string };
    await books.call(undoBibleDecision, { as: work.author, params: undo });
    expect(await list(work)).toEqual([finding]);
    await books.call(undoBibleDecision, { as: work.author, params: undo });
    expect(await list(work)).toEqual([finding]);
  });

  it('resolves a finding at the current position of its quotes, and replies 404 when a quote is gone', async () => {
    const work = await write(grey, green);
    await check(work, ['continuity']);
    const [finding] = await list(work);
    const second = work.chapterIds[1] ?? '';
    const long = `It had rained. ${green}`;
    await rewrite(work.author, second, long);
    await books.extractChapters(work.bookId);
    const { body } = await decide(work, finding?.id);
    expect((await mara(work))?.facts.find(({ value }) => value === 'green')?.since?.at).toBe(long.indexOf('Mara had'));
    const undo = { id: work.bookId, decisionId: body['decisionId'] as string };
    await books.call(undoBibleDecision, { as: work.author, params: undo });
    await rewrite(work.author, second, 'Nobody came.');
    expect((await decide(work, finding?.id)).body['code']).toBe('findings.not_found');
  });

  it('lists a finding until the text is corrected when the author says that the first value is right', async () => {
    const work = await write(grey, green);
    await books.extractChapters(work.bookId);
    expect(factsOf(await mara(work))?.map(({ value, status }) => [value, status])).toEqual([
      ['grey', 'proposed'],
      ['green', 'proposed'],
    ]);
    await check(work, ['continuity']);
    const [finding] = await list(work);
    expect((await decide(work, finding?.id, 'first-is-right')).status).toBe(200);
    const entry = await mara(work);
    expect(entry?.status).toBe('accepted');
    expect(factsOf(entry)).toEqual([
      { attribute: 'eyes', value: 'grey', since: null, until: null, status: 'accepted' },
    ]);
    await rewrite(work.author, work.chapterIds[1] ?? '', `${green} Mara had green eyes.`);
    await books.extractChapters(work.bookId);
    expect(factsOf(await mara(work))).toHaveLength(1);
    await check(work, ['continuity']);
    expect(rulesOf(await list(work))).toContain('attribute-conflict');
  });

  it('replies 400 for a finding without two values, and 404 when its chapter was deleted', async () => {
    const work = await write(grey, green);
    await check(work);
    const [contradiction, leak] = await list(work);
    await books.call(deleteChapter, { as: work.author, params: { id: work.chapterIds[1] ?? '' } });
    const answers = [
      await decide(work, leak?.id),
      await decide(work, contradiction?.id),
      await decide(work, 'unknown'),
    ];
    expect(answers.map(({ body }) => body['code'])).toEqual([
      'request.invalid',
      'findings.not_found',
      'findings.not_found',
    ]);
    expect(await mara(work)).toBeUndefined();
  });

  it('finds both quotes of a contradiction, and leftovers of an AI chat', async () => {
    const work = await write(grey, green);
    const { status, body } = await check(work);
    expect([status, body]).toEqual([200, { done: 6, of: 6, open: 2 }]);
    const [contradiction, leak] = await list(work);
    const [first, second] = work.chapterIds;
    expect(contradiction).toMatchObject({
      group: 'continuity',
      rule: 'attribute-conflict',
      names: ['Mara'],
      status: 'open',
    });
    expect(contradiction?.places.map(({ chapterId, quote }) => [chapterId, quote.includes('eyes')])).toEqual([
      [first, true],
      [second, true],
    ]);
    for (const { chapterId, from, to, quote } of contradiction?.places ?? [])
      expect((chapterId === first ? grey : green).slice(from, to)).toBe(quote);
    expect(leak).toMatchObject({
      group: 'leak',
      rule: 'assistant',
      advice: expect.stringContaining('Delete') as unknown,
    });
  });

  it('lists findings by group and status, and page by page', async () => {
    const work = await write(grey, green);
    await check(work);
    expect(rulesOf(await list(work, { group: 'leak' }))).toEqual(['assistant']);
    expect(await list(work, { status: 'ignored' })).toEqual([]);
    const params = { id: work.bookId };
    const first = await books.call(listFindings, { as: work.author, params, query: { limit: '1' } });
    const next = /^<\/api\/books\/([^/]+)\/findings\?limit=1&cursor=([^>]+)>; rel="next"$/.exec(
      first.headers.get('link') ?? '',
    );
    expect(next?.[1]).toBe(work.bookId);
    const cursor = decodeURIComponent(next?.[2] ?? '');
    const second = await books.call(listFindings, { as: work.author, params, query: { limit: '1', cursor } });
    expect([...(first.body as unknown as StoryFinding[]), ...(second.body as unknown as StoryFinding[])]).toEqual(
      await list(work),
    );
    expect(second.headers.get('link')).toBeNull();
  });

  it('drops a finding when the text is corrected; an ignored one stays ignored when it comes back', async () => {
    const work = await write(grey, green);
    await check(work);
    const [contradiction, leak] = await list(work);
    const ignored = await setStatus(work, leak?.id ?? '', 'ignored');
    expect([ignored.status, ignored.body['status']]).toEqual([200, 'ignored']);
    await rewrite(work.author, work.chapterIds[1] ?? '', 'Mara waited. Mara had grey eyes.');
    expect((await check(work)).body['open']).toBe(0);
    expect(await list(work)).toEqual([]);
    expect((await setStatus(work, leak?.id ?? '', 'open')).body['code']).toBe('findings.not_found');
    await rewrite(work.author, work.chapterIds[1] ?? '', green);
    expect((await check(work)).body['open']).toBe(1);
    expect((await list(work)).map(({ id, status }) => [id, status])).toEqual([
      [contradiction?.id, 'open'],
      [leak?.id, 'ignored'],
    ]);
    expect((await setStatus(work, leak?.id ?? '', 'open')).body['status']).toBe('open');
  });

  it('keeps findings of chapters and groups that a check does not cover', async () => {
    const work = await write(grey, green);
    await check(work);
    await rewrite(work.author, work.chapterIds[1] ?? '', grey);
    await check(work, ['leak'], [work.chapterIds[0] ?? '']);
    expect(rulesOf(await list(work))).toEqual(['attribute-conflict', 'assistant']);
    await check(work, ['leak'], [work.chapterIds[1] ?? '']);
    expect(rulesOf(await list(work))).toEqual(['attribute-conflict']);
    await books.call(deleteChapter, { as: work.author, params: { id: work.chapterIds[1] ?? '' } });
    await check(work, ['continuity'], [work.chapterIds[0] ?? '']);
    expect(await list(work)).toEqual([]);
  });

  it('rejects unknown chapters, an unknown group and more text than one check covers', async () => {
    const work = await write(grey);
    const answers = [
      await check(work, everything, [work.chapterIds[0] ?? '', 'nope']),
      await check(work, ['plot'] as never),
      await check(work, []),
    ];
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [404, 'books.chapter_not_found'],
      [400, 'request.invalid'],
      [400, 'request.invalid'],
    ]);
    const long = 'a'.repeat(Math.ceil(findingLimits.checkedUnits / 2));
    const tooLong = await write(long, long, 'a');
    expect((await check(tooLong)).body['code']).toBe('findings.too_long');
    expect((await check(tooLong, everything, tooLong.chapterIds.slice(1))).status).toBe(200);
  });

  it('does not check continuity of a book that is not English', async () => {
    const work = await write(grey, green);
    await books.call(updateBook, { as: work.author, params: { id: work.bookId }, body: { language: 'de' } });
    await check(work);
    expect(rulesOf(await list(work))).toEqual(['assistant']);
  });

  it('checks pathological texts', async () => {
    const texts = Object.values(hostileTexts(20_000));
    const work = await write(...texts.map((text) => text.toWellFormed()));
    const { status, body } = await check(work);
    expect([status, body['done']]).toEqual([200, texts.length + everything.length]);
  });

  it("replies 404 for another author's book", async () => {
    const work = await write(grey, green);
    await check(work);
    const [finding] = await list(work);
    const answersTo = async (author: Author | 'nobody') => {
      const request = { as: author, params: { id: work.bookId } };
      return [
        await books.call(listFindings, request),
        await books.call(checkBook, { ...request, body: { groups: everything } }),
        await books.call(updateFinding, {
          as: author,
          params: { id: work.bookId, findingId: finding?.id ?? '' },
          body: { status: 'ignored' },
        }),
      ].map(({ body }) => body['code'] as unknown);
    };
    expect(await answersTo('nobody')).toEqual(Array(3).fill('auth.signed_out'));
    expect(await answersTo(await books.author())).toEqual(Array(3).fill('books.not_found'));
    const own = await write(grey);
    const foreign = await books.call(updateFinding, {
      as: own.author,
      params: { id: own.bookId, findingId: finding?.id ?? '' },
      body: { status: 'ignored' },
    });
    expect(foreign.body['code']).toBe('findings.not_found');
    expect((await list(work, { status: 'open' })).length).toBe(2);
  });

  it('trashes findings with their book, and restores or deletes them with it', async () => {
    const [work, other] = [await write(grey, green), await write(grey, green)];
    await check(work);
    await check(other);
    const { author, bookId } = work;
    await books.call(deleteBook, { as: author, params: { id: bookId } });
    expect((await books.call(listFindings, { as: author, params: { id: bookId } })).status).toBe(404);
    const [entry] = (await books.call(listTrash, { as: author })).body as unknown as { id: string }[];
    await books.call(restoreTrash, { as: author, params: { id: entry?.id ?? '' } });
    expect(await list(work)).toHaveLength(2);
    await books.call(deleteBook, { as: author, params: { id: bookId } });
    await books.afterDays(31, () => books.runJob('purge-trash'));
    const rows = books.rows('story_findings');
    expect([await rows.countDocuments({ bookId }), await rows.countDocuments({ bookId: other.bookId })]).toEqual([
      0, 2,
    ]);
  });
});
