import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createBibleEntry, mergeBibleEntries } from '@inkbear/contracts/bible/bible';
import { checkBook, listFindings } from '@inkbear/contracts/bible/finding';
import { deleteBook, getBook, listTrash, restoreTrash, updateBook } from '@inkbear/contracts/books/book';
import { createChapter, deleteChapter, saveChapter } from '@inkbear/contracts/books/chapter';
import { readChapterContext, readStyleForOwner } from '@inkbear/contracts/books/internal';
import { getStyleSheet, saveStyleSheet, styleDefaults } from '@inkbear/contracts/books/style-sheet';
import { getBooksStorage } from '@inkbear/contracts/storage';
import { styleSheets } from '../migrations/0012-style-sheets.ts';
import { type Author, BooksService, type Json } from '../testing/books-service.ts';

const paragraphs = (paragraph: string, count = 12): string =>
  Array.from({ length: count }, () => paragraph).join('\n\n');
const inThird = paragraphs(
  'Mara thought of the harbour. She went down to the grey water, and she saw the boats. “I know you,” said the ' +
    'keeper, but she said nothing. He took the lamp, and they stood in the wind.',
);
const inFirst = paragraphs('I go down to the water, and I see the boats. I say nothing. We stand in the wind.');
const unknown = { pov: null, povEntryId: null, tense: null, dialect: null, dialogueMarks: null };

