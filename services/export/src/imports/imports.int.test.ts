import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import * as contract from '@inkbear/contracts/export/import';
import { chooseImportedBook, downloadImportFile } from '@inkbear/contracts/export/import-file';
import { getFilesStorage } from '@inkbear/contracts/storage';
import { identityHeader } from '@inkbear/service-kit/identity';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { strToU8, zipSync } from 'fflate';
import { type Author, TestExport } from '../testing/test-export.ts';

const { fileBytes, perUser, perDay, days } = contract.importLimits;
const markdown = [
  '# The Storm',
  'The snow *fell* all night.',
  '***',
  'It thawed.',
  '# Thaw',
  'Rain came at last.',
  '',
].join('\n\n');

/** A test uploads up to 100 MB, and reads files in child processes. */
jest.setTimeout(90_000);

describe('imports', () => {
  let test: TestExport;
  let author: Author;
  beforeAll(async () => (test = await TestExport.start()));
  afterAll(async () => await test.stop());
  beforeEach(async () => (author = await test.createAuthor({})));
  afterEach(() => {
    jest.restoreAllMocks();
    test.beforeReply = () => undefined;
  });

  const storedKinds = async ({ userId } = author) =>
    (await test.rows('files.files').find({ 'metadata.userId': userId }).toArray())
      .map(({ metadata }) => (metadata as { kind: string }).kind)
      .toSorted();
  const problemOf = async (...upload: Parameters<TestExport['upload']>) => {
    const { status, body } = await test.upload(...upload);
    return [status, body['code']];
  };
  const textOf = async ({ id }: Pick<contract.ManuscriptImport, 'id'>, range: { from: number; to: number }) =>
    (await test.service.call(contract.readImportText, { as: author, params: { id }, query: range })).body['text'];
  const savePlan = (
    id: string,
    body: Record<string, unknown>,
    headers: Record<string, string> = { 'if-match': '"1"' },
    as = author,
  ) => test.service.call(contract.saveImportPlan, { as, params: { id }, body, headers });

  it('store a file, read it, and show its text with a plan of its chapters', async () => {
    const { status, body } = await test.upload(author, markdown, { fileName: 'Snow – final.md' });
    expect([status, body]).toMatchObject([
      201,
      { state: 'waiting', fileName: 'Snow – final.md', bytes: Buffer.byteLength(markdown), format: null, plan: null },
    ]);
    const item = await test.waitUntilSettled(author, body['id'] as string);
    expect(item).toMatchObject({ state: 'ready', format: 'markdown', planRev: 1, progress: null, error: null });
    const chapters = item.plan?.chapters ?? [];
    expect(chapters.map(({ title, kind, words, scenes }) => [title, kind, words, scenes.length])).toEqual([
      ['The Storm', 'chapter', 8, 2],
      ['Thaw', 'chapter', 4, 1],
    ]);
    const [storm] = chapters;
    expect(await textOf(item, storm ?? { from: 0, to: 0 })).toContain(
      'The snow *fell* all night.\n\n***\n\nIt thawed.',
    );
    expect([
      await textOf(item, { from: item.length, to: item.length + 9 }),
      await textOf(item, { from: 0, to: 0 }),
    ]).toEqual(['', '']);
    const { body: list } = await test.service.call(contract.listImports, { as: author });
    expect(list).toMatchObject([{ id: item.id, state: 'ready', plan: null, losses: [] }]);
    const file = await test.service.call(downloadImportFile, { as: author, params: { id: item.id } });
    expect([file.text, file.headers.get('content-disposition')]).toEqual([
      markdown,
      expect.stringContaining('attachment; filename="Snow _ final.md"'),
    ]);
    expect(await storedKinds()).toEqual(['import', 'import-text']);
  });

  it('stream their progress until they wait for their author', async () => {
    const { body } = await test.upload(author, markdown);
    const { text } = await test.service.call(contract.getImport, {
      as: author,
      params: { id: body['id'] as string },
      headers: { accept: 'text/event-stream' },
    });
    const names = text.split('\n').flatMap((line) => (line.startsWith('event: ') ? [line.slice(7)] : []));
    expect([names[0], names.at(-1), names.filter((name) => name === 'done').length]).toEqual(['progress', 'done', 1]);
    expect(text.slice(text.lastIndexOf('event: done'))).toContain('"state":"ready"');
  });

  it.each([
    ['PDF', '%PDF-1.7 and more'],
    ['picture', Buffer.from('\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR\u0000\u0000', 'latin1')],
  ])('refuse a %s before it is stored', async (_what, content) => {
    expect(await problemOf(author, content)).toEqual([415, 'imports.unknown_format']);
    expect([await storedKinds(), await test.rows('imports').countDocuments({ userId: author.userId })]).toEqual([
      [],
      0,
    ]);
  });

  it('refuse forms without a file, with another field, and what is no form', async () => {
    const other = new FormData();
    other.set('manuscript', new File(['x'], 'x.md'));
    const replies = [await test.sendForm(author, new FormData()), await test.sendForm(author, other)];
    expect(replies.map(({ status, body }) => [status, body['code']])).toEqual([
      [400, 'imports.file_missing'],
      [400, 'imports.file_missing'],
    ]);
    const json = await test.service.call(contract.createImport, { as: author, body: { file: 'x' } });
    expect([json.status, json.body['code']]).toEqual([415, 'request.unsupported_type']);
  });

  it('have at most 50 MB', async () => {
    const content = Buffer.alloc(fileBytes + 1, 'snow ');
    expect(await problemOf(author, content)).toEqual([413, 'imports.too_large']);
    const longest = await test.importFile(author, content.subarray(0, fileBytes));
    expect([longest.bytes, longest.state, longest.error?.code]).toEqual([fileBytes, 'failed', 'imports.too_large']);
    expect(await storedKinds()).toEqual(['import']);
  });

  it('for a book belong to its author, which is checked before the file is read', async () => {
    expect(await problemOf(author, '%PDF-', { bookId: 'foreign' })).toEqual([404, 'books.not_found']);
    expect(await problemOf(author, markdown, { bookId: 'b'.repeat(65) })).toEqual([404, 'books.not_found']);
    const late = new FormData();
    late.set('file', new File([markdown], 'x.md'));
    late.set('bookId', 'b1');
    const { status, body } = await test.sendForm(author, late);
    expect([status, body['code'], await storedKinds()]).toEqual([400, 'request.malformed', ['import']]);
    expect((await test.importFile(author, markdown, { bookId: 'b1' })).bookId).toBe('b1');
  });

  it('are refused when the storage of the plan is used up', async () => {
    const full = { _id: `big-${author.userId}`, length: 2 ** 31, metadata: { userId: author.userId, kind: 'file' } };
    await test.rows('files.files').insertOne(full);
    expect(await problemOf(author, markdown)).toEqual([403, 'export.quota_used']);
    expect(await storedKinds()).toEqual(['file']);
  });

  it('count against the storage of the plan, until they are removed', async () => {
    const used = async () => (await test.service.call(getFilesStorage, { as: author })).body['used'] as number;
    const { id, bytes, length } = await test.importFile(author, markdown);
    expect(await used()).toBe(bytes + 2 * length);
    await test.service.call(contract.deleteImport, { as: author, params: { id } });
    await test.service.runJob('delete-unreferenced-files');
    expect(await used()).toBe(0);
  });

  it('are limited for each author: in total, at a time and for a day', async () => {
    const { id } = await test.importFile(author, markdown);
    const { _id: _used, ...row } = (await test.rows('imports').findOne({ _id: id })) ?? { _id: '' };
    const copies = (count: number, more: object) =>
      Array.from({ length: count }, (_one, index) => ({ ...row, ...more, _id: `${author.userId}-${index}` }));
    const refusal = async () => {
      const { status, body, retryAfter } = await test.upload(author, markdown);
      return [status, body['code'], body['message'], retryAfter];
    };
    await test.rows('imports').insertMany(copies(perUser - 1, {}));
    expect(await refusal()).toEqual([429, 'imports.limit_reached', expect.stringContaining('20 imports'), null]);
    const copied = { userId: author.userId, _id: { $ne: id } } as const;
    await test.rows('imports').deleteMany(copied);
    // Being made, of a time when nobody can make them.
    const claimed = { queue: 'make', state: 'making', lease: { id: 'other', until: new Date(Date.now() + 60_000) } };
    await test.rows('imports').insertMany(copies(2, claimed));
    expect(await refusal()).toEqual([429, 'imports.limit_reached', expect.stringContaining('2 of your files'), '10']);
    const make = await test.service.call(contract.makeImport, { as: author, params: { id } });
    expect([make.status, make.body['code']]).toEqual([429, 'imports.limit_reached']);
    await test.rows('imports').deleteMany(copied);
    await test.rows('upload_counts').updateOne({ _id: author.userId }, { $set: { count: perDay } });
    const [status, code, message, retryAfter] = await refusal();
    expect([status, code, message]).toEqual([429, 'imports.limit_reached', expect.stringContaining('midnight UTC')]);
    expect(Number(retryAfter)).toBeGreaterThan(0);
    await test.rows('upload_counts').updateOne({ _id: author.userId }, { $set: { date: '2026-01-01' } });
    expect((await test.upload(author, markdown)).status).toBe(201);
  });

  /** Begins an upload of a long text, and sends its first part only. */
  function beginUpload(as = author, on = test): ClientRequest {
    const sent = request(`${on.service.url}/api/imports`, {
      method: 'POST',
      headers: {
        [identityHeader]: on.service.sign(as),
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 3_000_000,
      },
    });
    sent.on('error', () => undefined);
    sent.write('--x\r\nContent-Disposition: form-data; name="file"; filename="Long.md"\r\n\r\n');
    sent.write('snow '.repeat(300_000));
    return sent;
  }
  const chunksOf = async (id: string) => await test.rows('files.chunks').countDocuments({ files_id: id });

  it('leave nothing when their client disconnects', async () => {
    const sent = beginUpload();
    const begun = () => test.rows('unreferenced_files').findOne({ userId: author.userId });
    const { _id: fileId } = (await eventually(begun)) ?? { _id: '' };
    await eventually(async () => (await chunksOf(fileId)) > 0);
    sent.destroy();
    const isDueSoon = async () => ((await begun())?.['dueAt'] as Date).getTime() < Date.now() + 120_000;
    await eventually(isDueSoon);
    await test.rows('unreferenced_files').updateOne({ _id: fileId }, { $set: { dueAt: new Date() } });
    await test.service.runJob('delete-unreferenced-files');
    expect([await chunksOf(fileId), await storedKinds(), await begun()]).toEqual([0, [], null]);
    expect((await test.upload(author, markdown)).status).toBe(201);
  });

  it('are uploaded one at a time by each author', async () => {
    const sent = beginUpload();
    await eventually(() => test.rows('unreferenced_files').findOne({ userId: author.userId }));
    const { status, body, retryAfter } = await test.upload(author, markdown);
    expect([status, body['code'], retryAfter]).toEqual([503, 'imports.busy', '10']);
    expect((await test.upload(await test.createAuthor({}), markdown)).status).toBe(201);
    sent.destroy();
    await eventually(async () => (await test.upload(author, markdown)).status === 201);
  });

  it('are given up when nothing arrives any more', async () => {
    const impatient = await TestExport.start({ UPLOAD_STALL_MS: 300 });
    const sent = beginUpload(await impatient.createAuthor({}), impatient);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(504);
    sent.destroy();
    await impatient.stop();
  });

  it.each<[string, string | Uint8Array, string]>([
    ['imports.empty', ' \n\n', 'blank.txt'],
    ['imports.damaged', 'PK\u0003\u0004 cut off', 'book.docx'],
    ['imports.hostile', zipSync({ '../One.md': strToU8('# One') }), 'outside.zip'],
    ['imports.unknown_format', zipSync({ 'picture.png': strToU8('x') }), 'pictures.zip'],
    ['imports.protected', protectedOffice(), 'secret.docx'],
    ['imports.too_large', 'snow '.repeat(300_001), 'long.txt'],
  ])('fail with %s and a sentence for their author', async (code, content, fileName) => {
    const log = jest.spyOn(test.service.platform.logger, 'error');
    const item = await test.importFile(author, content, { fileName });
    expect([item.state, item.error]).toEqual(['failed', { code, message: expect.stringMatching(/^[A-Z].*\.$/) }]);
    expect([item.plan, await storedKinds(), log.mock.calls]).toEqual([null, ['import'], []]);
    const replies = [
      await test.service.call(contract.readImportText, {
        as: author,
        params: { id: item.id },
        query: { from: 0, to: 1 },
      }),
      await savePlan(item.id, planBody([chapter(0, 1)])),
      await test.service.call(contract.makeImport, { as: author, params: { id: item.id } }),
    ];
    expect(replies.map(({ status, body }) => [status, body['code']])).toEqual(
      replies.map(() => [409, 'imports.not_ready']),
    );
  });

  const planBody = (chapters: object[]) => ({ title: 'Snow', author: 'Ada', language: 'en', chapters });
  const chapter = (from: number, to: number, more: object = {}) => ({
    title: 'All of it',
    include: true,
    kind: 'chapter',
    from,
    to,
    ...more,
  });

  it('take a corrected plan, whose words and scenes are counted again', async () => {
    const { id, length } = await test.importFile(author, markdown);
    const saved = await savePlan(id, planBody([chapter(0, length, { title: ' Whole ' })]));
    expect([saved.status, saved.headers.get('etag'), saved.body['planRev']]).toEqual([200, '"2"', 2]);
    const [whole] = (saved.body as unknown as contract.ManuscriptImport).plan?.chapters ?? [];
    expect([whole?.title, whole?.scenes.length, whole && whole.words > 12]).toEqual(['Whole', 2, true]);
    const { plan } = await test.readImport(author, id);
    expect([plan?.title, plan?.author, plan?.language, plan?.chapters]).toEqual(['Snow', 'Ada', 'en', [whole]]);
    const stale = await savePlan(id, planBody([chapter(0, 5)]));
    expect([stale.status, stale.body['code'], stale.body['rev']]).toEqual([412, 'imports.stale_plan', 2]);
    const unconditional = await savePlan(id, planBody([chapter(0, 5)]), {});
    expect([unconditional.status, unconditional.body['code']]).toEqual([400, 'export.if_match_required']);
  });

  it('refuse a plan that does not fit the text', async () => {
    const { id, length } = await test.importFile(author, `${markdown}\n\n😀`);
    const refused = [
      [chapter(0, length + 1)],
      [chapter(9, 5)],
      [chapter(0, 10), chapter(9, 12)],
      [chapter(0, length - 1)],
      [chapter(0, length, { include: false })],
    ];
    for (const chapters of refused) {
      const { status, body } = await savePlan(id, planBody(chapters));
      expect([status, body['code']]).toEqual([400, 'imports.invalid_plan']);
    }
    const none = await savePlan(id, planBody([]));
    expect([none.status, none.body['message'], (await test.readImport(author, id)).planRev]).toEqual([
      400,
      'Please keep at least one chapter',
      1,
    ]);
  });

  it('of one plan are saved once by two authors’ windows', async () => {
    const { id } = await test.importFile(author, markdown);
    const saves = await Promise.all([savePlan(id, planBody([chapter(0, 5)])), savePlan(id, planBody([chapter(0, 6)]))]);
    expect(saves.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  it('of an account export are read again for another of its books', async () => {
    const books = [
      { book: { id: 'b0', title: 'Blank' }, chapters: [{ id: 'c0', title: 'One', content: '' }] },
      { book: { id: 'b1', title: 'Snow' }, chapters: [{ id: 'c1', title: 'Storm', content: 'It snowed.' }] },
      { book: { id: 'b2', title: 'Rain' }, chapters: [{ id: 'c2', title: 'Drops', content: 'It rained.' }] },
    ];
    const archive = zipSync({ 'inkbear.json': strToU8(JSON.stringify({ books })) });
    const { id, format, plan, booksInFile } = await test.importFile(author, archive, { fileName: 'inkbear.zip' });
    expect([format, plan?.title, booksInFile.map(({ title, isRead }) => [title, isRead])]).toEqual([
      'account-export',
      'Snow',
      [
        ['Blank', false],
        ['Snow', true],
        ['Rain', false],
      ],
    ]);
    const choose = (index: number) =>
      test.service.call(chooseImportedBook, { as: author, params: { id }, body: { index } });
    expect([(await choose(3)).body['code'], (await choose(1)).body['state']]).toEqual([
      'imports.invalid_plan',
      'ready',
    ]);
    const { _id: _used, ...row } = (await test.rows('imports').findOne({ _id: id })) ?? { _id: '' };
    const claimed = { queue: 'make', state: 'making', lease: { id: 'other', until: new Date(Date.now() + 60_000) } };
    const copies = [0, 1].map((index) => ({ ...row, ...claimed, _id: `${id}-${index}` }));
    await test.rows('imports').insertMany(copies);
    expect((await choose(2)).body['code']).toBe('imports.limit_reached');
    await test.rows('imports').deleteMany({ _id: { $in: copies.map(({ _id }) => _id) } });
    expect((await choose(2)).body).toMatchObject({ state: 'waiting', plan: null });
    const other = await test.waitUntilSettled(author, id);
    expect([other.state, other.plan?.title, other.planRev]).toEqual(['ready', 'Rain', 2]);
    await test.service.runJob('delete-unreferenced-files');
    expect(await storedKinds()).toEqual(['import', 'import-text']);
  });

  it('are hidden from others on every route', async () => {
    const { id } = await test.importFile(author, markdown);
    const stranger = await test.createAuthor();
    const call: (typeof test.service)['call'] = (route, input) => test.service.call(route, { as: stranger, ...input });
    const replies = [
      await call(contract.getImport, { params: { id } }),
      await call(contract.getImport, { params: { id }, headers: { accept: 'text/event-stream' } }),
      await call(contract.readImportText, { params: { id }, query: { from: 0, to: 9 } }),
      await savePlan(id, planBody([chapter(0, 5)]), { 'if-match': '"1"' }, stranger),
      await call(chooseImportedBook, { params: { id }, body: { index: 0 } }),
      await call(contract.makeImport, { params: { id } }),
      await call(contract.deleteImport, { params: { id } }),
      await call(downloadImportFile, { params: { id } }),
    ];
    expect(replies.map(({ status, body }) => [status, body['code']])).toEqual(
      replies.map(() => [404, 'imports.not_found']),
    );
    expect((await call(contract.listImports, {})).body).toEqual([]);
    expect((await test.service.call(contract.getImport, { params: { id } })).status).toBe(401);
    expect((await test.readImport(author, id)).state).toBe('ready');
  });

  it('are removed with their files on request, and 30 days after their upload', async () => {
    const [first, second] = [await test.importFile(author, markdown), await test.importFile(author, markdown)];
    const remove = () => test.service.call(contract.deleteImport, { as: author, params: { id: first.id } });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    await test.service.runJob('remove-old-imports');
    expect((await test.readImport(author, second.id)).state).toBe('ready');
    const { clock } = test.service.platform.businessClock;
    clock.setOffset((days + 1) * 86_400_000);
    await test.service.runJob('remove-old-imports');
    clock.setOffset(0);
    await test.service.runJob('delete-unreferenced-files');
    expect([await storedKinds(), await test.rows('imports').countDocuments({ userId: author.userId })]).toEqual([
      [],
      0,
    ]);
  });
});

/** An Office file with a password: an OLE file that names the encrypted document in it. */
function protectedOffice(): Uint8Array {
  const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
  return new Uint8Array([...signature, ...Buffer.alloc(504), ...Buffer.from('EncryptedPackage', 'utf16le')]);
}
