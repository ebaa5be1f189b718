import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { OperationError } from '@inkbear/service-kit/operation';
import { isDeep } from '@inkbear/service-kit/testing/test-scale';
import { BSON, type Document, MongoClient, Timestamp } from 'mongodb';
import { withClient } from '../databases.ts';
import { TestTarget } from '../testing/test-target.ts';
import { type BackupOptions, backUp } from './back-up.ts';
import { backupOperation } from './backup-command.ts';
import { readManifest } from './manifest.ts';
import { requireRestorable } from './restore.ts';
import { restoreOperation } from './restore-command.ts';
import { verifyBackupOperation } from './verify-backup-command.ts';
import { verifyBackup } from './verify.ts';

interface Row extends Document {
  _id: string;
}
const majority = { writeConcern: { w: 'majority' } } as const;
const quiet = (): void => undefined;

// A command opens connections and locks first, which takes seconds on a busy machine.
jest.setTimeout(30_000);

let source: TestTarget;
let target: TestTarget;
beforeAll(async () => {
  [source, target] = await Promise.all([TestTarget.start(), TestTarget.start()]);
});
afterAll(async () => {
  await Promise.all([source.stop(), target.stop()]);
});
beforeEach(async () => {
  await Promise.all([source.clear(), target.clear()]);
});

const rows = (server: TestTarget, database: string, name: string) => server.admin.db(database).collection<Row>(name);
let backups = 0;
/** Backs up the source and returns the folder. */
async function backUpSource(changes: Partial<BackupOptions> = {}): Promise<string> {
  const to = path.join(source.folder, `backup-${(backups += 1)}`);
  const { mongodbUri } = source.target.servers();
  await withClient(mongodbUri, (client) => backUp({ client, to, windowSeconds: 600, report: quiet, ...changes }));
  return to;
}
const restoreTo = (server: TestTarget, folder: string, ...words: string[]) =>
  server.run(restoreOperation, [folder, ...words]);
async function readWindow(): Promise<unknown> {
  const parameter = 'minSnapshotHistoryWindowInSeconds';
  return (await source.admin.db('admin').command({ getParameter: 1, [parameter]: 1 }))[parameter];
}

/** Moves credits from the ledger to balances in transactions until it is stopped. */
class CreditWriters {
  moved = 0;
  #isStopped = false;
  #running: Promise<unknown> = Promise.resolve();

  start(users: number): void {
    this.#running = Promise.all(Array.from({ length: users }, (_, index) => this.#move(`user-${index}`)));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #move(userId: string): Promise<void> {
    for (let round = 0; !this.#isStopped; round += 1) {
      await source.admin.withSession((session) =>
        session.withTransaction(async () => {
          const amount = round % 2 === 0 ? 3 : -2;
          const ledger = rows(source, 'inkbear_books', 'credit_ledger');
          await ledger.insertOne({ _id: `${userId}:${round}`, userId, amount }, { session });
          await rows(source, 'inkbear_books', 'allowances').updateOne(
            { _id: userId },
            { $inc: { credits: amount } },
            { session, upsert: true },
          );
        }, majority),
      );
      this.moved += 1;
    }
  }
}

