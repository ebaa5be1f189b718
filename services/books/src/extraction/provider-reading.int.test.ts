import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as contract from '@inkbear/contracts/bible/bible';
import type { BibleEntryDetails } from '@inkbear/contracts/bible/bible';
import type { BibleEntry } from '@inkbear/contracts/bible/entry';
import { type ChapterReading, proposeToBible, readReadingScope } from '@inkbear/contracts/bible/internal';
import { type BibleState, getBible, setProviderReading } from '@inkbear/contracts/bible/suggestion';
import { deleteChapter, saveChapter } from '@inkbear/contracts/books/chapter';
import { chapterContentChanged } from '@inkbear/contracts/events';
import { getBooksStorage } from '@inkbear/contracts/storage';
import type { Route } from '@inkbear/contracts/route';
import { type Author, BooksService, type Json } from '../testing/books-service.ts';

const text = 'Mara Venn came in at dusk. She was a smith, and her eyes were grey. Ida watched her from Harrow.';

describe('what a provider has read in a chapter', () => {
  let books: BooksService;
  let author: Author;
  let bookId: string;
  let chapterId: string;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());
  beforeEach(async () => {
    ({ author, bookId, chapterId } = await books.authorWithBook());
    await save(text);
    await books.extractChapters(bookId);
    // What rules have found would hide what the provider finds.
    for (const table of ['entries', 'facts', 'relations']) await books.rows(`bible_${table}`).deleteMany({ bookId });
  });

  const ai = { role: 'service', service: 'ai' } as const;
  const call = async (route: Route, params: Json = {}, more: Json = {}) =>
    await books.call(route, { as: author, params: { id: bookId, ...params }, ...more } as never);
  const save = async (content: string): Promise<void> => {
    expect((await call(saveChapter, { id: chapterId }, { body: { content } })).status).toBe(200);
  };
  const fact = (name: string, attribute: string, value: string, quote: string) => ({
    name,
    attribute,
    value,
    modality: 'narrated' as const,
    from: text.indexOf(quote),
    to: text.indexOf(quote) + quote.length,
    quote,
  });
  const counts = { entries: 0, facts: 0, relations: 0, isStorageUsed: false };
  const eyes = fact('Mara', 'eyes', 'grey', 'her eyes were grey');
  const maraEntry = { kind: 'character' as const, name: 'Mara Venn', aliases: ['Mara'] };
  const mara = { ...maraEntry, at: 0 };
  const propose = (reading: Partial<ChapterReading>, as: object = ai) =>
    books.call(proposeToBible, {
      as,
      params: { id: bookId },
      body: { userId: author.userId, chapterId, rev: 2, names: [], facts: [], ...reading },
    } as never);
  const state = async (): Promise<BibleState> => (await call(getBible)).body as BibleState;
  const entries = async (): Promise<BibleEntry[]> =>
    (await call(contract.listBibleEntries)).body as unknown as BibleEntry[];
  const entry = async (name: string): Promise<BibleEntryDetails> => {
    const found = (await entries()).find((each) => each.name === name);
    return (await call(contract.getBibleEntry, { entryId: found?.id })).body as BibleEntryDetails;
  };
  const decide = (id: string | undefined, decision: string) =>
    call(contract.decideBible, {}, { body: { items: [{ id, decision }] } });

  it('is proposed with its quote, as found by the provider, and the chapter counts as read', async () => {
    const ida = { kind: 'character' as const, name: 'Ida', aliases: [], at: text.indexOf('Ida') };
    const { status, body } = await propose({
      names: [mara, ida],
      facts: [eyes, fact('Mara', 'friend', 'Ida', 'Ida watched her')],
    });
    expect([status, body]).toEqual([200, { ...counts, entries: 2, facts: 1, relations: 1 }]);
    expect(await entry('Mara Venn')).toMatchObject({
      ...maraEntry,
      status: 'proposed',
      source: 'provider',
      facts: [
        {
          attribute: 'eyes',
          value: 'grey',
          status: 'proposed',
          source: 'provider',
          evidence: [{ chapterId, rev: 2, from: eyes.from, to: eyes.to, quote: eyes.quote, state: 'found' }],
        },
      ],
      relations: [{ type: 'friend', status: 'proposed', source: 'provider' }],
    });
    expect((await state()).chapters).toMatchObject([{ chapterId, rev: 2, providerRev: 2 }]);
  });

  it('is dropped when its quote is not where the provider says, or its name has no entry', async () => {
    const { body } = await propose({
      names: [mara],
      facts: [
        { ...eyes, quote: 'her eyes were green', value: 'green' },
        { ...eyes, from: eyes.from + 1, to: eyes.to + 1 },
        { ...eyes, from: 0, to: 0, quote: '' },
        fact('Ida', 'eyes', 'grey', 'her eyes were grey'),
      ],
    });
    expect(body).toEqual({ ...counts, entries: 1 });
    expect((await state()).chapters[0]?.providerRev).toBe(2);
  });

  it('adds only evidence to what is known, and nothing to what is locked', async () => {
    await propose({ names: [mara], facts: [eyes] });
    const [known] = (await entry('Mara Venn')).facts;
    const smith = { ...fact('Mara Venn', 'eyes', 'Grey', 'She was a smith'), modality: 'spoken' as const };
    expect((await propose({ names: [mara], facts: [eyes, smith] })).body).toEqual(counts);
    expect((await entry('Mara Venn')).facts).toMatchObject([{ id: known?.id, evidence: [{}, {}] }]);
    await decide(known?.id, 'lock');
    await propose({ facts: [{ ...eyes, ...fact('Mara', 'eyes', 'grey', 'Ida watched') }] });
    expect((await entry('Mara Venn')).facts[0]?.evidence).toHaveLength(2);
  });

  it('is never proposed again once it was dismissed, nor while the storage is used up', async () => {
    await propose({ names: [mara], facts: [eyes] });
    await decide((await entry('Mara Venn')).facts[0]?.id, 'dismiss');
    expect((await propose({ facts: [eyes] })).body).toEqual(counts);
    const { used, allowed } = (await call(getBooksStorage)).body as { used: number; allowed: number };
    await books.rows('chapters').updateOne({ _id: chapterId }, { $inc: { storedBytes: allowed - used } as never });
    expect((await call(getBooksStorage)).body['used']).toBe(allowed);
    const { status, body } = await propose({
      names: [{ ...mara, name: 'Ida', aliases: [], at: text.indexOf('Ida') }],
    });
    expect([status, body]).toEqual([200, { ...counts, isStorageUsed: true }]);
  });

  it('moves with the text like other evidence, and is withdrawn when the text loses it', async () => {
    const watched = fact('Mara', 'other', 'is watched by Ida', 'Ida watched her from Harrow.');
    await propose({ names: [mara], facts: [watched] });
    await save(`It was late. ${text}`);
    await books.extractChapters(bookId);
    const { facts } = await entry('Mara Venn');
    expect(facts.filter(({ source }) => source === 'provider')).toMatchObject([
      { value: 'is watched by Ida', evidence: [{ rev: 3, from: 13 + watched.from, state: 'found' }] },
    ]);
    await save('Nobody came.');
    await books.extractChapters(bookId);
    expect(await entries()).toEqual([]);
  });

  it('is refused until rules have extracted from the revision, and schedules that extraction', async () => {
    await save(`${text} It rained.`);
    const reading = { rev: 3, names: [mara] };
    expect((await propose(reading)).body['code']).toBe('bible.extraction_pending');
    await books.runJob('read-chapters');
    expect((await propose(reading)).status).toBe(200);
  });

  it('is written once when two readings of the chapter end at the same moment', async () => {
    await propose({ names: [mara] });
    const readings = await Promise.all([1, 2].map(() => propose({ facts: [eyes] })));
    expect(readings.map(({ status }) => status)).toEqual([200, 200]);
    expect((await entry('Mara Venn')).facts).toHaveLength(1);
  });

  it('is refused for another revision, another book, a trashed chapter and a read-only book', async () => {
    const refusal = async (reading: Partial<ChapterReading> = {}) => (await propose(reading)).body['code'];
    expect([
      await refusal({ rev: 1 }),
      await refusal({ rev: 3 }),
      await refusal({ userId: 'another' }),
      await refusal({ chapterId: 'missing' }),
      await refusal({ chapterId: (await books.authorWithBook()).chapterId }),
    ]).toEqual([
      'books.stale_revision',
      'books.stale_revision',
      'books.not_found',
      'books.chapter_not_found',
      'books.chapter_not_found',
    ]);
    expect((await propose({}, { role: 'service', service: 'export' })).status).toBe(403);
    await call(deleteChapter, { id: chapterId });
    expect(await refusal()).toBe('books.chapter_not_found');

    author = await books.author({ plan: 'pro_oneoff', isActive: true, source: 'paid', oneOffCount: 1 });
    const readOnly = await books.book(author);
    [bookId, chapterId] = [readOnly.id, readOnly.chapterIds[0] ?? ''];
    await books.setPlan(author, { plan: 'pro_oneoff', isActive: false, oneOffCount: 1 });
    expect(await refusal({ rev: 1 })).toBe('plan.read_only');
  });

  it('has a scope with the book’s language, chapters, names and the author’s consent', async () => {
    const scope = async (userId = author.userId) =>
      (await books.call(readReadingScope, { as: ai, params: { id: bookId }, query: { userId } })).body;
    await propose({ names: [mara] });
    expect(await scope()).toEqual({
      providerReading: 'asked',
      aiSuspended: false,
      language: 'EN',
      chapters: [{ id: chapterId, rev: 2, providerRev: 2, wordCount: 20 }],
      entries: [maraEntry],
    });
    expect((await scope('another'))['code']).toBe('books.not_found');
    for (const providerReading of ['automatic', 'off'] as const) {
      const { status, body } = await call(setProviderReading, {}, { body: { ...(await state()), providerReading } });
      expect([status, body['providerReading']]).toEqual([200, providerReading]);
      expect((await scope())['providerReading']).toBe(providerReading);
    }
    expect((await call(setProviderReading, {}, { body: { providerReading: 'sometimes' } })).status).toBe(400);
  });

  it('is requested after each change when the author allows automatic reading', async () => {
    const changes = async () =>
      (await books.service.emitted(chapterContentChanged))
        .filter(({ key }) => key === chapterId)
        .map(({ data }) => [data['rev'], data['changedWords']]);
    await books.extractChapters(bookId);
    expect(await changes()).toEqual([]);
    await call(setProviderReading, {}, { body: { providerReading: 'automatic' } });
    await save(`${text} It rained on the old bridge.`);
    await books.extractChapters(bookId);
    await save(text);
    await books.extractChapters(bookId);
    await books.extractChapters(bookId);
    expect(await changes()).toEqual([
      [3, 6],
      [4, 6],
    ]);
  });
});
