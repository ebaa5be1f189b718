import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as bible from '@inkbear/contracts/bible/bible';
import type { BibleEntryDetails } from '@inkbear/contracts/bible/bible';
import type { Evidence } from '@inkbear/contracts/bible/entry';
import { deleteBook } from '@inkbear/contracts/books/book';
import { createChapter, getChapter, saveChapter } from '@inkbear/contracts/books/chapter';
import { getProvenance, type Provenance } from '@inkbear/contracts/books/provenance';
import * as contract from '@inkbear/contracts/books/scene';
import { aiResultCreated } from '@inkbear/contracts/events';
import type { Route } from '@inkbear/contracts/route';
import { type Author, BooksService, type Json } from '../testing/books-service.ts';

const rain = 'It rained all day, and the windows were shut until six.';
const mara = 'Mara Venn came in at dusk. Mara had grey eyes. “Good evening,” said Mara.';
const quote = 'Mara had grey eyes.';
const whole = `${rain}\n\n***\n\n${mara}`;

describe('what the book knows about a text that moves', () => {
  let books: BooksService;
  let author: Author;
  let bookId: string;
  let chapterId: string;
  let nextId: string;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());
  beforeEach(async () => {
    ({ author, bookId, chapterId } = await books.authorWithBook());
    nextId = (await call(createChapter, bookId, { title: 'Next' })).body['id'] as string;
  });

  const call = (route: Route, id: string, body?: Json, more: Json = {}) =>
    books.call(route, { as: author, params: { id }, ...(body && { body }), ...more } as never);
  const save = async (id: string, content: string) =>
    expect((await call(saveChapter, id, { content })).status).toBe(200);
  const chapter = async (id: string) => (await call(getChapter, id)).body as { content: string; rev: number };
  /** The entry of Mara with what is known about her. */
  const readMara = async (): Promise<BibleEntryDetails> => {
    const found = await call(bible.listBibleEntries, bookId, undefined, { query: { q: 'Mara' } });
    const entryId = (found.body as unknown as Json[])[0]?.['id'] as string;
    return (await call(bible.getBibleEntry, bookId, undefined, { params: { id: bookId, entryId } }))
      .body as BibleEntryDetails;
  };
  const evidence = async (): Promise<Evidence[]> => (await readMara()).facts.flatMap((fact) => fact.evidence);
  /** The chapters and texts to which the evidence points. */
  const passages = async () =>
    await Promise.all(
      (await evidence()).map(async ({ chapterId: id, from, to, state }) => [
        id,
        (await chapter(id)).content.slice(from, to),
        state,
      ]),
    );
  const split = async (rev: number, at: number) => {
    const { status, body } = await call(contract.splitChapter, chapterId, { rev, at });
    expect(status).toBe(201);
    const [, created] = body as unknown as Json[];
    return { newId: created?.['id'] as string, operationId: created?.['operationId'] as string };
  };
  const undo = (operationId: string) =>
    call(contract.undoStructure, bookId, undefined, { params: { id: bookId, operationId } });

  describe('the evidence of the story bible', () => {
    beforeEach(async () => {
      await save(chapterId, whole);
      await books.extractChapters(bookId);
      expect(await passages()).toEqual([[chapterId, quote, 'found']]);
    });

    it('follows a split, a merge and their undo at once, and stays there after the next extraction', async () => {
      const { newId, operationId } = await split(2, whole.indexOf(mara));
      expect(await evidence()).toMatchObject([{ chapterId: newId, rev: 2, from: mara.indexOf(quote) }]);
      await books.extractChapters(bookId);
      expect(await passages()).toEqual([[newId, quote, 'found']]);
      await undo(operationId);
      expect(await passages()).toEqual([[chapterId, quote, 'found']]);
      await books.extractChapters(bookId);
      expect(await passages()).toEqual([[chapterId, quote, 'found']]);
    });

    it('is found again when its chapter was edited and not extracted before it moves', async () => {
      expect((await books.patch(author, chapterId, 2, [[0, 'At noon. '], whole.length])).status).toBe(200);
      const { newId } = await split(3, whole.indexOf(mara) + 'At noon. '.length);
      expect(await passages()).toEqual([[newId, quote, 'found']]);
      expect((await books.patch(author, newId, 2, [[0, 'Later. '], mara.length])).status).toBe(200);
      expect((await call(contract.mergeChapters, chapterId, { rev: 4, withRev: 3 })).status).toBe(200);
      expect(await passages()).toEqual([[chapterId, quote, 'found']]);
      await books.extractChapters(bookId);
      expect(await passages()).toEqual([[chapterId, quote, 'found']]);
    });

    it('follows a scene to a chapter that was extracted before, also when that is edited before the extraction', async () => {
      await save(nextId, `${rain} ${rain}`);
      await books.extractChapters(bookId);
      const moved = await call(contract.moveScene, chapterId, {
        rev: 2,
        index: 1,
        toChapterId: nextId,
        toRev: 2,
        toIndex: 1,
      });
      expect(moved.status).toBe(200);
      expect(await passages()).toEqual([[nextId, quote, 'found']]);
      const { content, rev } = await chapter(nextId);
      expect((await books.patch(author, nextId, rev, [[0, 'Now. '], content.length])).status).toBe(200);
      await books.extractChapters(bookId);
      expect(await passages()).toEqual([[nextId, quote, 'found']]);
    });

    it('does not move when another part of its chapter does', async () => {
      const moved = await call(contract.moveScene, chapterId, {
        rev: 2,
        index: 0,
        toChapterId: nextId,
        toRev: 1,
        toIndex: 0,
      });
      expect(moved.status).toBe(200);
      await books.extractChapters(bookId);
      expect(await passages()).toEqual([[chapterId, quote, 'found']]);
    });

    it('counts the same bytes of the story bible', async () => {
      await split(2, whole.indexOf(mara));
      const rows = await Promise.all(
        ['bible_entries', 'bible_facts'].map((name) => books.rows(name).find({ bookId }).toArray()),
      );
      const bytes = rows.flat().reduce((sum, row) => sum + (row['storedBytes'] as number), 0);
      expect(await books.rows('books').findOne({ _id: bookId })).toMatchObject({ bibleBytes: bytes });
    });
  });

  it('a fact that is valid from a place in the moved text is valid from there', async () => {
    await save(chapterId, whole);
    const { body: entry } = await call(bible.createBibleEntry, bookId, { kind: 'character', name: 'Mara' });
    const since = { chapterId, at: whole.indexOf(mara) };
    const params = { id: bookId, entryId: entry['id'] as string };
    await call(bible.createBibleFact, bookId, { attribute: 'eyes', value: 'grey', since }, { params });
    const { newId } = await split(2, whole.indexOf(mara));
    expect((await readMara()).facts[0]?.since).toEqual({ chapterId: newId, at: 0 });
  });

  describe('the origins of words', () => {
    const passage = 'The harbour lay under a grey sky and nobody came down to the boats that morning.';
    const none = { own: 0, pasted: 0, imported: 0, generated: 0, edited: 0, rewritten: 0 };
    const words = async (id: string) => {
      const { body } = await call(getProvenance, bookId);
      return (body as Provenance).chapters.find((each) => each.chapterId === id)?.words;
    };
    /** A chapter with a sentence of the author, and an AI passage in which the author has replaced a word by two. */
    const write = async () => {
      const resultId = randomUUID();
      const result = { resultId, userId: author.userId, bookId, chapterId, action: 'generate', option: null } as const;
      await books.service.deliver(aiResultCreated, resultId, { ...result, fingerprint: { window: 4, hashes: '' } });
      const origins = [{ from: rain.length + 2, to: rain.length + 2 + passage.length, kind: 'ai', resultId }];
      await books.patch(author, chapterId, 1, [[0, ...`${rain}\n\n${passage}`.split('\n')]], { origins });
      const from = rain.length + 2 + passage.indexOf('nobody');
      const rest = rain.length + 2 + passage.length - from - 'nobody'.length;
      expect((await books.patch(author, chapterId, 2, [from, [6, 'hardly anybody'], rest])).status).toBe(200);
    };
    const ownWords = { ...none, own: 11 };
    const aiWords = { ...none, generated: 15, rewritten: 2 };

    it.each([
      ['known', true],
      ['not known yet', false],
    ])('are kept by a split and a merge when they are %s', async (_name, isClassified) => {
      await write();
      if (isClassified) expect(await words(chapterId)).toEqual({ ...aiWords, own: 11 });
      const { newId } = await split(3, rain.length + 2);
      if (isClassified) expect([await words(chapterId), await words(newId)]).toEqual([ownWords, aiWords]);
      expect((await call(contract.mergeChapters, chapterId, { rev: 4, withRev: 2 })).status).toBe(200);
      expect(await words(chapterId)).toEqual({ ...aiWords, own: 11 });
    });

    it('are kept by a scene that moves', async () => {
      await write();
      const moved = { rev: 3, index: 0, toChapterId: nextId, toRev: 1, toIndex: 0 };
      expect((await call(contract.moveScene, chapterId, moved)).status).toBe(200);
      expect(await words(nextId)).toEqual({ ...aiWords, own: 11 });
    });
  });

  it('operations are deleted with their book', async () => {
    await save(chapterId, whole);
    await split(2, 10);
    expect(await books.rows('structure_operations').countDocuments({ bookId })).toBe(1);
    await call(deleteBook, bookId);
    await books.afterDays(31, () => books.runJob('purge-trash'));
    expect(await books.rows('structure_operations').countDocuments({ bookId })).toBe(0);
  });
});