describe('the style sheet of a book', () => {
  let books: BooksService;
  let author: Author;
  let bookId: string;
  let chapterId: string;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());
  beforeEach(async () => ({ author, bookId, chapterId } = await books.authorWithBook()));

  const read = (as: Author | 'nobody' = author) => books.call(getStyleSheet, { as, params: { id: bookId } });
  const save = (body: Json, tag = '"0"', as: Author | 'nobody' = author) =>
    books.call(saveStyleSheet, { as, params: { id: bookId }, body, headers: { 'if-match': tag } });
  const write = async (content: string, id = chapterId) => {
    expect((await books.call(saveChapter, { as: author, params: { id }, body: { content } })).status).toBe(200);
    await books.extractChapters(bookId);
  };
  const detected = async () => (await read()).body['detected'] as Json;
  const storage = async () => (await books.call(getBooksStorage, { as: author })).body['used'] as number;
  const context = async () => {
    const { body } = await books.call(readChapterContext, {
      as: { role: 'service', service: 'ai' },
      params: { id: bookId },
      query: { userId: author.userId, chapterId },
    });
    return body;
  };
  const storedRow = () => books.rows('style_sheets').findOne({ _id: bookId });
  const addMara = async (more: Json = {}) => {
    const body = { kind: 'character', name: 'Mara Venn', aliases: ['Mara'], ...more };
    return (await books.call(createBibleEntry, { as: author, params: { id: bookId }, body })).body['id'] as string;
  };

  it('has no settings at revision 0, and shows nothing of an empty book', async () => {
    const { status, headers, body } = await read();
    expect([status, headers.get('etag'), body]).toEqual([200, '"0"', { rev: 0, ...styleDefaults, detected: unknown }]);
    expect(await storedRow()).toBeNull();
  });

  it('is replaced as a whole, with the next revision as its ETag', async () => {
    const settings = {
      ...styleDefaults,
      pov: 'third',
      povEntryId: 'mara',
      tense: 'past',
      dialect: 'us',
      dialogueMarks: 'single',
      avoid: ['suddenly', 'very'],
      notes: 'Dry.\nNo similes.',
      voiceSamples: ['It rained.\n\nIt rained on.'],
    };
    const first = await save({ rev: 0, ...settings, detected: unknown });
    expect([first.status, first.headers.get('etag'), first.body]).toEqual([
      200,
      '"1"',
      { rev: 1, ...settings, detected: unknown },
    ]);
    expect((await read()).body).toEqual(first.body);
    const second = await save({ tense: 'present' }, '"1"');
    expect(second.body).toMatchObject({ rev: 2, ...styleDefaults, tense: 'present' });
    expect((await save({ tense: 'past' }, '"1"')).body).toMatchObject({
      code: 'books.stale_revision',
      rev: 2,
      message: 'The style sheet was changed somewhere else in the meantime. Reload it, then make your change again.',
    });
    expect((await save({ tense: 'present' }, '"1"')).status).toBe(200);
  });

  it('refuses a setting that does not exist, and a save without a revision', async () => {
    const refused = [
      await save({ pov: 'fourth' }),
      await save({ avoid: Array.from({ length: 101 }, () => 'x') }),
      await save({ userId: 'me' }),
      await books.call(saveStyleSheet, { as: author, params: { id: bookId }, body: {} }),
    ];
    expect(refused.map(({ status, body }) => [status, body['code']])).toEqual([
      [400, 'request.invalid'],
      [400, 'request.invalid'],
      [400, 'request.invalid'],
      [400, 'books.if_match_required'],
    ]);
    expect(await storedRow()).toBeNull();
  });

  it('shows how the text is written, and follows it', async () => {
    const id = await addMara();
    await write(inThird);
    const shown = { pov: 'third', povEntryId: id, tense: 'past', dialect: 'uk', dialogueMarks: 'double' };
    expect(await detected()).toEqual(shown);
    await write(inFirst);
    expect(await detected()).toEqual({ ...unknown, pov: 'first', tense: 'present' });
    await books.call(updateBook, { as: author, params: { id: bookId }, body: { language: 'DE' } });
    expect(await detected()).toEqual(unknown);
  });

  it('does not count chapters in the trash', async () => {
    await write(inThird);
    const { body } = await books.call(createChapter, { as: author, params: { id: bookId }, body: { title: 'More' } });
    await write(inFirst, body['id'] as string);
    expect((await detected())['pov']).toBeNull();
    await books.call(deleteChapter, { as: author, params: { id: chapterId } });
    expect((await detected())['pov']).toBe('first');
  });

  it('gives the checks the settings of the author, else the conventions of the text', async () => {
    const rules = async () => {
      await books.call(checkBook, { as: author, params: { id: bookId }, body: { groups: ['continuity'] } });
      const { body } = await books.call(listFindings, { as: author, params: { id: bookId } });
      return (body as unknown as { rule: string }[]).map(({ rule }) => rule);
    };
    const slip = 'Mara walks to the door and opens it. She looks at the sea and waits. The wind turns and blows.';
    await write(`${inThird}\n\n${slip}`);
    expect(await rules()).toContain('tense');
    await save({ tense: 'present' });
    expect(await rules()).not.toContain('tense');
    await save({ tense: 'past' }, '"1"');
    await write(slip);
    expect(await rules()).toContain('tense');
  });

  it('is part of what AI gets, with names instead of ids', async () => {
    const id = await addMara();
    await write(inThird);
    await save({ povEntryId: id, tense: 'present', avoid: ['suddenly'], notes: 'Dry.', voiceSamples: ['It rained.'] });
    expect((await context())['style']).toEqual({
      pov: 'third',
      povNames: ['Mara Venn', 'Mara'],
      tense: 'present',
      dialect: 'uk',
      dialogueMarks: 'double',
      avoid: ['suddenly'],
      notes: 'Dry.',
      voiceSamples: ['It rained.'],
    });
  });

  it('omits the name of a point-of-view character that is never sent to AI, whether set or detected', async () => {
    const id = await addMara({ inPrompt: 'never' });
    await write(inThird);
    expect((await context())['style']).toMatchObject({ pov: 'third', povNames: [] });
    await save({ povEntryId: id });
    expect((await context())['style']).toMatchObject({ pov: 'third', povNames: [] });
  });

  it('uses the detected character when the chosen entry was merged or deleted', async () => {
    const [intoId, id] = [await addMara(), await addMara({ name: 'The keeper', aliases: ['Old keeper'] })];
    await save({ povEntryId: id, pov: 'third' });
    await books.call(mergeBibleEntries, { as: author, params: { id: bookId, entryId: id }, body: { intoId } });
    expect((await context())['style']).toMatchObject({ pov: 'third', povNames: [] });
    await write(inThird);
    expect((await context())['style']).toMatchObject({
      povNames: ['Mara Venn', 'Mara', 'The keeper', 'Old keeper'],
    });
  });

  it('is hidden from visitors, other users and services that ask for another user', async () => {
    await save({ notes: 'Dry.' });
    const stranger = await books.author();
    const answers = [
      await read('nobody'),
      await save({}, '"1"', 'nobody'),
      await read(stranger),
      await save({}, '"1"', stranger),
      await books.call(readStyleForOwner, {
        as: { role: 'service', service: 'export' },
        params: { id: bookId },
        query: { userId: stranger.userId },
      }),
    ];
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [401, 'auth.signed_out'],
      [401, 'auth.signed_out'],
      [404, 'books.not_found'],
      [404, 'books.not_found'],
      [404, 'books.not_found'],
    ]);
    expect((await read()).body).toMatchObject({ rev: 1, notes: 'Dry.' });
  });

  it('counts against the quota, and can be changed for a read-only book', async () => {
    const before = await storage();
    await save({ notes: 'é'.repeat(100) });
    expect((await storage()) - before).toBe(
      Buffer.byteLength(JSON.stringify({ ...styleDefaults, notes: 'é'.repeat(100) })),
    );
    author = await books.author({ plan: 'pro_oneoff', isActive: true, source: 'paid', oneOffCount: 1 });
    bookId = (await books.book(author)).id;
    await books.setPlan(author, { plan: 'pro_oneoff', isActive: false, oneOffCount: 1 });
    expect((await books.call(getBook, { as: author, params: { id: bookId } })).body['canEdit']).toBe(false);
    expect((await save({ notes: 'Dry.' })).status).toBe(200);
  });

  it('goes to the trash, returns with its book, and is deleted with it', async () => {
    await save({ notes: 'Dry.' });
    const trashed = async () => {
      await books.call(deleteBook, { as: author, params: { id: bookId } });
      const [entry] = (await books.call(listTrash, { as: author })).body as unknown as { id: string }[];
      return entry?.id ?? '';
    };
    const entryId = await trashed();
    expect([(await read()).status, (await save({}, '"1"')).status]).toEqual([404, 404]);
    await books.call(restoreTrash, { as: author, params: { id: entryId } });
    expect((await read()).body).toMatchObject({ rev: 1, notes: 'Dry.' });
    await trashed();
    await books.afterDays(31, () => books.runJob('purge-trash'));
    expect(await storedRow()).toBeNull();
  });

  it('shows the conventions of chapters that an earlier release has extracted', async () => {
    await write(inThird);
    await books
      .rows('chapter_readings')
      .updateMany({ bookId }, { $unset: { conventions: 1 }, $set: { dueAt: null, changedAt: null } } as never);
    expect((await detected())['pov']).toBeNull();
    await styleSheets.up(books.service.platform.connection);
    await books.extractChapters(bookId);
    expect(await detected()).toMatchObject({ pov: 'third', tense: 'past' });
  });
});
