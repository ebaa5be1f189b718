import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as bible from '@inkbear/contracts/bible/bible';
import type { BibleEntryDetails } from '@inkbear/contracts/bible/bible';
import * as contract from '@inkbear/contracts/bible/finding';
import type { StoryFinding } from '@inkbear/contracts/bible/finding';
import { type ComparedFact, readComparedFacts, reportContradictions } from '@inkbear/contracts/bible/internal';
import { setProviderReading } from '@inkbear/contracts/bible/suggestion';
import { createChapter, saveChapter } from '@inkbear/contracts/books/chapter';
import type { Route } from '@inkbear/contracts/route';
import { type Author, BooksService, type Json } from '../testing/books-service.ts';

const first = 'Mara Venn came in at dusk. Mara had grey eyes. “Good evening,” said Mara.';
const second = 'Mara looked up. A tear stood in the green of it, and Ida turned away from Mara.';

describe('contradictions that a provider found', () => {
  let books: BooksService;
  let author: Author;
  let bookId: string;
  let chapterId: string;
  let laterId: string;
  let factId: string;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());
  beforeEach(async () => {
    ({ author, bookId, chapterId } = await books.authorWithBook());
    laterId = (await call(createChapter, {}, { body: { title: 'Later' } })).body['id'] as string;
    await save(chapterId, first);
    await save(laterId, second);
    await books.extractChapters(bookId);
    const [entry] = (await call(bible.listBibleEntries, {}, { query: { q: 'Mara' } })).body as unknown as {
      id: string;
    }[];
    const { facts } = (await call(bible.getBibleEntry, { entryId: entry?.id })).body as BibleEntryDetails;
    factId = facts.find(({ attribute }) => attribute === 'eyes')?.id ?? '';
    const items = [entry?.id, factId].map((id) => ({ id, decision: 'accept' }));
    await call(bible.decideBible, {}, { body: { items } });
  });

  const ai = { role: 'service', service: 'ai' } as const;
  const call = async (route: Route, params: Json = {}, more: Json = {}) =>
    await books.call(route, { as: author, params: { id: bookId, ...params }, ...more } as never);
  const save = async (id: string, content: string): Promise<void> => {
    expect((await call(saveChapter, { id }, { body: { content } })).status).toBe(200);
  };
  const compared = async (id: string): Promise<ComparedFact[]> =>
    (
      await books.call(readComparedFacts, {
        as: ai,
        params: { id: bookId },
        query: { userId: author.userId, chapterId: id },
      })
    ).body['facts'] as ComparedFact[];
  const quote = 'the green of it';
  const green = () => {
    const from = second.indexOf(quote);
    return { factId, value: 'green', from, to: from + quote.length, quote };
  };
  const report = (contradictions: object[], more: object = {}) =>
    books.call(reportContradictions, {
      as: ai,
      params: { id: bookId },
      body: { userId: author.userId, chapterId: laterId, rev: 2, contradictions, ...more },
    });
  const findings = async (): Promise<StoryFinding[]> =>
    (await call(contract.listFindings)).body as unknown as StoryFinding[];

  it('are searched only in facts that another chapter states about entries that this one names', async () => {
    expect(await compared(laterId)).toEqual([{ id: factId, name: 'Mara Venn', attribute: 'eyes', value: 'grey' }]);
    expect(await compared(chapterId)).toEqual([]);
    await save(laterId, 'Ida turned away.');
    expect(await compared(laterId)).toEqual([]);
  });

  it('are listed with both quotes, and resolved like those of a rule', async () => {
    expect((await report([green()])).body).toEqual({ findings: 1 });
    const [finding] = await findings();
    expect(finding).toMatchObject({
      group: 'continuity',
      source: 'provider',
      severity: 'error',
      places: [
        { chapterId, quote: 'Mara had grey eyes.' },
        { chapterId: laterId, rev: 2, quote },
      ],
      contradiction: { name: 'Mara Venn', attribute: 'eyes', first: 'grey', second: 'green' },
    });
    const decided = await call(
      contract.decideContradiction,
      { findingId: finding?.id },
      { body: { decision: 'changed-here' } },
    );
    expect([decided.status, await findings()]).toEqual([200, []]);
    expect(await compared(laterId)).toEqual([]);
  });

  it('stay when the rules check again, and are replaced by the next report', async () => {
    await report([green()]);
    await call(contract.checkBook, {}, { body: { groups: ['continuity'] } });
    expect((await findings()).map(({ source }) => source)).toEqual(['provider']);
    expect((await report([])).body).toEqual({ findings: 0 });
    expect(await findings()).toEqual([]);
  });

  it('go when the rules check a text without the quote', async () => {
    await report([green()]);
    await save(laterId, second.replace(quote, 'her eyes'));
    await call(contract.checkBook, {}, { body: { groups: ['continuity'] } });
    expect(await findings()).toEqual([]);
  });

  it('are cut when the values are long', async () => {
    await report([{ ...green(), value: 'v'.repeat(300) }]);
    await books.rows('bible_facts').updateOne({ _id: factId }, { $set: { value: 'f'.repeat(300) } as never });
    await report([{ ...green(), value: 'v'.repeat(300) }]);
    const [finding] = await findings();
    expect(finding?.text).toHaveLength(500);
  });

  it('are dropped when the quote is elsewhere or the fact is unknown, and refused for another revision', async () => {
    const shifted = { ...green(), from: 1, to: 1 + quote.length };
    expect((await report([shifted, { ...green(), factId: 'unknown' }])).body).toEqual({ findings: 0 });
    expect((await report([green()], { rev: 1 })).body['code']).toBe('books.stale_revision');
    expect((await report([green()], { chapterId: 'missing' })).body['code']).toBe('books.chapter_not_found');
    await call(setProviderReading, {}, { body: { providerReading: 'off' } });
    expect((await report([green()])).body['code']).toBe('bible.reading_off');
  });
});
