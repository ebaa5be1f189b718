import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { exportFileFinished } from '@inkbear/contracts/events';
import * as contract from '@inkbear/contracts/export/edition';
import { readAssets } from '@inkbear/press/node-assets';
import { eventually } from '@inkbear/service-kit/testing/eventually';
import { metrics } from '@inkbear/service-kit/metrics/metrics';
import { Outbox } from '@inkbear/service-kit/outbox';
import { CpuTimeError, OutOfMemoryError, ProcessPool } from '@inkbear/service-kit/process-pool';
import { createParts } from '../deps.ts';
import type { Env } from '../env.ts';
import { type Author, TestExport } from '../testing/test-export.ts';
import { queueLimits } from './edition.ts';
import { EditionRepository } from './edition.repository.ts';
import { type FileTask, makeFile, writeFile } from './make-file.ts';

/** A test makes up to eleven files. */
jest.setTimeout(90_000);

describe('the queue of files', () => {
  let test: TestExport;
  let author: Author;
  beforeAll(async () => (test = await TestExport.start()));
  afterAll(async () => await test.stop());
  beforeEach(async () => (author = await test.createAuthor()));
  afterEach(() => void jest.restoreAllMocks());

  const createId = async (profiles: readonly string[], as = author, bookId = 'b1') =>
    (await test.create(as, profiles, bookId)).body['id'] as string;
  const statesOf = async (id: string, as = author) => (await test.read(as, id)).files.map(({ state }) => state);
  const eventsOf = async ({ userId }: Author) =>
    (await test.service.emitted(exportFileFinished)).filter(({ data }) => data['userId'] === userId);
  const storedFiles = async ({ userId }: Author) =>
    await test.rows('files.files').countDocuments({ 'metadata.userId': userId, 'metadata.kind': 'file' });

  /** Processes that wait until the test releases them, and how many of them were ended. */
  function holdProcesses() {
    const tasks: FileTask[] = [];
    let ended = 0;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const run = ProcessPool.prototype.run;
    jest.spyOn(ProcessPool.prototype, 'run').mockImplementation(async function (
      this: ProcessPool<unknown, unknown>,
      task: unknown,
      options,
    ) {
      tasks.push(task as FileTask);
      const stopped = new Promise((_resolve, reject) =>
        options.signal.addEventListener('abort', () => {
          ended += 1;
          reject(options.signal.reason as Error);
        }),
      );
      await Promise.race([released, stopped]);
      return await run.call(this, task, options);
    });
    return { tasks, release, ended: () => ended };
  }

  /** What another process with the same database has, besides its HTTP server. */
  const startReplica = (processes = 1) =>
    createParts(test.service.platform, {
      PUBLIC_URL: 'http://localhost:8080',
      PRESS_PROCESSES: processes,
      PRESS_HEAP_MB: 512,
      PRESS_QUEUE: 16,
      ARCHIVE_SLOTS: 1,
    } as Env);

  it('accepts ten waiting files of a user and refuses the eleventh with 429', async () => {
    const processes = holdProcesses();
    const first = await createId(['print', 'screen', 'epub', 'manuscript', 'designed', 'markdown']);
    await eventually(() => processes.tasks.length === 1);
    // One runs, five wait.
    const second = await createId(['print', 'screen', 'epub', 'manuscript', 'designed'], author, 'b2');
    const refused = await test.create(author, ['markdown'], 'b2');
    expect([refused.status, refused.body['code'], refused.headers.has('retry-after')]).toEqual([
      429,
      'export.too_many',
      true,
    ]);
    const refusedFile = await test.service.call(contract.addEditionFile, {
      as: author,
      params: { id: second },
      body: { profile: 'markdown' },
    });
    expect(refusedFile.body['code']).toBe('export.too_many');
    const refusedEdition = await test.create(author, ['markdown'], 'b3');
    expect(refusedEdition.body['code']).toBe('export.too_many');
    processes.release();
    await Promise.all([test.waitUntilFinished(author, first), test.waitUntilFinished(author, second)]);
    const { status, body } = await test.create(author, ['markdown'], 'b2');
    expect(status).toBe(200);
    await test.waitUntilFinished(author, body['id'] as string);
  });

  it('makes a second user’s file before the waiting ones of the first', async () => {
    const processes = holdProcesses();
    const other = await test.createAuthor();
    const many = await createId(['epub', 'manuscript', 'designed', 'markdown']);
    await eventually(() => processes.tasks.length === 1);
    const one = await createId(['markdown'], other, 'b9');
    processes.release();
    await Promise.all([test.waitUntilFinished(author, many), test.waitUntilFinished(other, one)]);
    expect(processes.tasks.map(({ uuid }) => uuid).indexOf('b9')).toBe(1);
  });

  it('makes one file of a user at a time', async () => {
    const processes = holdProcesses();
    const id = await createId(['epub', 'markdown']);
    await eventually(() => processes.tasks.length === 1);
    const replica = startReplica();
    // The replica looks for waiting files within five seconds.
    const other = await test.createAuthor();
    const ofOther = await createId(['markdown'], other);
    await eventually(async () => (await statesOf(ofOther, other))[0] === 'running');
    expect(await statesOf(id)).toEqual(['running', 'waiting']);
    processes.release();
    await Promise.all([test.waitUntilFinished(author, id), test.waitUntilFinished(other, ofOther)]);
    await replica.close?.();
  });

  it('leaves one of several processes to the documents that authors wait for', async () => {
    const processes = holdProcesses();
    const owners = [author, await test.createAuthor(), await test.createAuthor(), await test.createAuthor()];
    const ids: string[] = [];
    for (const owner of owners) ids.push(await createId(['markdown'], owner));
    const replica = startReplica(3);
    // Two in the replica, beside the one of the service with one process.
    await eventually(() => processes.tasks.length === 3);
    // The last one waits although a process is free: two polls for waiting files, a second apart, do not take it.
    await sleep(2500);
    const states = await Promise.all(owners.map(async (owner, at) => (await statesOf(ids[at] ?? '', owner))[0]));
    expect([states.filter((state) => state === 'running').length, processes.tasks.length]).toEqual([3, 3]);
    processes.release();
    await Promise.all(owners.map((owner, at) => test.waitUntilFinished(owner, ids[at] ?? '')));
    await replica.close?.();
  });

  it('ends the process of a cancelled file, and keeps no file of it', async () => {
    const processes = holdProcesses();
    const id = await createId(['epub', 'markdown']);
    await eventually(() => processes.tasks.length === 1);
    const [running, waiting] = (await test.read(author, id)).files;
    const cancel = (fileId = '') =>
      test.service.call(contract.removeEditionFile, { as: author, params: { id, fileId } });
    expect([(await cancel(waiting?.id)).status, (await cancel(running?.id)).status]).toEqual([204, 204]);
    await eventually(() => processes.ended() === 1);
    processes.release();
    expect([await statesOf(id), await storedFiles(author), await eventsOf(author)]).toEqual([
      ['cancelled', 'cancelled'],
      0,
      [],
    ]);
    const again = await test.service.call(contract.addEditionFile, {
      as: author,
      params: { id },
      body: { profile: 'markdown' },
    });
    expect(again.status).toBe(201);
    expect((await test.waitUntilFinished(author, id)).files.map(({ state }) => state)).toEqual([
      'cancelled',
      'cancelled',
      'ready',
    ]);
  });

  it('ends the process of a deleted edition', async () => {
    const processes = holdProcesses();
    const id = await createId(['markdown']);
    await eventually(() => processes.tasks.length === 1);
    await test.service.call(contract.deleteEdition, { as: author, params: { id } });
    await eventually(() => processes.ended() === 1);
    processes.release();
    expect(await storedFiles(author)).toBe(0);
  });

  it('returns its files to the queue when it is stopped, without counting the try', async () => {
    const processes = holdProcesses();
    const other = await test.createAuthor();
    const ids = [await createId(['markdown']), await createId(['markdown'], other)];
    await eventually(() => processes.tasks.length === 1);
    const replica = startReplica();
    await eventually(() => processes.tasks.length === 2);
    await replica.close?.();
    expect(processes.ended()).toBe(1);
    processes.release();
    await Promise.all([test.waitUntilFinished(author, ids[0] ?? ''), test.waitUntilFinished(other, ids[1] ?? '')]);
    const rows = await test
      .rows('editions')
      .find({ _id: { $in: ids } })
      .toArray();
    expect(rows.map(({ files }) => (files as { state: string; tries: number }[])[0])).toMatchObject([
      { state: 'ready', tries: 1 },
      { state: 'ready', tries: 1 },
    ]);
  });

  it('lets another runner finish a file once when its runner has died', async () => {
    const processes = holdProcesses();
    const id = await createId(['markdown']);
    await eventually(() => processes.tasks.length === 1);
    // The lease has expired, as after its process was killed.
    const gone = { id: 'gone', until: new Date(Date.now() - 1) };
    await test.rows('editions').updateOne({ _id: id }, { $set: { 'files.0.lease': gone } });
    await eventually(() => processes.ended() === 1);
    processes.release();
    const { files } = await test.waitUntilFinished(author, id);
    expect(files.map(({ state }) => state)).toEqual(['ready']);
    expect([(await eventsOf(author)).length, await storedFiles(author), processes.tasks.length]).toEqual([1, 1, 2]);
  });

  it('stores nothing for a runner that has lost its lease without noticing', async () => {
    const assets = await readAssets();
    const log = jest.spyOn(test.service.platform.logger, 'info');
    const record = jest.spyOn(metrics, 'record');
    jest.spyOn(ProcessPool.prototype, 'run').mockImplementationOnce(async (task) => {
      const result = await makeFile(task as FileTask, {
        findAssets: () => Promise.resolve(assets),
        reportProgress: () => undefined,
      });
      // The lease is renewed each second, so it is lost just before the file is stored.
      const cancelled = { 'files.0.state': 'cancelled', 'files.0.lease': null, isBusy: false };
      await test.rows('editions').updateOne({ userId: author.userId }, { $set: cancelled });
      return result;
    });
    const id = await createId(['markdown']);
    await eventually(() => log.mock.calls.some(([, message]) => String(message) === 'edition_file_stopped'));
    expect([await statesOf(id), await storedFiles(author), await eventsOf(author)]).toEqual([['cancelled'], 0, []]);
    expect(record).toHaveBeenCalledWith(
      'inkbear.export.duration',
      { format: 'markdown', outcome: 'aborted' },
      expect.any(Number),
    );
  });

  it.each([
    ['its lease is renewed once more', () => sleep(2 * queueLimits.renewMs)],
    ['the reply to the commit is lost', () => Promise.reject(new Error('The connection was lost.'))],
  ])('keeps a file that was just finished when %s', async (_event, happen) => {
    const [finish, run] = [EditionRepository.prototype.finish, Outbox.prototype.run];
    const errors = jest.spyOn(test.service.platform.logger, 'error');
    let isFinished = false;
    jest.spyOn(EditionRepository.prototype, 'finish').mockImplementation(async function (
      this: EditionRepository,
      ...args
    ) {
      return (isFinished = await finish.apply(this, args));
    });
    const runs = jest.spyOn(Outbox.prototype, 'run').mockImplementation(async function (this: Outbox, ...args) {
      const result = await run.apply(this, args);
      if (isFinished) {
        isFinished = false;
        await happen();
      }
      return result;
    });
    const id = await createId(['markdown']);
    const { files } = await test.waitUntilFinished(author, id);
    await eventually(async () => (await statesOf(id)).every((state) => state === 'ready'));
    await sleep(3 * queueLimits.renewMs);
    runs.mockRestore();
    expect([await statesOf(id), await storedFiles(author), errors.mock.calls]).toEqual([['ready'], 1, []]);
    expect((await test.download(author, id, files[0]?.id ?? '')).status).toBe(200);
  });

  it('finishes each file once with two processes', async () => {
    const replica = startReplica();
    const authors = [author, await test.createAuthor(), await test.createAuthor()];
    const ids = await Promise.all(authors.map((each) => createId(['epub', 'markdown'], each)));
    for (const [index, each] of authors.entries()) {
      const { files } = await test.waitUntilFinished(each, ids[index] ?? '');
      expect(files.map(({ state }) => state)).toEqual(['ready', 'ready']);
      expect([(await eventsOf(each)).length, await storedFiles(each)]).toEqual([2, 2]);
    }
    await replica.close?.();
  });

  it('refuses a file in which a paragraph is missing, and keeps nothing of it', async () => {
    const assets = await readAssets();
    const log = jest.spyOn(test.service.platform.logger, 'error');
    jest.spyOn(ProcessPool.prototype, 'run').mockImplementation((task) =>
      makeFile(task as FileTask, {
        findAssets: () => Promise.resolve(assets),
        reportProgress: () => undefined,
        write: (request) => {
          const [first, ...rest] = request.manuscript.chapters;
          const chapters = first ? [{ ...first, text: first.text.split('\n\n').slice(1).join('\n\n') }, ...rest] : [];
          return writeFile({ ...request, manuscript: { ...request.manuscript, chapters } });
        },
      }),
    );
    test.write('c1', 'Lost words.\n\nKept words.');
    const id = await createId(contract.fileProfiles);
    const { files } = await test.waitUntilFinished(author, id);
    expect(files.map(({ state, error }) => [state, error?.code])).toEqual(
      contract.fileProfiles.map(() => ['failed', 'export.incomplete']),
    );
    expect([await storedFiles(author), await eventsOf(author)]).toEqual([0, []]);
    const download = await test.download(author, id, files[0]?.id ?? '');
    expect(download.status).toBe(409);
    expect(JSON.stringify(log.mock.calls)).not.toMatch(/words|Winter/);
  });

  it.each([
    ['an error', new Error('secret words')],
    ['15 minutes on a busy server', new DOMException('The operation was aborted due to timeout', 'TimeoutError')],
  ])('tries a file again after %s, and then fails it without details', async (_reason, error) => {
    const run = jest.spyOn(ProcessPool.prototype, 'run').mockRejectedValue(error);
    const { files } = await test.waitUntilFinished(author, await createId(['markdown']));
    expect([run.mock.calls.length, files[0]?.state, files[0]?.error]).toEqual([
      2,
      'failed',
      { code: 'export.failed', message: 'This file could not be made. Please try again.' },
    ]);
  });

  it.each([
    ['memory', new OutOfMemoryError('heap')],
    ['CPU time', new CpuTimeError('too long')],
  ])('fails a file that a process has not enough %s for at once', async (_resource, error) => {
    const run = jest.spyOn(ProcessPool.prototype, 'run').mockRejectedValue(error);
    const { files } = await test.waitUntilFinished(author, await createId(['markdown']));
    expect([run.mock.calls.length, files[0]?.error]).toEqual([
      1,
      {
        code: 'export.too_large',
        message: 'This book is too long for this format. Please try another format, or split it into two volumes.',
      },
    ]);
  });
});
