import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import * as contract from '@inkbear/contracts/bible/bible';
import type { BibleEntryDetails, EntryWithDecisionId } from '@inkbear/contracts/bible/bible';
import { bibleLimits } from '@inkbear/contracts/bible/entry';
import { type BiblePage, type ContextEntry, readBiblePage } from '@inkbear/contracts/bible/internal';
import { getBible, listBibleProposals, setProviderReading } from '@inkbear/contracts/bible/suggestion';
import { deleteBook, listTrash, restoreTrash, updateBook } from '@inkbear/contracts/books/book';
import { createChapter, deleteChapter, orderChapters, saveChapter } from '@inkbear/contracts/books/chapter';
import { readChapterContext } from '@inkbear/contracts/books/internal';
import type { Route } from '@inkbear/contracts/route';
import { getBooksStorage } from '@inkbear/contracts/storage';
import { type Author, BooksService, type Json } from '../testing/books-service.ts';

const tables = ['bible_entries', 'bible_facts', 'bible_relations', 'bible_dismissals', 'bible_decisions'];

describe('the story bible of a book', () => {
  let books: BooksService;
  let author: Author;
  let bookId: string;
  let chapterId: string;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());
  beforeEach(async () => ({ author, bookId, chapterId } = await books.authorWithBook()));

  const callAs = (as: Author | 'nobody', route: Route, params: Json, body?: Json, more: Json = {}) =>
    books.call(route, { as, params: { id: bookId, ...params }, ...(body && { body }), ...more } as never);
  const call = (route: Route, params: Json = {}, body?: Json, more: Json = {}) =>
    callAs(author, route, params, body, more);
  /** Calls a route that must succeed. */
  const write = async (route: Route, params: Json, body?: Json): Promise<EntryWithDecisionId> => {
    const { status, body: reply } = await call(route, params, body);
    expect([200, 201]).toContain(status);
    return reply as EntryWithDecisionId;
  };
  const addEntry = (name: string, fields: Json = {}) =>
    write(contract.createBibleEntry, {}, { kind: 'character', name, ...fields });
  const addFact = (entryId: string, value: string, fields: Json = {}) =>
    write(contract.createBibleFact, { entryId }, { attribute: 'eyes', value, ...fields });
  const relate = (entryId: string, toId: string, type = 'knows') =>
    write(contract.createBibleRelation, { entryId }, { toId, type });
  const read = async (entryId: string, query: Json = {}): Promise<BibleEntryDetails> =>
    (await call(contract.getBibleEntry, { entryId }, undefined, { query })).body as BibleEntryDetails;
  const undo = async (decisionId: string) => (await call(contract.undoBibleDecision, { decisionId })).body;
  const names = async (query: Json = {}) =>
    ((await call(contract.listBibleEntries, {}, undefined, { query })).body as unknown as { name: string }[]).map(
      ({ name }) => name,
    );
  const propose = (table: string, ...ids: string[]) =>
    books.rows(table).updateMany({ _id: { $in: ids } }, { $set: { status: 'proposed', source: 'local' } });
  const decide = async (...items: [string, string][]) =>
    (await call(contract.decideBible, {}, { items: items.map(([id, decision]) => ({ id, decision })) })).body;

  /** The counted bytes of all rows minus the counter of the book; 0 when the counter is exact. */
  const uncounted = async (): Promise<number> => {
    const sums = await Promise.all(
      tables.map(async (name) => {
        const rows = await books.rows(name).find({ bookId }).toArray();
        return rows.reduce((sum, row) => sum + (row['storedBytes'] as number), 0);
      }),
    );
    const book = await books.rows('books').findOne({ _id: bookId });
    return sums.reduce((sum, bytes) => sum + bytes, 0) - ((book?.['bibleBytes'] as number | undefined) ?? 0);
  };

  it('has entries that are created, read, changed and deleted', async () => {
    const { decisionId, ...created } = await addEntry('Mara Venn', { aliases: ['Mara', 'Mara', ''], notes: 'Secret.' });
    expect(decisionId).toEqual(expect.any(String));
    expect(created).toMatchObject({
      kind: 'character',
      aliases: ['Mara'],
      status: 'accepted',
      source: 'author',
      rev: 1,
      facts: [],
      relations: [],
    });
    const { headers } = await call(contract.getBibleEntry, { entryId: created.id });
    expect(headers.get('etag')).toBe('"1"');
    const changed = await write(contract.updateBibleEntry, { entryId: created.id }, { ...created, name: 'Mara Vane' });
    expect([changed.name, changed.notes, changed.rev]).toEqual(['Mara Vane', 'Secret.', 2]);
    const fields = { kind: 'character', name: 'Mara', when: { weekday: 3 } };
    expect((await write(contract.updateBibleEntry, { entryId: created.id }, fields)).when).toEqual({ weekday: 3 });
    const { kind, name } = fields;
    expect(await write(contract.updateBibleEntry, { entryId: created.id }, { kind, name })).not.toHaveProperty('when');
    await write(contract.deleteBibleEntry, { entryId: created.id });
    expect((await call(contract.getBibleEntry, { entryId: created.id })).body['code']).toBe('bible.not_found');
    expect(await uncounted()).toBe(0);
  });

  it('lists entries by name, page by page, by kind and status, and by the beginning of a name or alias', async () => {
    for (const name of ['Zoe', 'adam', 'Éva', 'Mara Venn']) await addEntry(name);
    await addEntry('Harrow', { kind: 'place', aliases: ['The Village'] });
    expect(await names()).toEqual(['adam', 'Harrow', 'Mara Venn', 'Zoe', 'Éva']);
    expect(await names({ kind: 'place' })).toEqual(['Harrow']);
    expect(await names({ q: 'MARA  v' })).toEqual(['Mara Venn']);
    expect(await names({ q: 'the vil' })).toEqual(['Harrow']);
    expect(await names({ q: 'venn' })).toEqual([]);
    expect(await names({ status: 'proposed' })).toEqual([]);
    const first = await call(contract.listBibleEntries, {}, undefined, { query: { limit: '2' } });
    const link = new URL((first.headers.get('link') ?? '').split(/[<>]/)[1] ?? '', 'http://x');
    expect(link.pathname).toBe(`/api/books/${bookId}/bible/entries`);
    expect(await names(Object.fromEntries(link.searchParams))).toEqual(['Mara Venn', 'Zoe']);
  });

  it('rejects a taken name in any case or encoding, also when two requests race', async () => {
    await addEntry('Mara  Venn');
    expect((await call(contract.createBibleEntry, {}, { kind: 'place', name: 'MARA venn' })).body['code']).toBe(
      'bible.name_taken',
    );
    const other = await addEntry('Ida', { aliases: ['Mara Venn'] });
    expect(
      (await call(contract.updateBibleEntry, { entryId: other.id }, { kind: 'character', name: 'mara venn' })).status,
    ).toBe(409);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call(contract.createBibleEntry, {}, { kind: 'character', name: 'Tom' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect(await uncounted()).toBe(0);
  });

  it('replies 412 to a change of another revision, and the same to a repeated POST', async () => {
    const { id: entryId } = await addEntry('Mara');
    const body = { kind: 'character', name: 'Mara V.' };
    const stale = await call(contract.updateBibleEntry, { entryId }, body, { headers: { 'if-match': '"7"' } });
    expect([stale.status, stale.body['code'], stale.body['rev']]).toEqual([412, 'bible.stale_revision', 1]);
    const removed = await call(contract.deleteBibleEntry, { entryId }, undefined, { headers: { 'if-match': '"2"' } });
    expect(removed.status).toBe(412);
    expect((await call(contract.updateBibleEntry, { entryId }, body, { headers: { 'if-match': '"1"' } })).status).toBe(
      200,
    );
    const headers = { 'idempotency-key': randomUUID() };
    const fact = { attribute: 'eyes', value: 'grey' };
    const [first, again] = [
      await call(contract.createBibleFact, { entryId }, fact, { headers }),
      await call(contract.createBibleFact, { entryId }, fact, { headers }),
    ];
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await read(entryId)).facts).toHaveLength(1);
  });

  it('accepts one of ten concurrent changes of the same revision', async () => {
    const { id: entryId } = await addEntry('Mara');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_one, index) =>
        call(
          contract.updateBibleEntry,
          { entryId },
          { kind: 'character', name: `Mara ${index}` },
          { headers: { 'if-match': '"1"' } },
        ),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
  });

  it('has facts and relations that must fit the entry, the book and each other', async () => {
    const [{ id: mara }, { id: harrow }] = [await addEntry('Mara'), await addEntry('Harrow', { kind: 'place' })];
    const refused = [
      await call(contract.createBibleFact, { entryId: harrow }, { attribute: 'eyes', value: 'grey' }),
      await call(contract.createBibleFact, { entryId: mara }, { attribute: 'colour-of-soul', value: 'grey' }),
      await call(contract.createBibleFact, { entryId: mara }, { attribute: 'eyes', value: ' ' }),
      await call(contract.createBibleFact, { entryId: mara }, { attribute: 'eyes', value: 'x', knownBy: ['nobody'] }),
      await call(
        contract.createBibleFact,
        { entryId: mara },
        { attribute: 'eyes', value: 'x', since: { chapterId: 'c', at: 0 } },
      ),
      await call(contract.createBibleFact, { entryId: 'nobody' }, { attribute: 'eyes', value: 'x' }),
      await call(contract.createBibleRelation, { entryId: mara }, { toId: mara, type: 'knows' }),
      await call(contract.createBibleRelation, { entryId: mara }, { toId: 'nobody', type: 'knows' }),
      await call(
        contract.createBibleEntry,
        {},
        { kind: 'event', name: 'Flood', when: { relativeTo: { eventId: mara, days: 2 } } },
      ),
    ];
    expect(refused.map(({ body }) => body['code'] as unknown)).toEqual([
      'request.invalid',
      'request.invalid',
      'request.invalid',
      'bible.not_found',
      'books.chapter_not_found',
      'bible.not_found',
      'request.invalid',
      'bible.not_found',
      'bible.not_found',
    ]);
    const fact = (await addFact(mara, 'grey')).facts[0];
    const other = { entryId: mara, factId: fact?.id ?? '' };
    const changed = await write(contract.updateBibleFact, other, { attribute: 'hair', value: 'red', holderId: mara });
    expect(changed.facts).toMatchObject([{ attribute: 'hair', value: 'red', holderId: mara }]);
    const relation = (await relate(mara, harrow, 'lives in')).relations[0];
    expect((await read(harrow)).relations).toMatchObject([{ fromId: mara, toId: harrow, type: 'lives in' }]);
    const from = { entryId: harrow, relationId: relation?.id ?? '' };
    expect((await call(contract.updateBibleRelation, from, { toId: mara, type: 'x' })).body['code']).toBe(
      'bible.not_found',
    );
    expect((await write(contract.deleteBibleRelation, from)).relations).toEqual([]);
    expect((await write(contract.deleteBibleFact, other)).facts).toEqual([]);
    expect(await uncounted()).toBe(0);
  });

  it('ends a fact where another one replaces it, and shows what is valid in a chapter', async () => {
    const chapters = [chapterId];
    for (const title of ['Two', 'Three']) {
      const { body } = await call(createChapter, {}, { title });
      chapters.push(body['id'] as string);
    }
    const [one = '', two = '', three = ''] = chapters;
    const { id: mara } = await addEntry('Mara');
    const old = (await addFact(mara, 'grey')).facts[0]?.id ?? '';
    const unplaced = await call(
      contract.createBibleFact,
      { entryId: mara },
      { attribute: 'eyes', value: 'x', replaces: old },
    );
    expect(unplaced.body['code']).toBe('request.invalid');
    const { decisionId } = await addFact(mara, 'green', { since: { chapterId: two, at: 0 }, replaces: old });
    const values = async (at: string) => (await read(mara, { at })).facts.map(({ value }) => value);
    expect([await values(one), await values(two), await values(three)]).toEqual([['grey'], ['green'], ['green']]);
    await call(orderChapters, {}, { chapterIds: [two, one, three] });
    expect([await values(two), await values(one)]).toEqual([['green'], ['green']]);
    expect(
      (await call(contract.getBibleEntry, { entryId: mara }, undefined, { query: { at: 'nope' } })).body['code'],
    ).toBe('books.chapter_not_found');
    await books.call(deleteChapter, { as: author, params: { id: two } });
    expect(await values(one)).toEqual(['grey', 'green']);
    await undo(decisionId);
    expect((await read(mara)).facts).toMatchObject([{ value: 'grey', until: null }]);
  });

  it('undoes every kind of write, row for row, and undoes the undo', async () => {
    const [{ id: mara }, { id: ida }] = [await addEntry('Mara', { aliases: ['M.'] }), await addEntry('Ida')];
    const fact = (await addFact(mara, 'grey', { knownBy: [ida] })).facts[0]?.id ?? '';
    const relation = (await relate(mara, ida)).relations[0]?.id ?? '';
    const rows = async () => {
      const all = await Promise.all(
        tables.slice(0, 4).map((name) => books.rows(name).find({ bookId }).sort({ _id: 1 }).toArray()),
      );
      return all.flat().map(({ rev: _rev, ...row }) => row);
    };
    const writes: [Route, Json, Json?][] = [
      [contract.createBibleEntry, {}, { kind: 'place', name: 'Harrow' }],
      [contract.updateBibleEntry, { entryId: mara }, { kind: 'character', name: 'Mara V.' }],
      [contract.updateBibleFact, { entryId: mara, factId: fact }, { attribute: 'hair', value: 'red' }],
      [contract.deleteBibleFact, { entryId: mara, factId: fact }],
      [contract.updateBibleRelation, { entryId: mara, relationId: relation }, { toId: ida, type: 'fears' }],
      [contract.deleteBibleRelation, { entryId: mara, relationId: relation }],
      [contract.mergeBibleEntries, { entryId: ida }, { intoId: mara }],
      [contract.deleteBibleEntry, { entryId: mara }],
      [contract.decideBible, {}, { items: [{ id: mara, decision: 'lock' }] }],
    ];
    for (const [route, params, body] of writes) {
      const before = await rows();
      const { decisionId } = await write(route, params, body);
      const after = await rows();
      expect(after).not.toEqual(before);
      const undone = await undo(decisionId);
      expect([await rows(), undone['skipped']]).toEqual([before, []]);
      const redone = await undo(undone['decisionId'] as string);
      expect(await rows()).toEqual(after);
      await undo(redone['decisionId'] as string);
      expect(await rows()).toEqual(before);
      expect((await undo(decisionId))['done']).toEqual([]);
    }
    expect(await uncounted()).toBe(0);
  });

  it('skips what a later write changed, what has no entry any more, and a name that was taken', async () => {
    const mara = await addEntry('Mara');
    const facts = await addFact(mara.id, 'grey');
    expect(await undo(mara.decisionId)).toMatchObject({ done: [], skipped: [mara.id] });
    const renamed = await write(contract.updateBibleEntry, { entryId: mara.id }, { kind: 'character', name: 'Nora' });
    await write(contract.updateBibleEntry, { entryId: mara.id }, { kind: 'character', name: 'Lena' });
    expect(await undo(renamed.decisionId)).toMatchObject({ done: [], skipped: [mara.id] });
    const removed = await write(contract.deleteBibleEntry, { entryId: mara.id });
    await addEntry('LENA');
    const factId = facts.facts[0]?.id;
    expect(await undo(removed.decisionId)).toMatchObject({
      done: [],
      skipped: expect.arrayContaining([mara.id, factId]) as unknown,
    });
    expect((await call(contract.undoBibleDecision, { decisionId: 'nope' })).body['code']).toBe('bible.not_found');
    const other = await books.authorWithBook();
    const foreign = { as: other.author, params: { id: other.bookId, decisionId: removed.decisionId } };
    expect((await books.call(contract.undoBibleDecision, foreign)).status).toBe(404);
  });

  it('rejects an undo after 30 days and releases the bytes', async () => {
    const { id: entryId, decisionId } = await addEntry('Mara');
    await write(contract.deleteBibleEntry, { entryId });
    await books.afterDays(31, async () => {
      expect((await call(contract.undoBibleDecision, { decisionId })).status).toBe(404);
      await books.runJob('purge-bible-decisions');
    });
    expect(await books.rows('bible_decided_rows').countDocuments({ bookId })).toBe(0);
    const book = await books.rows('books').findOne({ _id: bookId });
    expect([book?.['bibleBytes'], await uncounted()]).toEqual([0, 0]);
  });

  it('accepts a fact with its entry, locks and unlocks, and keeps locked rows', async () => {
    const [mara, ida] = [await addEntry('Mara'), await addEntry('Ida')];
    const fact = (await addFact(mara.id, 'grey')).facts[0]?.id ?? '';
    const relation = (await relate(mara.id, ida.id)).relations[0]?.id ?? '';
    await propose('bible_entries', mara.id, ida.id);
    await propose('bible_facts', fact);
    await propose('bible_relations', relation);
    expect(await decide([fact, 'accept'], [fact, 'dismiss'], ['nobody', 'accept'], [ida.id, 'unlock'])).toMatchObject({
      done: [fact, mara.id],
      skipped: ['nobody', ida.id],
    });
    expect(await decide([relation, 'lock'], [mara.id, 'lock'])).toMatchObject({
      done: [relation, ida.id, mara.id],
      skipped: [],
    });
    expect(await read(mara.id)).toMatchObject({
      status: 'locked',
      facts: [{ status: 'accepted' }],
      relations: [{ status: 'locked' }],
    });
    const refused = [
      await call(contract.deleteBibleEntry, { entryId: mara.id }),
      await call(contract.mergeBibleEntries, { entryId: mara.id }, { intoId: ida.id }),
      await call(contract.deleteBibleRelation, { entryId: mara.id, relationId: relation }),
    ];
    expect(refused.map(({ body }) => body['code'] as unknown)).toEqual(Array(3).fill('bible.locked'));
    const edited = await write(contract.updateBibleEntry, { entryId: mara.id }, { kind: 'character', name: 'Mara V.' });
    expect(edited.status).toBe('locked');
    await decide([mara.id, 'unlock']);
    expect((await read(mara.id)).status).toBe('accepted');
  });

  it('dismisses proposals with their facts and relations, and proposes them again only after an undo', async () => {
    const mara = await addEntry('Mara');
    const fact = (await addFact(mara.id, 'grey')).facts[0]?.id ?? '';
    await propose('bible_facts', fact);
    expect(await decide([mara.id, 'dismiss'])).toMatchObject({ done: [], skipped: [mara.id] });
    await propose('bible_entries', mara.id);
    const dismissed = await decide([mara.id, 'dismiss']);
    expect((dismissed['done'] as string[]).toSorted()).toEqual([mara.id, fact].toSorted());
    expect([await names(), await books.rows('bible_dismissals').countDocuments({ bookId })]).toEqual([[], 2]);
    await undo(dismissed['decisionId'] as string);
    expect([await names(), await books.rows('bible_dismissals').countDocuments({ bookId })]).toEqual([['Mara'], 0]);
    expect(await uncounted()).toBe(0);
  });

  it('reviews 500 rows at once', async () => {
    const { id: mara } = await addEntry('Mara');
    const [row] = await books.rows('bible_entries').find({ bookId }).toArray();
    const many = Array.from({ length: bibleLimits.rowsOfDecision }, (_one, index) => ({
      ...row,
      _id: `e${index}-${bookId}`.slice(0, 64),
      name: `E${index}`,
      nameKey: `e${index}`,
      status: 'proposed',
    }));
    await books.rows('bible_entries').insertMany(many);
    const { done, skipped } = await decide(...many.map(({ _id }): [string, string] => [_id, 'accept']));
    expect([(done as string[]).length, skipped]).toEqual([bibleLimits.rowsOfDecision, []]);
    expect((await read(mara)).status).toBe('accepted');
  });

  it('has limits, which concurrent writes never exceed', async () => {
    const { id: mara } = await addEntry('Mara');
    await addFact(mara, 'grey');
    const [row] = await books.rows('bible_facts').find({ bookId }).toArray();
    const many = Array.from({ length: bibleLimits.factsPerEntry - 3 }, (_one, index) => ({
      ...row,
      _id: `f${index}-${bookId}`,
    }));
    await books.rows('bible_facts').insertMany(many);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_one, index) =>
        call(contract.createBibleFact, { entryId: mara }, { attribute: 'eyes', value: `colour ${index}` }),
      ),
    );
    const refused = answers.filter(({ status }) => status === 409);
    expect([answers.filter(({ status }) => status === 201).length, refused.length]).toEqual([2, 3]);
    expect(refused[0]?.body).toMatchObject({ code: 'bible.limit_reached', used: 1000, allowed: 1000 });
  });

  it('commits all of ten concurrent writes and counts their bytes exactly', async () => {
    const { id: mara } = await addEntry('Mara');
    const { used: before } = (await books.call(getBooksStorage, { as: author })).body as { used: number };
    await Promise.all(Array.from({ length: 10 }, (_one, index) => addFact(mara, `colour ${index}`)));
    expect((await read(mara)).facts).toHaveLength(10);
    expect(await uncounted()).toBe(0);
    expect(((await books.call(getBooksStorage, { as: author })).body as { used: number }).used).toBeGreaterThan(before);
  });

  it('stays counted when fields of the book are changed at the same time', async () => {
    const { id: mara } = await addEntry('Mara');
    const changes = Array.from({ length: 8 }, (_one, index) =>
      books.call(updateBook, { as: author, params: { id: bookId }, body: { synopsis: 's'.repeat(index * 100) } }),
    );
    await Promise.all([...changes, ...Array.from({ length: 8 }, (_one, index) => addFact(mara, `colour ${index}`))]);
    const book = (await books.rows('books').findOne({ _id: bookId })) as Json;
    expect(book['bibleBytes']).toBeGreaterThan(0);
    expect([await uncounted(), book['storedBytes'] - book['fieldBytes']]).toEqual([0, book['bibleBytes']]);
  });

  it('can be read but not changed in a read-only book, and belongs to the author of the book', async () => {
    author = await books.author({ plan: 'pro_oneoff', isActive: true, source: 'paid', oneOffCount: 1 });
    bookId = (await books.book(author)).id;
    const { id: entryId, decisionId } = await addEntry('Mara');
    await books.setPlan(author, { plan: 'pro_oneoff', isActive: false, oneOffCount: 1 });
    const writes: [Route, Json, Json?][] = [
      [contract.createBibleEntry, {}, { kind: 'place', name: 'Harrow' }],
      [contract.deleteBibleEntry, { entryId }],
      [contract.createBibleFact, { entryId }, { attribute: 'eyes', value: 'grey' }],
      [contract.decideBible, {}, { items: [{ id: entryId, decision: 'lock' }] }],
      [contract.undoBibleDecision, { decisionId }],
    ];
    for (const each of writes) expect((await call(...each)).body['code']).toBe('plan.read_only');
    expect((await read(entryId)).name).toBe('Mara');
    const stranger = await books.author();
    for (const [route, params, body] of [
      ...writes,
      [contract.listBibleEntries, {}],
      [contract.getBibleEntry, { entryId }],
      [getBible, {}],
      [setProviderReading, {}, { providerReading: 'off' }],
      [listBibleProposals, {}],
    ] as typeof writes) {
      expect((await callAs(stranger, route, params, body)).body['code']).toBe('books.not_found');
      expect((await callAs('nobody', route, params, body)).body['code']).toBe('auth.signed_out');
    }
  });

  it('goes to the trash with its book, returns with it, and is deleted with it', async () => {
    const { id: entryId } = await addEntry('Mara');
    await addFact(entryId, 'grey');
    await books.call(deleteBook, { as: author, params: { id: bookId } });
    expect((await call(contract.getBibleEntry, { entryId })).body['code']).toBe('books.not_found');
    const [entry] = (await books.call(listTrash, { as: author })).body as unknown as { id: string }[];
    await books.call(restoreTrash, { as: author, params: { id: entry?.id ?? '' } });
    expect((await read(entryId)).facts).toHaveLength(1);
    await books.call(deleteBook, { as: author, params: { id: bookId } });
    await books.afterDays(31, () => books.runJob('purge-trash'));
    const remaining = await Promise.all(
      [...tables, 'bible_decided_rows', 'chapter_readings'].map((name) => books.rows(name).countDocuments({ bookId })),
    );
    expect(remaining).toEqual(remaining.map(() => 0));
  });

  it('is read page by page by export, for the owner alone', async () => {
    const ids = (await Promise.all(Array.from({ length: 21 }, (_one, index) => addEntry(`Entry ${10 + index}`)))).map(
      ({ id }) => id,
    );
    await addFact(ids[0] ?? '', 'grey');
    await relate(ids[0] ?? '', ids[1] ?? '');
    await propose('bible_entries', ids[20] ?? '');
    const readAs = (service: 'export' | 'ai', query: Json) =>
      books.call(readBiblePage, {
        as: { role: 'service', service },
        params: { id: bookId },
        query: { userId: author.userId, ...query },
      });
    const first = (await readAs('export', {})).body as BiblePage;
    expect([first.entries.length, first.decided, first.next]).toEqual([20, 20, 'entry 29']);
    const [one, two] = first.entries;
    expect([one?.facts.length, one?.relations.length, two?.relations.length]).toEqual([1, 1, 0]);
    const second = (await readAs('export', { after: first.next })).body as BiblePage;
    expect([second.entries.map(({ name }) => name), second.next]).toEqual([['Entry 30'], null]);
    const refused = [await readAs('export', { userId: 'another' }), await readAs('ai', {})];
    expect(refused.map(({ status }) => status)).toEqual([404, 403]);
  });

  it('returns confirmed facts that are valid in the chapter, and no private entries', async () => {
    const later = (await books.call(createChapter, { as: author, params: { id: bookId }, body: { title: 'Later' } }))
      .body['id'] as string;
    const mara = (await addEntry('Mara', { notes: 'Secretly the heir.', inPrompt: 'always' })).id;
    const [tom, heir] = [(await addEntry('Tom')).id, (await addEntry('The heir', { inPrompt: 'never' })).id];
    const grey = (await addFact(mara, 'grey')).facts[0]?.id;
    await addFact(mara, 'green', { since: { chapterId: later, at: 0 }, replaces: grey });
    await propose('bible_facts', (await addFact(tom, 'brown')).facts[0]?.id ?? '');
    await relate(mara, tom);
    await relate(mara, heir);
    const entriesIn = async (id: string) => {
      const { body } = await books.call(readChapterContext, {
        as: { role: 'service', service: 'ai' },
        params: { id: bookId },
        query: { userId: author.userId, chapterId: id },
      });
      return body['entries'] as ContextEntry[];
    };
    const entries = await entriesIn(chapterId);
    expect(entries.map(({ name, facts, relations }) => [name, facts, relations])).toEqual([
      [
        'Mara',
        [{ attribute: 'eyes', value: 'grey', knownBy: null }],
        [{ type: 'knows', otherId: tom, otherName: 'Tom', isReverse: false }],
      ],
      ['Tom', [], [{ type: 'knows', otherId: mara, otherName: 'Mara', isReverse: true }]],
    ]);
    expect(JSON.stringify(entries)).not.toContain('heir');
    expect((await entriesIn(later))[0]?.facts.map(({ value }) => value)).toEqual(['green']);
  });

  it('keeps the moved start of a fact when an earlier write of it is undone', async () => {
    const text = 'Mara Venn came in at dusk. Mara had grey hair. “Good evening,” said Mara.';
    await books.call(saveChapter, { as: author, params: { id: chapterId }, body: { content: text } });
    await books.extractChapters(bookId);
    const [listed] = (await call(contract.listBibleEntries)).body as unknown as { id: string }[];
    const hair = async () => (await read(listed?.id ?? '')).facts.find(({ attribute }) => attribute === 'hair');
    const locked = await decide([(await hair())?.id ?? '', 'lock']);
    await books.call(saveChapter, { as: author, params: { id: chapterId }, body: { content: `It was late. ${text}` } });
    await books.extractChapters(bookId);
    const from = 13 + text.indexOf('Mara had');
    expect(await hair()).toMatchObject({ status: 'locked', since: { at: from }, evidence: [{ from }] });
    await undo(locked['decisionId'] as string);
    expect(await hair()).toMatchObject({ status: 'proposed', since: { at: from }, evidence: [{ from }] });
  });
});
