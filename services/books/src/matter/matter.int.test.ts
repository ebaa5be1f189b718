import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deleteBook, listTrash, restoreTrash } from '@inkbear/contracts/books/book';
import { saveDesign } from '@inkbear/contracts/books/design';
import { readDesignAndMatter } from '@inkbear/contracts/books/internal';
import { getMatter, listMatterRevisions, type MatterSection, saveMatter } from '@inkbear/contracts/books/matter';
import { quotas } from '@inkbear/contracts/plans';
import { bodyLimits } from '@inkbear/contracts/route';
import { getBooksStorage } from '@inkbear/contracts/storage';
import { rowOverheadBytes } from '@inkbear/manuscript-store/change';
import { type Author, BooksService } from '../testing/books-service.ts';

const piece = (text: string, kind: MatterSection['kind'] = 'notes', title = ''): MatterSection => ({
  kind,
  title,
  text,
});

describe('front and back matter of a book', () => {
  let books: BooksService;
  let author: Author;
  let bookId: string;
  beforeAll(async () => (books = await BooksService.start()));
  afterAll(async () => await books.stop());
  beforeEach(async () => ({ author, bookId } = await books.authorWithBook()));

  const read = (as: Author | 'nobody' = author) => books.call(getMatter, { as, params: { id: bookId } });
  const save = (pieces: unknown, rev = 0, as: Author | 'nobody' = author) =>
    books.call(saveMatter, {
      as,
      params: { id: bookId },
      body: { pieces },
      headers: { 'if-match': rev < 0 ? '"abc"' : `"${rev}"` },
    });
  const revisions = (query: { rev?: string } = {}, as: Author | 'nobody' = author) =>
    books.call(listMatterRevisions, { as, params: { id: bookId }, query });
  const listed = async () => ((await revisions()).body as unknown as { rev: number }[]).map(({ rev }) => rev);
  const storedRows = () => books.rows('matter_revisions').countDocuments({ bookId });
  const storage = async () =>
    (await books.call(getBooksStorage, { as: author })).body as { used: number; deleted: number };

  it('are empty at revision 0 until some are saved', async () => {
    const { status, headers, body } = await read();
    expect([status, headers.get('etag'), body, await listed()]).toEqual([200, '"0"', { rev: 0, pieces: [] }, []]);
  });

  it('are replaced as a whole, and earlier versions can be read', async () => {
    const first = [piece('For the bees.', 'epigraph'), piece('One\r\ntwo', 'afterword', ' After the end ')];
    const saved = await save(first);
    const stored = [piece('For the bees.', 'epigraph'), piece('One\ntwo', 'afterword', 'After the end')];
    expect([saved.status, saved.headers.get('etag'), saved.body]).toEqual([200, '"1"', { rev: 1, pieces: stored }]);
    expect((await save([piece('Later.')], 1)).body).toEqual({ rev: 2, pieces: [piece('Later.')] });
    expect((await read()).body).toEqual({ rev: 2, pieces: [piece('Later.')] });
    const list = await revisions();
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect([list.body, list.text.includes('bees')]).toEqual([
      [
        { rev: 2, at, pieceCount: 1, wordCount: 1 },
        { rev: 1, at, pieceCount: 2, wordCount: 5 },
      ],
      false,
    ]);
    expect((await revisions({ rev: '1' })).body).toEqual({ rev: 1, at, pieceCount: 2, wordCount: 5, pieces: stored });
  });

  it('keep the last 20 versions', async () => {
    for (let rev = 0; rev < 22; rev += 1) expect((await save([piece('x'.repeat(rev + 1))], rev)).status).toBe(200);
    expect(await listed()).toEqual(Array.from({ length: 20 }, (_one, index) => 22 - index));
    expect((await revisions({ rev: '3' })).body['pieces']).toEqual([piece('xxx')]);
    const answers = [await revisions({ rev: '2' }), await revisions({ rev: '23' }), await revisions({ rev: 'x' })];
    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual([
      [404, 'books.revision_not_found'],
      [404, 'books.revision_not_found'],
      [400, 'request.invalid'],
    ]);
    expect(await storedRows()).toBe(20);
  });

  it('refuse an invalid piece, a missing revision and a body of more than 2 MB', async () => {
    const refused = [
      await save([piece('x', 'half-title' as never)]),
      await save([piece('x'.repeat(50_001))]),
      await save(Array.from({ length: 21 }, () => piece('x'))),
      await save([{ ...piece('x'), id: 'x' }]),
      await books.call(saveMatter, { as: author, params: { id: bookId }, body: { pieces: [] } }),
      await save([piece(' '.repeat(bodyLimits.prose))]),
    ];
    expect(refused.map(({ status, body }) => [status, body['code']])).toEqual([
      [400, 'request.invalid'],
      [400, 'request.invalid'],
      [400, 'request.invalid'],
      [400, 'request.invalid'],
      [400, 'books.if_match_required'],
      [413, 'request.too_large'],
    ]);
    expect(await storedRows()).toBe(0);
    const longest = Array.from({ length: 20 }, () => piece('é'.repeat(50_000)));
    expect((await save(longest)).status).toBe(200);
    expect((await read()).body['pieces']).toEqual(longest);
  });

  it('are hidden from visitors and other users', async () => {
    await save([piece('Mine.')]);
    const stranger = await books.author();
    const answersTo = async (as: Author | 'nobody') => [
      await read(as),
      await save([piece('Theirs.')], 1, as),
      await revisions({}, as),
      await revisions({ rev: '1' }, as),
    ];
    const codes = async (as: Author | 'nobody') => (await answersTo(as)).map(({ body }) => body['code'] as unknown);
    expect(await codes('nobody')).toEqual(Array(4).fill('auth.signed_out'));
    expect(await codes(stranger)).toEqual(Array(4).fill('books.not_found'));
    expect((await read()).body).toEqual({ rev: 1, pieces: [piece('Mine.')] });
  });

  it('reply 412 with the stored revision to a save that is based on another one', async () => {
    for (const rev of [1, -1]) expect((await save([piece('x')], rev)).status).toBe(412);
    await save([piece('First.')]);
    await save([piece('Second.')], 1);
    const { status, body } = await save([piece('Third.')], 1);
    expect([status, body['code'], body['rev'], body['message']]).toEqual([
      412,
      'books.stale_revision',
      2,
      'Front and back matter was changed somewhere else in the meantime. Reload it, then make your change again.',
    ]);
    expect((await read()).body['pieces']).toEqual([piece('Second.')]);
  });

  it('accept one of several concurrent saves', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_one, index) => save([piece(`${index}`)])));
    const accepted = answers.filter(({ status }) => status === 200);
    expect([accepted.length, answers.filter(({ status }) => status === 412).length]).toEqual([1, 9]);
    expect([(await read()).body, await listed()]).toEqual([accepted[0]?.body, [1]]);
  });

  it('reply to a repeated save as to the first one, without another version', async () => {
    const [first, repeated] = [await save([piece('Once.\r\n')]), await save([piece('Once.\r\n')])];
    expect([repeated.status, repeated.headers.get('etag'), repeated.body]).toEqual([200, '"1"', first.body]);
    expect(await listed()).toEqual([1]);
  });

  it('count against the quota with their versions; beyond it no other version can be saved', async () => {
    const { used: before } = await storage();
    const added = async () => (await storage()).used - before;
    await save([piece('é'.repeat(1000), 'preface', 'Öd')]);
    expect(await added()).toBe(2003 + rowOverheadBytes);
    await save([piece('')], 1);
    expect(await added()).toBe(2003 + 2 * rowOverheadBytes);
    for (let rev = 2; rev < 20; rev += 1) await save([piece('x'.repeat(rev))], rev);
    const full = await added();
    // The first version, of 2,003 bytes, is removed.
    await save([piece('x'.repeat(20))], 20);
    expect(await added()).toBe(full + 20 - 2003);
    const limit = quotas.books.free * 1.25;
    const { used } = await storage();
    await books.rows('books').updateOne({ _id: bookId }, { $inc: { storedBytes: limit - used } as never });
    expect((await storage()).used).toBe(limit);
    const refused = await save([piece('x'.repeat(21))], 21);
    expect([refused.status, refused.body['code'], refused.body['used']]).toEqual([403, 'books.quota_used', limit]);
    expect((await read()).body).toEqual({ rev: 21, pieces: [piece('x'.repeat(20))] });
  });

  it('can be read but not changed in a read-only book', async () => {
    author = await books.author({ plan: 'pro_oneoff', isActive: true, source: 'paid', oneOffCount: 1 });
    bookId = (await books.book(author)).id;
    await save([piece('Written in time.')]);
    await books.setPlan(author, { plan: 'pro_oneoff', isActive: false, oneOffCount: 1 });
    const refused = await save([piece('Too late.')], 1);
    expect([refused.status, refused.body['code']]).toEqual([403, 'plan.read_only']);
    expect([(await read()).body['pieces'], await listed()]).toEqual([[piece('Written in time.')], [1]]);
  });

  it('go to the trash with their book, where they do not count, and return with it', async () => {
    await save([piece('x'.repeat(5000))]);
    await books.call(deleteBook, { as: author, params: { id: bookId } });
    const answers = [await read(), await save([], 1), await revisions(), await revisions({ rev: '1' })];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const { used, deleted } = await storage();
    expect([used, deleted > 5000]).toEqual([0, true]);
    const [entry] = (await books.call(listTrash, { as: author })).body as unknown as { id: string }[];
    await books.call(restoreTrash, { as: author, params: { id: entry?.id ?? '' } });
    expect((await read()).body['rev']).toBe(1);
  });

  it('are deleted with their book and its design after 30 days in the trash, and those of other books stay', async () => {
    const other = await books.authorWithBook();
    const request = { params: { id: other.bookId }, headers: { 'if-match': '"0"' } };
    await books.call(saveMatter, { ...request, as: other.author, body: { pieces: [piece('Stays.')] } });
    await save([piece('Goes.')]);
    await save([piece('Goes too.')], 1);
    await books.call(saveDesign, { as: author, params: { id: bookId }, body: {}, headers: request.headers });
    await books.call(deleteBook, { as: author, params: { id: bookId } });
    await books.afterDays(31, () => books.runJob('purge-trash'));
    expect([await storedRows(), await books.rows('designs').findOne({ _id: bookId })]).toEqual([0, null]);
    expect(await books.rows('matter_revisions').countDocuments({ bookId: other.bookId })).toBe(1);
  });

  it('can be read by export', async () => {
    await save([piece('First.')]);
    await save([piece('Second.')], 1);
    const { body } = await books.call(readDesignAndMatter, {
      as: { role: 'service', service: 'export' },
      params: { id: bookId },
      query: { userId: author.userId },
    });
    expect(body['matter']).toEqual({ rev: 2, pieces: [piece('Second.')] });
  });
});
