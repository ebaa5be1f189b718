import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import * as contract from '@inkbear/contracts/bible/bible';
import type { BibleEntryDetails, EntryWithDecisionId } from '@inkbear/contracts/bible/bible';
import type { BibleEntry } from '@inkbear/contracts/bible/entry';
import {
  type BibleSuggestion,
  type BibleState,
  getBible,
  listBibleProposals,
} from '@inkbear/contracts/bible/suggestion';
import { deleteBook } from '@inkbear/contracts/books/book';
import { createChapter, saveChapter } from '@inkbear/contracts/books/chapter';
import { getBooksStorage } from '@inkbear/contracts/storage';
import type { Route } from '@inkbear/contracts/route';
import { firstRetryMs } from '@inkbear/service-kit/batches';
import { ProblemError } from '@inkbear/service-kit/problem';
import { type Author, BooksService, type Json } from '../testing/books-service.ts';
import { maxUnitsPerExtraction } from './extraction.ts';
import { StoryExtractor } from './story-extractor.ts';
import { seenInMax } from './propose-rows.ts';

const mara = 'Mara Venn came in at dusk. Mara had grey eyes. “Good evening,” said Mara.';

describe('the extraction of a story bible from chapters', () => {
  let books: BooksService;
  let author: Author;
  let bookId: string;
  let chapterId: string;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());
  beforeEach(async () => ({ author, bookId, chapterId } = await books.authorWithBook()));

  const call = async (route: Route, params: Json = {}, more: Json = {}) =>
    await books.call(route, { as: author, params: { id: bookId, ...params }, ...more } as never);
  const save = async (content: string, id = chapterId): Promise<void> => {
    expect((await call(saveChapter, { id }, { body: { content } })).status).toBe(200);
  };
  const readAll = (): Promise<void> => books.extractChapters(bookId);
  const readText = async (content: string, id = chapterId): Promise<void> => {
    await save(content, id);
    await readAll();
  };
  const proposals = async (): Promise<BibleSuggestion[]> =>
    (await call(listBibleProposals)).body as unknown as BibleSuggestion[];
  const describeProposal = (proposal: BibleSuggestion): string => {
    if (proposal.type === 'entry') return `${proposal.entry.kind} ${proposal.entry.name}`;
    if (proposal.type === 'fact') return `${proposal.of.name}: ${proposal.fact.attribute} ${proposal.fact.value}`;
    return `${proposal.of.name}: ${proposal.relation.type} ${proposal.to.name}`;
  };
  const proposed = async (): Promise<string[]> => (await proposals()).map(describeProposal);
  const entry = async (name: string): Promise<BibleEntryDetails> => {
    const { body } = await call(contract.listBibleEntries, {}, { query: { q: name } });
    const [found] = body as unknown as BibleEntry[];
    return (await call(contract.getBibleEntry, { entryId: found?.id })).body as BibleEntryDetails;
  };
  const eyesOf = async (name: string) => (await entry(name)).facts.find(({ attribute }) => attribute === 'eyes');
  const decide = async (id: string | undefined, decision: string): Promise<Json> =>
    (await call(contract.decideBible, {}, { body: { items: [{ id, decision }] } })).body;
  const state = async (): Promise<BibleState> => (await call(getBible)).body as BibleState;

  it('waits until a chapter was not saved for ten seconds, or for a minute after its first save', async () => {
    await save(mara);
    await books.runJob('flush-progress');
    await books.runJob('read-chapters');
    expect(await proposed()).toEqual([]);
    expect((await state()).chapters).toEqual([{ chapterId, rev: 2, localRev: 0, providerRev: 0, state: 'waiting' }]);
    const row = () => books.rows('chapter_readings').findOne({ _id: chapterId });
    const first = await row();
    const noticedAt = (first?.['changedAt'] as Date).getTime();
    expect((first?.['dueAt'] as Date).getTime() - noticedAt).toBe(10_000);
    // A save just before the minute is over does not delay the extraction further.
    await books
      .rows('chapter_readings')
      .updateOne({ _id: chapterId }, { $set: { changedAt: new Date(noticedAt - 58_000) } });
    await save(`${mara} She sat down.`);
    await books.rows('chapters').updateOne({ _id: chapterId }, { $set: { progressDueAt: new Date(1) } });
    await books.runJob('flush-progress');
    expect(((await row())?.['dueAt'] as Date).getTime()).toBe(noticedAt + 2000);
  });

  it('extracts the first 600,000 characters of a longer chapter', async () => {
    const rain = 'It rained. '.repeat(Math.ceil(maxUnitsPerExtraction / 11));
    const late = 'Tobias Reed came in at dusk. Tobias had blue eyes. “Good evening,” said Tobias.';
    await readText(`${mara} ${rain}${late}`);
    expect(await proposed()).toEqual(['character Mara Venn', 'Mara Venn: eyes grey']);
    await readText(`${mara} ${late} ${rain}`);
    expect((await proposed()).toSorted()).toEqual([
      'Mara Venn: eyes grey',
      'Tobias Reed: eyes blue',
      'character Mara Venn',
      'character Tobias Reed',
    ]);
  });

  it('proposes names and facts with the sentence that states them', async () => {
    await readText(mara);
    expect(await proposed()).toEqual(['character Mara Venn', 'Mara Venn: eyes grey']);
    const found = await entry('Mara');
    expect(found).toMatchObject({ status: 'proposed', source: 'local', aliases: ['Mara'] });
    const [evidence] = found.facts[0]?.evidence ?? [];
    expect(evidence).toEqual({
      chapterId,
      rev: 2,
      from: mara.indexOf('Mara had'),
      to: mara.indexOf(' “'),
      quote: 'Mara had grey eyes.',
      state: 'found',
    });
    expect(await state()).toEqual({
      providerReading: 'asked',
      counts: { entries: 1, facts: 1, relations: 0, proposals: 2 },
      chapters: [{ chapterId, rev: 2, localRev: 2, providerRev: 0, state: 'current' }],
    });
  });

  it('extracts from the chapters of a book together, so that a name is one entry', async () => {
    const { body: second } = await call(createChapter, {}, { body: { title: 'Two' } });
    await save(mara);
    await save('Captain Venn waited. Mara Venn saw Tom Reed there. Tom Reed was her brother.', second['id'] as string);
    await readAll();
    expect((await proposed()).filter((text) => text.startsWith('character'))).toEqual(
      expect.arrayContaining(['character Mara Venn', 'character Tom Reed']),
    );
    expect((await state()).counts.entries).toBe(2);
  });

  it('proposes relations between entries', async () => {
    await readText('Mara Venn met Tom Reed in the hall. Tom Reed was the brother of Mara Venn.');
    expect((await proposed()).filter((text) => / (?:sibling|brother)/.test(text))).toHaveLength(1);
  });

  it('adds evidence to a fact that is known, and proposes it only once', async () => {
    await readText(mara);
    const { body: second } = await call(createChapter, {}, { body: { title: 'Two' } });
    await readText('Mara Venn turned. Mara had grey eyes, and they were wet.', second['id'] as string);
    expect(await proposed()).toEqual(['character Mara Venn', 'Mara Venn: eyes grey']);
    expect((await eyesOf('Mara'))?.evidence.map((each) => each.chapterId)).toEqual([chapterId, second['id']]);
  });

  it("replaces a proposed entry with the author's entry of that name, and restores it on undo", async () => {
    await readText(mara);
    const { status, body } = await call(
      contract.createBibleEntry,
      {},
      { body: { kind: 'character', name: 'mara venn', summary: 'A smith.' } },
    );
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ status: 'accepted', source: 'author', aliases: ['Mara'] }),
    ]);
    expect(await proposed()).toEqual(['mara venn: eyes grey']);
    await call(contract.undoBibleDecision, { decisionId: body['decisionId'] });
    expect(await proposed()).toEqual(['character Mara Venn', 'Mara Venn: eyes grey']);
  });

  it('moves evidence with the text, and marks it as changed or lost', async () => {
    await readText(mara);
    await decide((await eyesOf('Mara'))?.id, 'accept');
    await readText(`It was late. ${mara}`);
    expect((await eyesOf('Mara'))?.evidence).toEqual([
      expect.objectContaining({ rev: 3, from: 13 + mara.indexOf('Mara had'), state: 'found' }),
    ]);
    await readText(mara.replace('Mara had grey eyes.', 'Mara also had grey eyes.'));
    expect((await eyesOf('Mara'))?.evidence).toEqual([
      expect.objectContaining({ rev: 4, quote: 'Mara had grey eyes.' }),
    ]);
    await readText('Mara Venn came in at dusk. “Good evening,” said Mara.');
    expect(await eyesOf('Mara')).toMatchObject({ status: 'accepted', evidence: [{ rev: 5, state: 'lost' }] });
    await readText(mara);
    expect((await eyesOf('Mara'))?.evidence).toEqual([expect.objectContaining({ rev: 6, state: 'found' })]);
  });

  it('withdraws proposals that the text no longer has, and keeps what the author accepted', async () => {
    await readText(`${mara}\n\nTom Reed waited outside. “No,” said Tom Reed.`);
    expect(await proposed()).toContain('character Tom Reed');
    await decide((await entry('Mara')).id, 'accept');
    await readText('Nobody came.');
    expect(await proposed()).toEqual([]);
    expect(await entry('Mara')).toMatchObject({ status: 'accepted', facts: [] });
  });

  it('does not withdraw an entry that more chapters name than are stored', async () => {
    const ids = [chapterId];
    for (let number = 1; number <= seenInMax; number += 1) {
      const { body } = await call(createChapter, {}, { body: { title: `Chapter ${number}` } });
      ids.push(body['id'] as string);
    }
    for (const id of ids) await save(mara, id);
    await readAll();
    for (const id of ids.slice(0, -1)) await save('Nobody came.', id);
    await readAll();
    expect(await proposed()).toContain('character Mara Venn');
  });

  it('never proposes again what was dismissed', async () => {
    await readText(mara);
    await decide((await eyesOf('Mara'))?.id, 'dismiss');
    await readText(`${mara}\n\nMara had grey eyes.`);
    expect(await proposed()).toEqual(['character Mara Venn']);
    await decide((await entry('Mara')).id, 'dismiss');
    await readText(`At last. ${mara}`);
    expect(await proposed()).toEqual([]);
  });

  it('changes nothing but the evidence of what the author wrote, and adds none to what is locked', async () => {
    const { body } = await call(contract.createBibleEntry, {}, { body: { kind: 'character', name: 'Mara Venn' } });
    const created = body as EntryWithDecisionId;
    const { body: written } = await call(
      contract.createBibleFact,
      { entryId: created.id },
      { body: { attribute: 'eyes', value: 'Grey' } },
    );
    const factId = (written as EntryWithDecisionId).facts[0]?.id;
    await readText(mara);
    expect(await entry('Mara')).toMatchObject({ aliases: [], status: 'accepted', source: 'author' });
    expect(await eyesOf('Mara')).toMatchObject({ id: factId, value: 'Grey', evidence: [{ state: 'found' }] });
    await decide(factId, 'lock');
    await readText(`${mara}\n\nMara had grey eyes.`);
    expect((await eyesOf('Mara'))?.evidence).toHaveLength(1);
  });

  it('lets an undo ignore that evidence was moved, and withdraws the proposals of an entry whose creation is undone', async () => {
    const { body: created } = await call(
      contract.createBibleEntry,
      {},
      { body: { kind: 'character', name: 'Mara Venn' } },
    );
    await readText(mara);
    const accepted = await decide((await eyesOf('Mara'))?.id, 'accept');
    await readText(`It was late. ${mara}`);
    const undone = await call(contract.undoBibleDecision, { decisionId: accepted['decisionId'] });
    expect(undone.body).toMatchObject({ skipped: [] });
    expect(await eyesOf('Mara')).toMatchObject({ status: 'proposed', evidence: [{ rev: 3, state: 'found' }] });
    await call(contract.undoBibleDecision, { decisionId: (created as EntryWithDecisionId).decisionId });
    expect((await state()).counts).toEqual({ entries: 0, facts: 0, relations: 0, proposals: 0 });
  });

  it('retries when the author changes the story bible meanwhile', async () => {
    await save(mara);
    await Promise.all([
      readAll(),
      call(contract.createBibleEntry, {}, { body: { kind: 'character', name: 'Mara Venn' } }),
    ]);
    await readText(`${mara} It was late.`);
    const rows = await books.rows('bible_entries').find({ bookId }).toArray();
    expect(rows).toHaveLength(1);
    expect((await entry('Mara')).facts).toHaveLength(1);
  });

  it('says that it runs, and that it has failed until it succeeds', async () => {
    const chapterState = async () => (await state()).chapters[0]?.state;
    await save(mara);
    const seen: unknown[] = [];
    const extract = jest.spyOn(StoryExtractor.prototype, 'extract').mockImplementationOnce(async () => {
      seen.push(await chapterState());
      throw new Error('broken');
    });
    await readAll();
    extract.mockRestore();
    seen.push(await chapterState());
    await wait(firstRetryMs);
    await readAll();
    expect([...seen, await chapterState()]).toEqual(['running', 'failed', 'current']);
  });

  it('has not failed for a chapter that had nothing new, nor for one that waits for the next attempt', async () => {
    const { id: other } = (await call(createChapter, {}, { body: { title: 'Two' } })).body as { id: string };
    const states = async () => {
      const { chapters } = await state();
      return [chapterId, other].map((id) => chapters.find((each) => each.chapterId === id)?.state);
    };
    const fail = async (error: Error) => {
      const extract = jest.spyOn(StoryExtractor.prototype, 'extract').mockRejectedValueOnce(error);
      await readAll();
      extract.mockRestore();
      return await states();
    };
    await readText(mara);
    await save('Rain fell.', other);
    await books.rows('chapter_readings').updateOne({ _id: chapterId }, { $set: { dueAt: new Date(1) } });
    expect(await fail(new Error('broken'))).toEqual(['current', 'failed']);
    await save(`${mara} She sat down.`);
    await books.rows('chapters').updateOne({ _id: chapterId }, { $set: { progressDueAt: new Date(1) } });
    await books.runJob('flush-progress');
    expect(await states()).toEqual(['waiting', 'failed']);
    await wait(firstRetryMs);
    expect(await fail(new ProblemError('bible.busy'))).toEqual(['waiting', 'waiting']);
  });

  it('skips a book in the trash, and counts what it stores as part of the story bible', async () => {
    await readText(mara);
    const rows = await Promise.all(
      ['bible_entries', 'bible_facts'].map((table) => books.rows(table).find({ bookId }).toArray()),
    );
    const bytes = rows.flat().reduce((sum, row) => sum + (row['storedBytes'] as number), 0);
    expect((await books.rows('books').findOne({ _id: bookId }))?.['bibleBytes']).toBe(bytes);
    await save(`${mara} Tom Reed waited. “No,” said Tom Reed.`);
    await call(deleteBook);
    await readAll();
    expect(await books.rows('bible_entries').countDocuments({ bookId })).toBe(1);
    expect((await books.rows('chapter_readings').findOne({ _id: chapterId }))?.['dueAt']).toBeNull();
  });

  it('moves evidence and proposes nothing while the storage is used up', async () => {
    await readText(mara);
    await save(`It was late. ${mara} Tom Reed waited. “No,” said Tom Reed.`);
    const { used, allowed } = (await call(getBooksStorage)).body as { used: number; allowed: number };
    await books.rows('chapters').updateOne({ _id: chapterId }, { $inc: { storedBytes: allowed - used } as never });
    expect((await call(getBooksStorage)).body['used']).toBe(allowed);
    await readAll();
    expect(await proposed()).toEqual(['character Mara Venn', 'Mara Venn: eyes grey']);
    expect((await eyesOf('Mara'))?.evidence).toEqual([expect.objectContaining({ rev: 3, state: 'found' })]);
    expect((await state()).chapters[0]?.state).toBe('current');
  });

  it('lists proposals page by page', async () => {
    await readText(`${mara}\n\nTom Reed waited outside. Tom Reed had brown eyes. “No,” said Tom Reed.`);
    const all = await proposed();
    expect(all).toHaveLength(4);
    const pages: string[] = [];
    let cursor: string | null = null;
    do {
      const { body, headers } = await call(listBibleProposals, {}, { query: { limit: 1, ...(cursor && { cursor }) } });
      pages.push(...(body as unknown as BibleSuggestion[]).map(describeProposal));
      cursor = /cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1] ?? null;
      cursor = cursor && decodeURIComponent(cursor);
    } while (cursor);
    expect(pages).toEqual(all);
  });
});