describe('backup', () => {
  it('contains a consistent point in time of all collections while transactions change them', async () => {
    for (const name of ['allowances', 'credit_ledger']) await source.admin.db('inkbear_books').createCollection(name);
    const writers = new CreditWriters();
    writers.start(4);
    const movedAt: number[] = [];
    const folder = await backUpSource({
      beforeCollection: async () => {
        const before = writers.moved;
        while (writers.moved < before + 10) await new Promise((resolve) => setTimeout(resolve, 10));
        movedAt.push(writers.moved);
      },
    });
    await writers.stop();
    expect(movedAt).toHaveLength(2);
    const { manifest, damage, contradictions } = await verifyBackup(folder, quiet);
    expect([damage, contradictions]).toEqual([[], []]);
    const figures = manifest.checks.find(({ name }) => name === 'credits')?.figures;
    expect(figures?.['balances']).toBe(figures?.['ledger']);
    const ledger = manifest.collections.find(({ name }) => name === 'credit_ledger');
    expect(ledger?.documents).toBeLessThan(movedAt[0] ?? 0);
  });

  it('keeps folders and files for their owner only', async () => {
    await rows(source, 'inkbear_auth', 'users').insertOne({ _id: 'ada' });
    const folder = await backUpSource();
    const modes = await Promise.all(
      ['.', 'inkbear_auth', 'inkbear_auth/users.bson.gz', 'manifest.json'].map(
        async (name) => (await stat(path.join(folder, name))).mode & 0o777,
      ),
    );
    expect(modes).toEqual([0o700, 0o700, 0o600, 0o600]);
  });

  it('raises the snapshot window and restores it, also after a killed backup', async () => {
    await rows(source, 'inkbear_auth', 'users').insertOne({ _id: 'ada' });
    const before = await readWindow();
    const during: unknown[] = [];
    await backUpSource({ beforeCollection: async () => void during.push(await readWindow()) });
    expect([during, await readWindow()]).toEqual([[600], before]);
    // What a killed backup leaves behind.
    const { me } = await source.admin.db('admin').command({ hello: 1 });
    await rows(source, 'inkbear_operations', 'state').insertOne({ _id: 'snapshot-window', host: me, seconds: 300 });
    await withClient(source.target.servers().mongodbUri, (client) =>
      client.db('admin').command({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 5000 }),
    );
    await backUpSource();
    expect(await readWindow()).toBe(300);
    expect(await rows(source, 'inkbear_operations', 'state').findOne({ _id: 'snapshot-window' })).toBeNull();
  });

  it('works on a server that lets nobody change settings, and a restore names what it needs there', async () => {
    await rows(source, 'inkbear_auth', 'users').insertOne({ _id: 'ada' });
    const limited = await source.withLimitedUser();
    const before = await readWindow();
    const lines: string[] = [];
    const folder = await withClient(limited.servers().mongodbUri, async (client) => {
      const to = path.join(source.folder, 'limited');
      await backUp({ client, to, windowSeconds: 600, report: (line) => void lines.push(line) });
      await expect(requireRestorable({ client, drop: 'inkbear_' })).rejects.toThrow('it needs the privilege inprog');
      return to;
    });
    expect(lines[0]).toContain('does not let us change minSnapshotHistoryWindowInSeconds: a backup of more than its');
    expect([(await verifyBackup(folder, quiet)).damage, await readWindow()]).toEqual([[], before]);
    // The test's own user may read the setting, and not change it.
    await withClient(source.infrastructure.mongodbUri, (client) =>
      backUp({ client, to: `${folder}-2`, windowSeconds: 600, report: (line) => void lines.push(line) }),
    );
    expect(lines.filter((line) => line.includes('more than 300 s will fail'))).toHaveLength(1);
    expect(await rows(source, 'inkbear_operations', 'state').findOne({}, { hint: '_id_' })).toBeNull();
  });

  it('fails with advice when the server no longer has the snapshot, and leaves no complete backup', async () => {
    for (const name of ['users', 'writing_days'])
      await rows(source, 'inkbear_auth', name).insertOne({ _id: 'a', count: 0 });
    const makeTooOld = async ({ name }: { name: string }): Promise<void> => {
      if (name !== 'writing_days') return;
      await withClient(source.target.servers().mongodbUri, (client) =>
        client.db('admin').command({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 0 }),
      );
      for (let round = 0; round < 30; round += 1) {
        await rows(source, 'inkbear_auth', name).updateOne({ _id: 'a' }, { $inc: { count: 1 } }, majority);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    await expect(backUpSource({ beforeCollection: makeTooOld })).rejects.toThrow(
      'The snapshot became too old at inkbear_auth.writing_days: the server no longer has the data of that time. ' +
        'Run the backup again with a longer --window',
    );
    const partial = path.join(source.folder, `backup-${backups}.partial`);
    await expect(source.run(verifyBackupOperation, [partial])).rejects.toThrow('is not a complete backup');
    await withClient(source.target.servers().mongodbUri, (client) =>
      client.db('admin').command({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 300 }),
    );
  });

  it('refuses to run while another operation runs, and to overwrite a folder', async () => {
    await rows(source, 'inkbear_auth', 'users').insertOne({ _id: 'ada' });
    const to = path.join(source.folder, 'taken');
    expect((await source.run(backupOperation, ['--to', to])).at(-1)).toBe('Erasure log: 0 accounts');
    await expect(source.run(backupOperation, ['--to', to])).rejects.toThrow('exists already');
    await rows(source, 'inkbear_operations', 'leases').insertOne({
      _id: 'operation',
      holder: 'another',
      until: new Date(Date.now() + 60_000),
    });
    await expect(source.run(backupOperation, ['--to', `${to}-2`])).rejects.toThrow(
      'Another backup or restore is running',
    );
  });

  it('writes nothing in a dry run', async () => {
    await rows(source, 'inkbear_auth', 'users').insertOne({ _id: 'ada' });
    const to = path.join(source.folder, 'dry');
    expect(await source.run(backupOperation, ['--to', to, '--dry-run'])).toEqual([
      `1 collections of 1 databases would be written to ${to}.`,
    ]);
    expect((await readdir(source.folder)).filter((name) => name.startsWith('dry'))).toEqual([]);
  });

  (isDeep ? it : it.skip)(
    'keeps memory bounded for a collection far larger than its batches',
    async () => {
      // Text of random letters, which hardly compresses.
      for (let at = 0; at < 6000; at += 100)
        await rows(source, 'inkbear_books', 'chapters').insertMany(
          Array.from({ length: 100 }, (_, index) => ({
            _id: `c${at + index}`,
            text: randomBytes(75_000).toString('base64'),
          })),
        );
      const before = process.memoryUsage().rss;
      let highest = before;
      const timer = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 50);
      const started = Date.now();
      const folder = await backUpSource();
      const written = Date.now();
      await restoreTo(target, folder);
      const seconds = [written - started, Date.now() - written].map((ms) => Math.round(ms / 1000));
      clearInterval(timer);
      const grown = Math.round((highest - before) / 1e6);
      process.stderr.write(
        `600 MB: backup in ${seconds[0]} s, restore in ${seconds[1]} s, memory grew by ${grown} MB\n`,
      );
      expect(highest - before).toBeLessThan(300e6);
    },
    600_000,
  );
});

/** A value of each BSON type, in an order that JavaScript objects would not keep. */
const everyType = new Map<string, unknown>([
  ['_id', 'types'],
  ['int', new BSON.Int32(1)],
  ['long', BSON.Long.fromString('9007199254740993')],
  ['double', new BSON.Double(1)],
  ['decimal', BSON.Decimal128.fromString('1.10')],
  ['text', 'Zoë 🐻'],
  ['date', new Date('2026-01-02T03:04:05.678Z')],
  ['id', new BSON.ObjectId('0123456789abcdef01234567')],
  ['uuid', new BSON.UUID('0195e7a0-0000-7000-8000-000000000000')],
  ['bytes', new BSON.Binary(Buffer.from([0, 1, 255]))],
  ['pattern', new BSON.BSONRegExp('^a', 'i')],
  ['code', new BSON.Code('function () {}')],
  ['time', new Timestamp({ t: 5, i: 6 })],
  ['nothing', null],
  ['lists', [[1, [new BSON.Long(2)]], []]],
  [
    'years',
    new Map<string, unknown>([
      ['total', 3],
      ['2026', new BSON.Double(2)],
      ['2025', 1],
    ]),
  ],
  ['least', new BSON.MinKey()],
  ['most', new BSON.MaxKey()],
]);

describe('restore', () => {
  async function fillSource(): Promise<void> {
    const books = source.admin.db('inkbear_books');
    await books.createCollection('chapters', { validator: { state: { $ne: 'lost' } } });
    await books.command({ insert: 'chapters', documents: [everyType] });
    await rows(source, 'inkbear_books', 'chapters').insertMany(
      Array.from({ length: 3000 }, (_, index) => ({ _id: `c${index}`, expireAt: new Date(0), at: new Date(index) })),
    );
    await rows(source, 'inkbear_books', 'chapters').insertMany(
      ['x', 'y', 'z'].map((letter) => ({ _id: `long-${letter}`, text: letter.repeat(6_000_000) })),
    );
    await rows(source, 'inkbear_books', 'chapters').createIndexes([
      { key: { expireAt: 1 }, expireAfterSeconds: 0 },
      { key: { at: 1, _id: -1 }, name: 'due', unique: true, partialFilterExpression: { at: { $gt: new Date(0) } } },
      { key: { text: 1 }, collation: { locale: 'en', strength: 2 } },
    ]);
    await source.admin.db('inkbear_auth').createCollection('writing_days');
    await rows(source, 'inkbear_auth', 'users').insertOne({ _id: 'ada' });
    await rows(source, 'inkbear_gateway', 'rate_limits').insertOne({ _id: 'not in a backup' });
  }

  it('brings back every document, type, option and index', async () => {
    await fillSource();
    const folder = await backUpSource();
    expect((await restoreTo(target, folder))[0]).toMatch(/^3,005 documents restored as of .*: 0 mismatches$/);
    const copy = path.join(target.folder, `copy-${backups}`);
    await target.run(backupOperation, ['--to', copy]);
    const [first, second] = [await readManifest(folder), await readManifest(copy)];
    const withoutIds = ({ collections }: typeof first) =>
      collections.map(({ options: { validator }, ...entry }) => ({ ...entry, validator }));
    expect(withoutIds(second)).toEqual(withoutIds(first));
    expect(first.collections.map(({ file }) => file)).toEqual([
      'inkbear_auth/users.bson.gz',
      'inkbear_auth/writing_days.bson.gz',
      'inkbear_books/chapters.bson.gz',
    ]);
  });

  it('changes nothing in a dry run', async () => {
    await fillSource();
    const folder = await backUpSource();
    expect(await restoreTo(target, folder, '--dry-run')).toEqual([expect.stringMatching(/^3 collections .* would be/)]);
    expect(await target.admin.db('inkbear_books').listCollections().toArray()).toEqual([]);
  });

  it('refuses a target with data, and deletes it only when the prefix is typed', async () => {
    await rows(source, 'inkbear_auth', 'users').insertOne({ _id: 'ada' });
    const folder = await backUpSource();
    await rows(target, 'inkbear_stories', 'stories').insertOne({ _id: 'mine' });
    await expect(restoreTo(target, folder)).rejects.toThrow('There is data in inkbear_stories.');
    await expect(restoreTo(target, folder, '--drop', 'inkbear')).rejects.toThrow('is not the prefix');
    expect(await rows(target, 'inkbear_stories', 'stories').findOne({ _id: 'mine' })).not.toBeNull();
    await restoreTo(target, folder, '--drop', 'inkbear_');
    expect(await rows(target, 'inkbear_stories', 'stories').findOne({ _id: 'mine' })).toBeNull();
    expect(await rows(target, 'inkbear_auth', 'users').findOne({ _id: 'ada' })).not.toBeNull();
  });

  it('refuses while a process of Inkbear is connected', async () => {
    await rows(source, 'inkbear_auth', 'users').insertOne({ _id: 'ada' });
    const folder = await backUpSource();
    const books = await MongoClient.connect(target.infrastructure.mongodbUri, { appName: 'inkbear_books' });
    await expect(restoreTo(target, folder)).rejects.toThrow('books use this server. Stop all processes of Inkbear');
    await books.close();
    expect((await restoreTo(target, folder))[0]).toContain('1 document restored');
  });

  it('changes nothing when the backup is damaged', async () => {
    await rows(source, 'inkbear_auth', 'users').insertOne({ _id: 'ada' });
    const folder = await backUpSource();
    await truncate(path.join(folder, 'inkbear_auth/users.bson.gz'), 20);
    await rows(target, 'inkbear_auth', 'users').insertOne({ _id: 'mine' });
    await expect(restoreTo(target, folder, '--drop', 'inkbear_')).rejects.toThrow(
      'The backup is damaged, so nothing was changed:',
    );
    expect(await rows(target, 'inkbear_auth', 'users').findOne({ _id: 'mine' })).not.toBeNull();
  });
});

describe('verify-backup', () => {
  let folder: string;
  let scratch: string;
  beforeEach(async () => {
    await rows(source, 'inkbear_auth', 'users').insertMany([
      { _id: 'ada', words: 11 },
      { _id: 'bert', words: 22 },
    ]);
    await rows(source, 'inkbear_books', 'books').insertOne({ _id: 'a book' });
    const original = await backUpSource();
    scratch = await mkdtemp(path.join(source.folder, 'scratch-'));
    folder = path.join(scratch, 'backup');
    await cp(original, folder, { recursive: true });
  });
  afterEach(async () => {
    await rm(scratch, { recursive: true });
  });
  const findings = async (): Promise<string> =>
    await source.run(verifyBackupOperation, [folder]).then(
      (lines) => lines.join('\n'),
      (error: unknown) => {
        if (error instanceof OperationError) return error.message;
        throw error;
      },
    );
  const users = () => path.join(folder, 'inkbear_auth/users.bson.gz');
  const manifestFile = () => path.join(folder, 'manifest.json');
  const change = async (file: string, edit: (content: Buffer) => Buffer) =>
    await writeFile(file, edit(await readFile(file)));

  it('accepts what backup has written', async () => {
    expect(await findings()).toMatch(/^2 collections with 3 documents, as of .*: 0 findings\n {2}credits: /);
  });

  it('finds a flipped bit, a cut file and trailing bytes', async () => {
    const intact = await readFile(users());
    await writeFile(
      users(),
      intact.map((byte, index) => (index === 30 ? byte ^ 4 : byte)),
    );
    expect(await findings()).toMatch(/^Damaged: inkbear_auth\/users\.bson\.gz (cannot be read|has )/);
    await writeFile(users(), intact.subarray(0, intact.length - 6));
    expect(await findings()).toMatch(/^Damaged: inkbear_auth\/users\.bson\.gz cannot be read/);
    await writeFile(users(), gzipSync(Buffer.concat([gunzipSync(intact), Buffer.from([9, 9])])));
    expect(await findings()).toBe('Damaged: inkbear_auth/users.bson.gz ends within a document');
  });

  it('finds changed, added and lost documents in intact files', async () => {
    const documents = (buffer: Buffer) => gunzipSync(buffer);
    const intact = await readFile(users());
    await change(users(), (content) => gzipSync(documents(content).map((byte) => (byte === 22 ? 23 : byte))));
    expect(await findings()).toBe('Damaged: inkbear_auth/users.bson.gz has another SHA-256 than the manifest');
    const [first] = [documents(intact).subarray(0, documents(intact).readInt32LE(0))];
    await writeFile(users(), gzipSync(first ?? ''));
    expect(await findings()).toBe('Damaged: inkbear_auth/users.bson.gz has 1 documents instead of 2');
    await writeFile(users(), gzipSync(Buffer.concat([documents(intact), BSON.serialize({ _id: 'c' })])));
    expect(await findings()).toBe('Damaged: inkbear_auth/users.bson.gz has 3 documents instead of 2');
  });

  it('finds missing and unknown files, each by name', async () => {
    await rename(users(), path.join(folder, 'users.bson.gz'));
    expect((await findings()).split('\n')).toEqual([
      'Damaged: inkbear_auth/users.bson.gz is missing',
      'Damaged: users.bson.gz is not in the manifest',
    ]);
  });

  it('finds an edited manifest, another format and an unfinished backup', async () => {
    const intact = await readFile(manifestFile(), 'utf8');
    await writeFile(manifestFile(), intact.replace('"documents": 2', '"documents": 3'));
    expect(await findings()).toMatch(/^manifest\.json in .* is damaged\.$/);
    await writeFile(manifestFile(), intact.slice(0, 100));
    expect(await findings()).toMatch(/^manifest\.json in .* is damaged\.$/);
    await rm(manifestFile());
    expect(await findings()).toMatch(/is not a complete backup: it has no manifest\.json, which is written last\.$/);
  });

  it('names rows that contradict each other, which a restore only reports', async () => {
    await rows(source, 'inkbear_books', 'allowances').insertMany([
      { _id: 'right', credits: 5 },
      { _id: 'wrong', credits: 5 },
      { _id: 'erased', credits: 5 },
    ]);
    await rows(source, 'inkbear_books', 'credit_ledger').insertMany([
      { _id: '1', userId: 'right', amount: 7 },
      { _id: '2', userId: 'right', amount: -2 },
      { _id: '3', userId: 'wrong', amount: 4 },
    ]);
    await rows(source, 'inkbear_books', 'user_removals').insertOne({ _id: 'erased', stage: 'erased' });
    await rows(source, 'inkbear_books', 'outbox').insertOne({ _id: 'e', type: 'books.book.created.v1' });
    await rows(source, 'inkbear_books', 'outbox_seq').insertMany([
      { _id: 'books.book.created.v1:b', seq: 2 },
      { _id: 'turn:list', seq: 9 },
    ]);
    await rows(source, 'inkbear_books', 'chapters').insertMany([
      { _id: 'whole', state: 'live', rev: 5, recent: [{ rev: 4 }, { rev: 5 }] },
      { _id: 'cut', state: 'live', rev: 5, recent: [] },
      { _id: 'trashed', state: 'trashed', rev: 5, recent: [] },
    ]);
    await rows(source, 'inkbear_books', 'chapter_changes').insertMany([
      { _id: 'whole:3', itemId: 'whole', rev: 3 },
      { _id: 'cut:4', itemId: 'cut', rev: 4 },
    ]);
    folder = await backUpSource();
    expect((await findings()).split('\n')).toEqual([
      'Contradiction in the data: the credit balance of user wrong differs from its ledger by 1',
      'Contradiction in the data: the outbox of inkbear_books has 1 events, and its counters say 2',
      'Contradiction in the data: the history of chapter cut ends with revision 4 instead of 5',
    ]);
    expect((await restoreTo(target, folder))[0]).toContain('0 mismatches');
  });
});
