import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import * as contract from '@inkbear/contracts/export/import';
import { CpuTimeError, OutOfMemoryError, ProcessPool } from '@inkbear/service-kit/process-pool';
import { FakePeer } from '@inkbear/service-kit/testing/fake-peer';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { createParts } from '../deps.ts';
import type { Env } from '../env.ts';
import { type Author, TestExport } from '../testing/test-export.ts';

const markdown = [
  '# Dedication',
  'For M.',
  '# The Storm',
  'The snow *fell* all night.',
  '# Thaw',
  'Rain came at last.',
  '# Acknowledgements',
  'Thanks.',
  '',
].join('\n\n');

jest.setTimeout(90_000);

describe('the queues of imports', () => {
  let test: TestExport;
  let author: Author;
  beforeAll(async () => (test = await TestExport.start()));
  afterAll(async () => await test.stop());
  beforeEach(async () => {
    author = await test.createAuthor({});
    test.bookImports.reset();
  });
  afterEach(() => void jest.restoreAllMocks());

  const make = (id: string, as = author) => test.service.call(contract.makeImport, { as, params: { id } });
  const remove = (id: string) => test.service.call(contract.deleteImport, { as: author, params: { id } });
  const storedTexts = async () =>
    await test.rows('files.files').countDocuments({ 'metadata.userId': author.userId, 'metadata.kind': 'import-text' });
  const setLease = async (id: string) => {
    // Expired, as after the process that held it was killed.
    const lease = { id: 'gone', until: new Date(Date.now() - 1) };
    await test.rows('imports').updateOne({ _id: id }, { $set: { lease } });
  };
  /** What another process with the same database has, besides its HTTP server. */
  const startReplica = () =>
    createParts(test.service.platform, {
      PUBLIC_URL: 'http://localhost:8080',
      PRESS_PROCESSES: 1,
      PRESS_HEAP_MB: 512,
      PRESS_QUEUE: 16,
      ARCHIVE_SLOTS: 1,
      UPLOAD_STALL_MS: 60_000,
    } as Env);

  /** Reading processes that wait until the test releases them, and how many of them were ended. */
  function holdReading() {
    const held = { started: 0, ended: 0 };
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const run = ProcessPool.prototype.run;
    jest.spyOn(ProcessPool.prototype, 'run').mockImplementation(async function (
      this: ProcessPool<unknown, unknown>,
      ...[task, options]
    ) {
      held.started += 1;
      const stopped = new Promise((_resolve, reject) =>
        options.signal.addEventListener('abort', () => {
          held.ended += 1;
          reject(options.signal.reason as Error);
        }),
      );
      await Promise.race([released, stopped]);
      return await run.call(this, task, options);
    });
    return { held, release };
  }

  /** The books service, which waits with its replies to one kind of request until the test releases it. */
  function holdBooks(held: string) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let waiting = 0;
    test.bookImports.beforeReply = async (step) => {
      if (step !== held) return;
      waiting += 1;
      await released;
    };
    return { release, waiting: () => waiting };
  }

  describe('read a file', () => {
    it('in a process that is ended when the import is cancelled, and store nothing then', async () => {
      const { held, release } = holdReading();
      const { body } = await test.upload(author, markdown);
      const id = body['id'] as string;
      await eventually(() => held.started === 1);
      expect((await test.readImport(author, id)).state).toBe('reading');
      expect((await remove(id)).status).toBe(204);
      await eventually(() => held.ended === 1);
      release();
      expect([(await test.readImport(author, id)).state, await storedTexts()]).toEqual(['cancelled', 0]);
      expect([(await remove(id)).status, (await remove(id)).status]).toEqual([204, 404]);
    });

    it('again when its process has lost the lease, and store it once', async () => {
      const { held, release } = holdReading();
      const { body } = await test.upload(author, markdown);
      const id = body['id'] as string;
      await eventually(() => held.started === 1);
      await setLease(id);
      await eventually(() => held.ended === 1 && held.started === 2);
      release();
      const item = await test.waitUntilSettled(author, id);
      expect([item.state, item.planRev, await storedTexts()]).toEqual(['ready', 1, 1]);
    });

    it('of another author first, when one author has uploaded several', async () => {
      const { held, release } = holdReading();
      const replica = startReplica();
      const uploads = [await test.upload(author, markdown), await test.upload(author, markdown)];
      await eventually(() => held.started === 1);
      const other = await test.createAuthor({});
      const ofOther = (await test.upload(other, markdown)).body['id'] as string;
      await eventually(async () => (await test.readImport(other, ofOther)).state === 'reading');
      const states = uploads.map(async ({ body }) => (await test.readImport(author, body['id'] as string)).state);
      expect((await Promise.all(states)).toSorted()).toEqual(['reading', 'waiting']);
      release();
      for (const { body } of uploads) await test.waitUntilSettled(author, body['id'] as string);
      await test.waitUntilSettled(other, ofOther);
      await replica.close?.();
    });

    it('later when the service stops, without counting the try', async () => {
      const { held, release } = holdReading();
      const other = await test.createAuthor({});
      const ids = [await test.upload(author, markdown), await test.upload(other, markdown)].map(
        ({ body }) => body['id'] as string,
      );
      await eventually(() => held.started === 1);
      const replica = startReplica();
      await eventually(() => held.started === 2);
      await replica.close?.();
      expect(held.ended).toBe(1);
      release();
      const items = [
        await test.waitUntilSettled(author, ids[0] ?? ''),
        await test.waitUntilSettled(other, ids[1] ?? ''),
      ];
      expect(items.map(({ state }) => state)).toEqual(['ready', 'ready']);
    });

    it.each([
      ['memory', new OutOfMemoryError('heap')],
      ['CPU time', new CpuTimeError('too long')],
    ])('only once when it needs more %s than it may have', async (_resource, error) => {
      const run = jest.spyOn(ProcessPool.prototype, 'run').mockRejectedValue(error);
      const item = await test.importFile(author, markdown);
      expect([run.mock.calls.length, item.state, item.error]).toEqual([
        1,
        'failed',
        {
          code: 'imports.too_large',
          message: 'This file takes too long to read, or too much memory. Please divide it into several files.',
        },
      ]);
    });

    it.each([
      ['an error', new Error('The process ended.')],
      ['two minutes on a busy server', new DOMException('The operation was aborted due to timeout', 'TimeoutError')],
    ])('once more after %s, and then fail without details', async (_reason, error) => {
      const run = jest.spyOn(ProcessPool.prototype, 'run').mockRejectedValue(error);
      const log = jest.spyOn(test.service.platform.logger, 'error');
      const item = await test.importFile(author, markdown);
      expect([run.mock.calls.length, item.state, item.error]).toEqual([
        2,
        'failed',
        { code: 'imports.failed', message: 'This file could not be imported. Please try again.' },
      ]);
      expect(JSON.stringify(log.mock.calls)).not.toMatch(/snow|Storm/);
    });

    it('and fail when its text does not fit the storage of the plan', async () => {
      const { held, release } = holdReading();
      const { body } = await test.upload(author, markdown);
      await eventually(() => held.started === 1);
      const full = { _id: `big-${author.userId}`, length: 2 ** 31, metadata: { userId: author.userId, kind: 'file' } };
      await test.rows('files.files').insertOne(full);
      // The quota is measured again after a second.
      await sleep(1100);
      release();
      const item = await test.waitUntilSettled(author, body['id'] as string);
      expect([item.state, item.error?.code, await storedTexts()]).toEqual(['failed', 'export.quota_used', 0]);
    });
  });

  describe('make a book', () => {
    it('of the chapters and pages of the plan, and answer with it', async () => {
      const { id } = await test.importFile(author, markdown, { fileName: 'Winter.md' });
      const made = await make(id);
      const { begun, finished, chapters, bookId } = test.bookImports.only;
      expect([made.status, made.body['id'], (await test.readImport(author, id)).state]).toEqual([201, bookId, 'made']);
      const bytes = ['For M.', 'The snow *fell* all night.', 'Rain came at last.', 'Thanks.'].join('').length;
      const { userId } = author;
      expect(begun).toMatchObject({ userId, bookId: null, title: 'Winter', chapters: 2, bytes });
      expect([...chapters.values()].map(({ title, content }) => [title, content])).toEqual([
        ['The Storm', 'The snow *fell* all night.'],
        ['Thaw', 'Rain came at last.'],
      ]);
      expect(finished).toMatchObject({
        dedication: 'For M.',
        introduction: '',
        matter: [{ kind: 'back-acknowledgements', title: '', text: 'Thanks.' }],
      });
      expect((await test.readImport(author, id)).bookId).toBe(bookId);
    });

    it('once, however often it is asked for', async () => {
      const { id } = await test.importFile(author, markdown);
      const replies = await Promise.all([make(id), make(id), make(id)]);
      const again = await make(id);
      expect(new Set([...replies, again].map(({ status, body }) => `${status} ${body['id']}`)).size).toBe(1);
      expect([again.status, test.bookImports.imports.size]).toEqual([201, 1]);
    });

    it('by appending everything to a book, in the order of the plan', async () => {
      const { id } = await test.importFile(author, markdown, { bookId: 'b1' });
      expect((await make(id)).body['id']).toBe('b1');
      const { begun, finished, chapters } = test.bookImports.only;
      expect([begun['bookId'], chapters.size, finished?.['dedication']]).toEqual(['b1', 4, '']);
      expect([...chapters.values()].map(({ title }) => title)).toEqual([
        'Dedication',
        'The Storm',
        'Thaw',
        'Acknowledgements',
      ]);
    });

    it('while the author waits for ten seconds, and then goes on without', async () => {
      const { id } = await test.importFile(author, markdown);
      const books = holdBooks('finish');
      const pending = await make(id);
      expect([pending.status, pending.body]).toMatchObject([
        202,
        { state: 'making', progress: { step: 'make', done: 2, of: 2 } },
      ]);
      const locked = await test.service.call(contract.saveImportPlan, {
        as: author,
        params: { id },
        body: {
          title: 'x',
          author: '',
          language: '',
          chapters: [{ title: 'x', include: true, kind: 'chapter', from: 0, to: 1 }],
        },
        headers: { 'if-match': '"1"' },
      });
      expect([locked.status, locked.body['code']]).toEqual([409, 'imports.not_ready']);
      books.release();
      expect((await test.waitUntilSettled(author, id)).state).toBe('made');
      expect((await make(id)).status).toBe(201);
    });

    it('when the books service answers again', async () => {
      const { id } = await test.importFile(author, markdown);
      let failures = 2;
      test.bookImports.beforeReply = () => ((failures -= 1) >= 0 ? FakePeer.problem('server.unavailable') : undefined);
      await make(id);
      expect((await test.waitUntilSettled(author, id)).state).toBe('made');
      expect(test.bookImports.imports.size).toBe(1);
    });

    it('from where another process has left it', async () => {
      const { id } = await test.importFile(author, markdown);
      const books = holdBooks('finish');
      const made = make(id);
      await eventually(() => books.waiting() === 1);
      await eventually(async () => (await test.readImport(author, id)).progress?.done === 2);
      await setLease(id);
      await eventually(() => books.waiting() === 2);
      books.release();
      expect((await made).status).toBe(201);
      const { requests, imports } = test.bookImports;
      expect([imports.size, requests.filter((request) => request.startsWith('write'))]).toEqual([
        1,
        ['write 0', 'write 1'],
      ]);
    });

    it('again from the beginning when a chapter is missing at its end', async () => {
      const { id } = await test.importFile(author, markdown);
      const lost = { times: 1 };
      test.bookImports.beforeReply = (step) => {
        if (step === 'finish' && (lost.times -= 1) >= 0) test.bookImports.only.chapters.delete(0);
      };
      expect((await make(id)).status).toBe(201);
      expect(test.bookImports.only.chapters.size).toBe(2);
    });

    it.each(['books.allowance_used', 'books.quota_used', 'plan.read_only', 'books.not_found'] as const)(
      'only if it is not refused with %s; its author can try it again',
      async (code) => {
        const { id } = await test.importFile(author, markdown);
        const refusal = { is: true };
        test.bookImports.beforeReply = (step) => (step === 'begin' && refusal.is ? FakePeer.problem(code) : undefined);
        const refused = await make(id);
        const { message } = FakePeer.problem(code);
        expect([refused.body['code'], refused.body['message']]).toEqual([code, message]);
        const item = await test.readImport(author, id);
        expect([item.state, item.error, test.bookImports.requests.at(-1)]).toEqual([
          'ready',
          { code, message },
          'abandon',
        ]);
        refusal.is = false;
        expect((await make(id)).status).toBe(201);
        expect((await test.readImport(author, id)).error).toBeNull();
      },
    );

    it('never when a chapter is refused, and delete the other ones', async () => {
      const { id } = await test.importFile(author, markdown, { bookId: 'b1' });
      test.bookImports.beforeReply = (step, index) =>
        step === 'write' && index === 2 ? FakePeer.problem('books.not_found') : undefined;
      expect((await make(id)).status).toBe(404);
      expect([test.bookImports.only.state, test.bookImports.requests.at(-1)]).toEqual(['abandoned', 'abandon']);
    });

    it('until it is cancelled, which deletes what is stored of it', async () => {
      const { id } = await test.importFile(author, markdown);
      const books = holdBooks('finish');
      const made = make(id);
      await eventually(() => books.waiting() === 1);
      expect((await remove(id)).status).toBe(204);
      const item = await test.waitUntilSettled(author, id);
      expect([item.state, item.bookId, test.bookImports.only.state]).toEqual(['cancelled', null, 'abandoned']);
      const { status, body } = await made;
      expect([status, body['code']]).toEqual([409, 'imports.not_ready']);
      books.release();
      await sleep(500);
      expect(test.bookImports.only.state).toBe('abandoned');
      expect((await remove(id)).status).toBe(204);
    });

    it('although it is cancelled, when it was finished before', async () => {
      const { id } = await test.importFile(author, markdown);
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      let isFinished = false;
      test.bookImports.beforeReply = async (step) => {
        if (step !== 'finish' || isFinished) return undefined;
        isFinished = true;
        test.bookImports.only.state = 'finished';
        await released;
        return undefined;
      };
      const made = make(id);
      await eventually(() => isFinished);
      await remove(id);
      const item = await test.waitUntilSettled(author, id);
      release();
      expect([item.state, item.bookId]).toEqual(['made', test.bookImports.only.bookId]);
      expect((await made).status).toBe(201);
    });

    it('for an hour at most while the books service does not answer, and again from the kept plan', async () => {
      const { id } = await test.importFile(author, markdown);
      const { clock } = test.service.platform.businessClock;
      test.bookImports.beforeReply = (step) => {
        if (step !== 'begin') return undefined;
        clock.setOffset(3_700_000);
        return FakePeer.problem('server.unavailable');
      };
      const { status, body } = await make(id);
      clock.setOffset(0);
      expect([status, body['code']]).toEqual([500, 'imports.failed']);
      const item = await test.readImport(author, id);
      expect([item.state, item.error?.code, test.bookImports.requests.at(-1)]).toEqual([
        'ready',
        'imports.failed',
        'abandon',
      ]);
      test.bookImports.beforeReply = () => undefined;
      expect((await make(id)).status).toBe(201);
    });

    it('that was deleted later is not made again', async () => {
      const { id } = await test.importFile(author, markdown);
      await make(id);
      test.owners.set(test.bookImports.only.bookId, 'nobody');
      const again = await make(id);
      test.owners.clear();
      expect([again.status, again.body['code']]).toEqual([404, 'books.not_found']);
    });
  });
});
