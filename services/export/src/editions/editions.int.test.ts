import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { bookRemoved, exportFileFinished } from '@inkbear/contracts/events';
import * as contract from '@inkbear/contracts/export/edition';
import { getFilesStorage } from '@inkbear/contracts/storage';
import { checkErasure } from '@inkbear/service-kit/testing/check-erasure';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { testUser } from '@inkbear/service-kit/testing/test-service';
import { strFromU8, unzipSync } from 'fflate';
import { type Author, TestExport } from '../testing/test-export.ts';

const { pinnedPerBook, perBook, days } = contract.editionLimits;

describe('editions', () => {
  let test: TestExport;
  let author: Author;
  beforeAll(async () => (test = await TestExport.start()));
  afterAll(async () => await test.stop());
  beforeEach(async () => (author = await test.createAuthor()));
  afterEach(() => {
    test.beforeReply = () => undefined;
  });

  const createFinished = async (profiles: readonly string[]): Promise<contract.Edition> =>
    await test.waitUntilFinished(author, (await test.create(author, profiles)).body['id'] as string);
  const textOf = async ({ id, files: [file] }: contract.Edition) =>
    (await test.download(author, id, file?.id ?? '')).bytes.toString();
  const storedKinds = async (userId: string) =>
    (await test.rows('files.files').find({ 'metadata.userId': userId }).toArray())
      .map(({ metadata }) => (metadata as { kind: string }).kind)
      .toSorted();

  it('make a file of each format that is complete, checked, stored and announced once', async () => {
    const before = (await test.service.emitted(exportFileFinished)).length;
    const created = await test.create(author);
    expect([created.status, (created.body['files'] as unknown[]).length]).toEqual([201, 6]);
    const edition = await test.waitUntilFinished(author, created.body['id'] as string);
    expect(edition.files.map(({ profile, state, error }) => [profile, state, error])).toEqual(
      contract.fileProfiles.map((profile) => [profile, 'ready', null]),
    );
    expect(edition.files.map(({ name }) => name)).toEqual([
      'Winter- -1- - print 6x9.pdf',
      'Winter- -1- - screen.pdf',
      'Winter- -1-.epub',
      'Winter- -1- - manuscript.docx',
      'Winter- -1- - designed.docx',
      'Winter- -1-.md',
    ]);
    const checked = ({ preflight }: contract.EditionFile) => preflight?.ruleSets.map(({ id }) => id) ?? null;
    expect(edition.files.map(checked)).toEqual([['kdp-print'], [], ['epub', 'kdp-ebook'], null, null, null]);
    for (const { comparison } of edition.files)
      expect(comparison).toEqual({ paragraphs: expect.any(Number), missing: 0, extra: 0, moved: 0 });
    const files = await Promise.all(edition.files.map(({ id }) => test.download(author, edition.id, id)));
    expect(files.map(({ bytes }) => bytes.length)).toEqual(edition.files.map(({ bytes }) => bytes));
    expect(files.map(({ bytes }) => bytes.subarray(0, 4).toString('latin1'))).toEqual([
      '%PDF',
      '%PDF',
      'PK\u0003\u0004',
      'PK\u0003\u0004',
      'PK\u0003\u0004',
      '---\n',
    ]);
    expect(files.map(({ headers }) => headers.get('content-type'))).toEqual([
      'application/pdf',
      'application/pdf',
      'application/epub+zip',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'text/markdown; charset=utf-8',
    ]);
    expect(files[0]?.headers.get('content-disposition')).toContain('filename="Winter- -1- - print 6x9.pdf"');
    const row = (await test.rows('editions').findOne({ _id: edition.id })) as unknown as {
      files: { sha256: string }[];
    };
    expect(row.files.map(({ sha256 }) => sha256)).toEqual(
      files.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')),
    );
    const events = (await test.service.emitted(exportFileFinished)).slice(before);
    expect(events.map(({ data }) => data['format']).toSorted()).toEqual(
      ['paperback', 'ebook', 'epub', 'docx', 'docx', 'markdown'].toSorted(),
    );
    expect(events[0]?.data).toMatchObject({ userId: author.userId, bookId: 'b1', chapterId: null });
  });

  it('are the same for the same state, and get the formats that they lack', async () => {
    const first = await createFinished(['markdown']);
    const again = await test.create(author, ['markdown', 'epub']);
    expect([again.status, again.body['id']]).toEqual([200, first.id]);
    const files = (await test.waitUntilFinished(author, first.id)).files.map(({ id, profile }) => [id, profile]);
    expect([files[0], files[1]?.[1], files.length]).toEqual([[first.files[0]?.id, 'markdown'], 'epub', 2]);
    const docx = { paper: 'letter', face: 'courier-prime', contact: 'Kent' };
    const other = await test.service.call(contract.createEdition, {
      as: author,
      params: { id: 'b1' },
      body: { profiles: ['markdown'], docx },
    });
    expect([other.status, other.body['docx']]).toEqual([201, docx]);
  });

  it('are not created twice by two requests at the same time', async () => {
    const replies = await Promise.all([test.create(author, ['markdown']), test.create(author, ['epub'])]);
    const [one, other] = replies.map(({ body }) => body['id'] as string);
    expect([replies.map(({ status }) => status).toSorted(), one === other]).toEqual([[200, 201], true]);
    expect((await test.waitUntilFinished(author, one ?? '')).files.map(({ profile }) => profile).toSorted()).toEqual([
      'epub',
      'markdown',
    ]);
    expect(await storedKinds(author.userId)).toEqual(['file', 'file', 'frozen']);
  });

  it('freeze the text: a changed chapter gives another edition, and files of the first keep its text', async () => {
    const first = await createFinished(['markdown']);
    test.write('c1', 'Rain.');
    const second = await createFinished(['markdown']);
    expect(second.id).not.toBe(first.id);
    expect([await textOf(first), await textOf(second)]).toEqual([
      expect.stringContaining('The snow fell all night.'),
      expect.stringContaining('Rain.'),
    ]);
    // A file that is made later has the text of its edition, too.
    const added = await test.service.call(contract.addEditionFile, {
      as: author,
      params: { id: first.id },
      body: { profile: 'epub' },
    });
    expect(added.status).toBe(201);
    await test.waitUntilFinished(author, first.id);
    const { bytes } = await test.download(author, first.id, added.body['id'] as string);
    const texts = Object.values(unzipSync(bytes)).map((file) => strFromU8(file));
    expect([
      texts.some((text) => text.includes('The snow fell')),
      texts.some((text) => text.includes('Rain.')),
    ]).toEqual([true, false]);
  });

  it('freeze one moment: chapters that change while they are read are read again', async () => {
    test.write('c1', 'One, early.');
    test.write('c2', 'Two, early.');
    let isChanged = false;
    test.beforeReply = (path) => {
      // After the first chapter was read, both chapters change.
      if (isChanged || !path.includes('/chapters') || !path.includes('ids=c2')) return;
      isChanged = true;
      test.write('c1', 'One, late.');
      test.write('c2', 'Two, late.');
    };
    const edition = await createFinished(['markdown']);
    const text = await textOf(edition);
    expect([text.includes('One, late.'), text.includes('Two, late.'), text.includes('early')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(edition.revisions.chapters).toEqual(test.state.chapters.map(({ id, rev }) => ({ id, rev })));
  });

  it('contain a chapter that was deleted while it should be read, and restored at once', async () => {
    const { chapters } = test.state;
    let reads = 0;
    test.beforeReply = (path) => {
      const isRead = path.includes('/chapters') && path.includes('ids=c2');
      if (isRead) reads += 1;
      test.state.chapters = isRead && reads === 1 ? chapters.filter(({ id }) => id !== 'c2') : chapters;
    };
    const edition = await createFinished(['markdown']);
    expect([reads, (await textOf(edition)).includes(chapters[1]?.content ?? '?')]).toEqual([2, true]);
  });

  it('are refused with 503 when the book changes all the time', async () => {
    test.beforeReply = (path) => {
      if (!path.includes('/scope')) test.write('c1', `Version ${test.paths.length}`);
    };
    const { status, body } = await test.create(author, ['markdown']);
    expect([status, body['code']]).toEqual([503, 'export.busy']);
    expect(await storedKinds(author.userId)).toEqual([]);
  });

  it('exist on the free plan as Markdown only, and finished files stay after the plan', async () => {
    const edition = await createFinished(['epub']);
    await test.setPlan(author, {});
    const refused = await test.create(author, ['markdown', 'screen']);
    expect([refused.status, refused.body['code']]).toEqual([403, 'plan.required']);
    const refusedFile = await test.service.call(contract.addEditionFile, {
      as: author,
      params: { id: edition.id },
      body: { profile: 'screen' },
    });
    expect([refusedFile.status, refusedFile.body['code']]).toEqual([403, 'plan.required']);
    expect((await test.download(author, edition.id, edition.files[0]?.id ?? '')).status).toBe(200);
    expect((await test.create(author, ['markdown'])).status).toBe(200);
  });

  it('refuse texts that are too long for a PDF or for any file', async () => {
    const { chapters } = test.state;
    const ofLength = (length: number) => {
      test.state.chapters = chapters.slice(0, 1);
      test.write('c1', 'é'.repeat(length));
    };
    ofLength(contract.editionLimits.pdfLength + 1);
    const problem = async (profiles: string[]) => {
      const { status, body } = await test.create(author, profiles);
      return [status, body['code']];
    };
    expect(await problem(['epub', 'print'])).toEqual([400, 'export.too_long']);
    ofLength(contract.editionLimits.length + 1);
    expect(await problem(['markdown'])).toEqual([413, 'export.too_large']);
    test.state.chapters = chapters;
    test.state.chapters = chapters.map((chapter) => ({ ...chapter, content: '', wordCount: 0, rev: 99 }));
    expect(await problem(['markdown'])).toEqual([400, 'export.nothing_to_export']);
    test.state.chapters = chapters;
  });

  it('have no PDF in a script that the typesetter does not support, but other formats', async () => {
    test.write('c2', 'שלום עולם');
    const refused = await test.create(author, ['print', 'markdown']);
    expect([refused.status, refused.body['code']]).toEqual([400, 'export.script_not_set']);
    expect(refused.body['message']).toContain('“Part 2”');
    const edition = await createFinished(['epub', 'markdown']);
    expect(edition.files.map(({ state }) => state)).toEqual(['ready', 'ready']);
    const again = await test.create(author, ['screen']);
    const added = await test.service.call(contract.addEditionFile, {
      as: author,
      params: { id: edition.id },
      body: { profile: 'screen' },
    });
    expect([again.body['code'], added.body['code']]).toEqual(['export.script_not_set', 'export.script_not_set']);
    test.write('c2', 'It thawed.');
  });

  it('are hidden from others on every route', async () => {
    const { id, files } = await createFinished(['markdown']);
    const fileId = files[0]?.id ?? '';
    const stranger = await test.createAuthor();
    const call: (typeof test.service)['call'] = (route, input) => test.service.call(route, { as: stranger, ...input });
    const replies = [
      await call(contract.getEdition, { params: { id } }),
      await call(contract.getEdition, { params: { id }, headers: { accept: 'text/event-stream' } }),
      await call(contract.updateEdition, { params: { id }, body: { name: 'Mine', pinned: true } }),
      await call(contract.deleteEdition, { params: { id } }),
      await call(contract.addEditionFile, { params: { id }, body: { profile: 'epub' } }),
      await call(contract.removeEditionFile, { params: { id, fileId } }),
      await call(contract.downloadEditionFile, { params: { id, fileId } }),
    ];
    expect(replies.map(({ status, body }) => [status, body['code']])).toEqual(
      replies.map(() => [404, 'export.edition_not_found']),
    );
    const ofBook = [
      await call(contract.listEditions, { params: { id: 'foreign' } }),
      await test.create(stranger, ['markdown'], 'foreign'),
    ];
    expect(ofBook.map(({ status, body }) => [status, body['code']])).toEqual(
      ofBook.map(() => [404, 'books.not_found']),
    );
    expect((await test.service.call(contract.listEditions, { as: stranger, params: { id: 'b1' } })).body).toEqual([]);
    expect((await test.service.call(contract.getEdition, { params: { id } })).status).toBe(401);
    const missing = { id, fileId: 'nope' };
    expect((await test.service.call(contract.downloadEditionFile, { as: author, params: missing })).body['code']).toBe(
      'export.file_not_found',
    );
    expect((await test.read(author, id)).files).toHaveLength(1);
  });

  it('stream their progress until no file is being made', async () => {
    const { body } = await test.create(author, ['markdown', 'epub']);
    const { text } = await test.service.call(contract.getEdition, {
      as: author,
      params: { id: body['id'] as string },
      headers: { accept: 'text/event-stream' },
    });
    const events = text
      .trim()
      .split('\n\n')
      .filter((event) => event.startsWith('event: '))
      .map((event) => {
        const [name = '', data = ''] = event.split('\n');
        return [name.slice(7), JSON.parse(data.slice(6)) as contract.Edition] as const;
      });
    expect(events[0]?.[0]).toBe('progress');
    expect([events.at(-1)?.[0], events.at(-1)?.[1].files.map(({ state }) => state)]).toEqual([
      'done',
      ['ready', 'ready'],
    ]);
    expect(events.filter(([name]) => name === 'done')).toHaveLength(1);
  });

  it('can be named, and ten of a book can be pinned', async () => {
    const { _id, ...row } = (await test.rows('editions').findOne({ _id: (await createFinished(['markdown'])).id })) ?? {
      _id: '',
    };
    const ids = Array.from({ length: pinnedPerBook }, (_one, index) => `${author.userId}-${index}`);
    await test.rows('editions').insertMany(ids.map((id) => ({ ...row, _id: id, pinned: true })));
    const update = (id: string, pinned: boolean) =>
      test.service.call(contract.updateEdition, { as: author, params: { id }, body: { name: ' Final ', pinned } });
    const refused = await update(_id, true);
    expect([refused.status, refused.body['code']]).toEqual([409, 'export.pinned_limit']);
    expect(await test.read(author, _id)).toMatchObject({ name: '', pinned: false });
    expect((await update(ids[0] ?? '', false)).status).toBe(200);
    expect((await update(_id, true)).body).toMatchObject({ name: 'Final', pinned: true });
  });

  it('are kept for 90 days, the newest 20 of a book, unless they are pinned', async () => {
    const { id } = await createFinished(['markdown']);
    const { _id: _used, ...row } = (await test.rows('editions').findOne({ _id: id })) ?? { _id: '' };
    const ageOf = (index: number) => new Date(Date.now() - index * 60_000);
    const copies = Array.from({ length: perBook + 3 }, (_one, index) => ({
      ...row,
      _id: `${author.userId}-${index}`,
      frozenId: `frozen-${author.userId}-${index}`,
      contentHash: 'other',
      files: [],
      createdAt: ageOf(index + 1),
      pinned: index === perBook + 2,
    }));
    await test.rows('editions').insertMany(copies);
    test.write('c1', 'A new text.');
    const { body } = await test.create(author, ['markdown']);
    const ids = async () => {
      const { body: list } = await test.service.call(contract.listEditions, { as: author, params: { id: 'b1' } });
      return (list as unknown as contract.Edition[]).map((edition) => edition.id);
    };
    const newest = [body['id'], id, ...copies.slice(0, perBook - 2).map(({ _id }) => _id)];
    expect(await ids()).toEqual([...newest, copies.at(-1)?._id]);
    expect(await test.rows('unreferenced_files').countDocuments({ userId: author.userId })).toBe(4);

    const old = new Date(Date.now() - (days * 86_400 + 60) * 1000);
    await test
      .rows('editions')
      .updateMany(
        { userId: author.userId, _id: { $in: [id, copies.at(-1)?._id ?? ''] } },
        { $set: { createdAt: old } },
      );
    await test.service.runJob('remove-old-editions');
    expect((await ids()).toSorted()).toEqual([...newest.filter((each) => each !== id), copies.at(-1)?._id].toSorted());
  });

  it('are deleted with their stored files', async () => {
    const { id, files } = await createFinished(['markdown', 'epub']);
    const used = async () => (await test.service.call(getFilesStorage, { as: author })).body['used'] as number;
    expect([await storedKinds(author.userId), (await used()) > 0]).toEqual([['file', 'file', 'frozen'], true]);
    const { status } = await test.service.call(contract.removeEditionFile, {
      as: author,
      params: { id, fileId: files[0]?.id ?? '' },
    });
    await test.service.runJob('delete-unreferenced-files');
    expect([status, await storedKinds(author.userId)]).toEqual([204, ['file', 'frozen']]);
    expect((await test.service.call(contract.deleteEdition, { as: author, params: { id } })).status).toBe(204);
    await test.service.runJob('delete-unreferenced-files');
    expect([await storedKinds(author.userId), await used()]).toEqual([[], 0]);
    expect(await test.rows('unreferenced_files').countDocuments({ userId: author.userId })).toBe(0);
    expect((await test.download(author, id, files[1]?.id ?? '')).status).toBe(404);
  });

  it('are deleted when their book is purged, not while it is in the trash', async () => {
    const { id } = await createFinished(['markdown']);
    const data = { bookId: 'b1', userId: author.userId };
    await test.service.deliver(bookRemoved, 'b1', { ...data, stage: 'trashed' });
    expect((await test.read(author, id)).id).toBe(id);
    await test.service.deliver(bookRemoved, 'b1', { ...data, stage: 'purged' });
    await test.service.runJob('delete-unreferenced-files');
    expect([
      await storedKinds(author.userId),
      await test.rows('editions').countDocuments({ userId: author.userId }),
    ]).toEqual([[], 0]);
  });

  it('are refused when the storage of the plan is used up', async () => {
    await test.rows('files.files').insertOne({
      _id: `big-${author.userId}`,
      length: 2048 * 1024 * 1024,
      metadata: { userId: author.userId },
    });
    const { status, body } = await test.create(author, ['markdown']);
    expect([status, body['code']]).toEqual([403, 'export.quota_used']);
    await eventually(async () => (await storedKinds(author.userId)).length === 1);
  });

  it('are erased with their author', async () => {
    const seed = async ({ userId }: { userId: string }) => {
      const person = testUser(userId);
      await test.waitUntilFinished(person, (await test.create(person, ['markdown'])).body['id'] as string);
      const { _id, ...row } = (await test.rows('files.files').findOne({ 'metadata.userId': userId })) ?? { _id: '' };
      await test.rows('files.files').insertOne({ ...row, _id: `cover-${userId}` });
      await test.rows('covers').insertOne({ _id: `b-${userId}`, userId, storedId: `cover-${userId}` });
      await test.rows('unreferenced_files').insertOne({ _id: `left-${userId}`, userId, dueAt: new Date() });
      await test.rows('quotas').insertOne({ _id: userId, quota: 1, floor: 1 });
      await test.importFile(person, 'The snow fell.');
      expect(_id).not.toBe('');
    };
    expect(await checkErasure(test.service, { seed, withoutUserData: ['files.chunks'] })).toEqual({
      unseeded: [],
      remaining: [],
      lost: [],
    });
    const ids = (await test.rows('files.files').find({}, { hint: '_id_' }).toArray()).map(({ _id }) => _id);
    expect(await test.rows('files.chunks').countDocuments({ files_id: { $nin: ids } })).toBe(0);
  });
});
