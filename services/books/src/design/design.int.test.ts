import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deleteBook, getBook, listTrash, restoreTrash, updateBook } from '@inkbear/contracts/books/book';
import { designDefaults, getDesign, saveDesign } from '@inkbear/contracts/books/design';
import { readDesignAndMatter } from '@inkbear/contracts/books/internal';
import { quotas } from '@inkbear/contracts/plans';
import { getBooksStorage } from '@inkbear/contracts/storage';
import { type Author, BooksService, type Json } from '../testing/books-service.ts';

describe('the design of a book', () => {
  let books: BooksService;
  let author: Author;
  let bookId: string;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());
  beforeEach(async () => ({ author, bookId } = await books.authorWithBook()));

  const read = (as: Author | 'nobody' = author) => books.call(getDesign, { as, params: { id: bookId } });
  const save = (body: Json, tag = '"0"', as: Author | 'nobody' = author) =>
    books.call(saveDesign, { as, params: { id: bookId }, body, headers: { 'if-match': tag } });
  const storedRow = () => books.rows('designs').findOne({ _id: bookId });
  const storage = async () => (await books.call(getBooksStorage, { as: author })).body['used'] as number;

  it('has the defaults at revision 0 until one is saved', async () => {
    const { status, headers, body } = await read();
    expect([status, headers.get('etag'), body]).toEqual([200, '"0"', { rev: 0, ...designDefaults }]);
    expect(await storedRow()).toBeNull();
  });

  it('is replaced as a whole, with the next revision as its ETag, and counts as a change of the book', async () => {
    const changedAt = async () =>
      (await books.call(getBook, { as: author, params: { id: bookId } })).body['updatedAt'] as string;
    const before = await changedAt();
    await new Promise((resolve) => setTimeout(resolve, 5));
    const settings = {
      ...designDefaults,
      trim: { widthIn: 5.06, heightIn: 7.81 },
      margins: { insideIn: 0.9, outsideIn: 0.5, topIn: 0.7, bottomIn: 0.7 },
      parts: [{ beforeChapterId: 'c1', title: 'One' }],
      unnumbered: ['c2'],
      isbnPrint: '978-0-306-40615-7',
      shortTitle: 'Lamps',
    };
    const first = await save({ rev: 0, ...settings });
    expect([first.status, first.headers.get('etag'), first.body]).toEqual([200, '"1"', { rev: 1, ...settings }]);
    expect((await read()).body).toEqual({ rev: 1, ...settings });
    expect((await changedAt()) > before).toBe(true);
    const second = await save({ paper: 'white' }, '"1"');
    expect(second.body).toEqual({ rev: 2, ...designDefaults, paper: 'white' });
    expect((await read()).headers.get('etag')).toBe('"2"');
  });

  it('refuses an invalid setting, an unknown field, a missing revision and margins that leave no room', async () => {
    const refused = [
      await save({ size: 8 }),
      await save({ isbnEbook: '978-0-306-40615-8' }),
      await save({ userId: 'me' }),
      await save({}, '*'),
      await books.call(saveDesign, { as: author, params: { id: bookId }, body: {} }),
      await save({ margins: { insideIn: 3, outsideIn: 3, topIn: 1, bottomIn: 1 } }),
    ];
    expect(refused.map(({ status, body }) => [status, body['code'], body['errors']?.[0]?.path])).toEqual([
      [400, 'request.invalid', 'size'],
      [400, 'request.invalid', 'isbnEbook'],
      [400, 'request.invalid', ''],
      [400, 'books.if_match_required', undefined],
      [400, 'books.if_match_required', undefined],
      [400, 'books.design_invalid', 'margins'],
    ]);
    expect(await storedRow()).toBeNull();
  });

  it('is hidden from visitors and other users', async () => {
    await save({ paper: 'white' });
    const stranger = await books.author();
    const answers = [
      await read('nobody'),
      await save({}, '"1"', 'nobody'),
      await read(stranger),
      await save({}, '"1"', stranger),
    ];
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [401, 'auth.signed_out'],
      [401, 'auth.signed_out'],
      [404, 'books.not_found'],
      [404, 'books.not_found'],
    ]);
    expect((await read()).body).toMatchObject({ rev: 1, paper: 'white' });
  });

  it('replies 412 with the stored revision to a save that is based on another one', async () => {
    for (const tag of ['"1"', '"abc"']) expect([tag, (await save({}, tag)).status]).toEqual([tag, 412]);
    await save({ size: 10 });
    await save({ size: 12 }, '"1"');
    const { status, body } = await save({ size: 13 }, '"1"');
    expect([status, body['code'], body['rev'], body['message']]).toEqual([
      412,
      'books.stale_revision',
      2,
      'The design was changed somewhere else in the meantime. Reload it, then make your change again.',
    ]);
    expect((await read()).body).toMatchObject({ rev: 2, size: 12 });
  });

  it('accepts one of several concurrent saves', async () => {
    const sizes = Array.from({ length: 10 }, (_one, index) => 9 + index / 2);
    const answers = await Promise.all(sizes.map((size) => save({ size })));
    const accepted = answers.filter(({ status }) => status === 200);
    expect([accepted.length, answers.filter(({ status }) => status === 412).length]).toEqual([1, 9]);
    expect((await read()).body).toEqual(accepted[0]?.body);
  });

  it('replies to a repeated save as to the first one', async () => {
    const [first, repeated] = [await save({ size: 12 }), await save({ size: 12 })];
    expect([repeated.status, repeated.headers.get('etag'), repeated.body]).toEqual([200, '"1"', first.body]);
  });

  it('counts against the quota; beyond it, only a design that is not longer can be saved', async () => {
    const before = await storage();
    await save({ shortTitle: 'é'.repeat(50) });
    const bytes = Buffer.byteLength(JSON.stringify({ ...designDefaults, shortTitle: 'é'.repeat(50) }));
    expect((await storage()) - before).toBe(bytes);
    await books
      .rows('books')
      .updateOne({ _id: bookId }, { $inc: { storedBytes: quotas.books.free * 1.25 - before - bytes } as never });
    expect(await storage()).toBe(quotas.books.free * 1.25);
    const refused = await save({ shortTitle: 'é'.repeat(51) }, '"1"');
    expect([refused.status, refused.body['code'], refused.body['used']]).toEqual([
      403,
      'books.quota_used',
      quotas.books.free * 1.25,
    ]);
    expect((await save({ shortTitle: 'é' }, '"1"')).status).toBe(200);
    expect(await storage()).toBe(quotas.books.free * 1.25 - 98);
  });

  it('is counted exactly when fields of the book are changed concurrently', async () => {
    const changes = Array.from({ length: 8 }, (_one, index) =>
      books.call(updateBook, { as: author, params: { id: bookId }, body: { synopsis: 's'.repeat(index * 100) } }),
    );
    const saves = Array.from({ length: 8 }, (_one, index) => save({ shortTitle: 'x'.repeat(index + 1) }));
    await Promise.all([...changes, ...saves]);
    const row = (await books.rows('books').findOne({ _id: bookId })) as Json;
    const { storedBytes } = (await storedRow()) as Json;
    expect([row['pressBytes'], row['storedBytes'] - row['fieldBytes']]).toEqual([storedBytes, storedBytes]);
  });

  it('can be changed for a read-only book', async () => {
    author = await books.author({ plan: 'pro_oneoff', isActive: true, source: 'paid', oneOffCount: 1 });
    bookId = (await books.book(author)).id;
    await books.setPlan(author, { plan: 'pro_oneoff', isActive: false, oneOffCount: 1 });
    expect((await books.call(getBook, { as: author, params: { id: bookId } })).body['canEdit']).toBe(false);
    expect((await save({ size: 12 })).status).toBe(200);
  });

  it('goes to the trash and returns with its book', async () => {
    await save({ size: 12 });
    await books.call(deleteBook, { as: author, params: { id: bookId } });
    expect([(await read()).status, (await save({ size: 13 }, '"1"')).status, await storage()]).toEqual([404, 404, 0]);
    const [entry] = (await books.call(listTrash, { as: author })).body as unknown as { id: string }[];
    await books.call(restoreTrash, { as: author, params: { id: entry?.id ?? '' } });
    expect((await read()).body).toMatchObject({ rev: 1, size: 12 });
  });

  it('gets the defaults of settings that the release which saved it did not have', async () => {
    await save({ size: 12 });
    await books.rows('designs').updateOne({ _id: bookId }, { $unset: { 'settings.contents': '' } as never });
    expect((await read()).body).toMatchObject({ rev: 1, size: 12, contents: true });
    expect((await save({ size: 13 }, '"1"')).body).toMatchObject({ rev: 2, contents: true });
  });

  it('can be read with the matter by export, for the owner alone', async () => {
    await save({ size: 12 });
    const readAs = (service: 'export' | 'ai', userId: string) =>
      books.call(readDesignAndMatter, { as: { role: 'service', service }, params: { id: bookId }, query: { userId } });
    expect((await readAs('export', author.userId)).body).toEqual({
      design: { rev: 1, ...designDefaults, size: 12 },
      matter: { rev: 0, pieces: [] },
    });
    expect([(await readAs('export', 'another')).status, (await readAs('ai', author.userId)).status]).toEqual([
      404, 403,
    ]);
  });
});
