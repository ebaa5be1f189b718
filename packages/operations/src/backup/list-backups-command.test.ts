import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { quietInput } from '../testing/test-target.ts';
import type { Target } from '../target.ts';
import { listBackupsOperation } from './list-backups-command.ts';
import { writeManifest } from './manifest.ts';

describe('list-backups', () => {
  let parent: string;
  beforeAll(async () => void (parent = await mkdtemp(path.join(os.tmpdir(), 'inkbear-backups-'))));
  afterAll(() => rm(parent, { recursive: true }));

  const list = (backupFolder: string, ...words: string[]) =>
    listBackupsOperation.run({ backupFolder } as Target, quietInput(listBackupsOperation, words));
  async function addBackup(name: string, snapshotAt: string): Promise<string> {
    const folder = path.join(parent, name);
    await mkdir(folder);
    const books = { database: 'inkbear_books', file: 'books.bson.gz', options: {}, indexes: [], sha256: '' };
    await writeManifest(folder, {
      createdAt: snapshotAt,
      snapshotAt,
      clusterTime: { seconds: 1, increment: 1 },
      mongodb: '6.0.5',
      migrations: {},
      collections: [
        { ...books, name: 'books', documents: 1000, bytes: 900 },
        { ...books, name: 'chapters', documents: 234, bytes: 1100 },
      ],
      checks: [],
    });
    return folder;
  }

  it('names the complete backups with their size and moment, oldest first', async () => {
    const newer = await addBackup('a', '2026-11-23T02:17:01.000Z');
    const older = await addBackup('b', '2026-11-22T02:17:01.000Z');
    await addBackup('2026-11-24T02-17-00.partial', '2026-11-24T02:17:01.000Z');
    const damaged = await addBackup('damaged', '2026-11-21T02:17:01.000Z');
    await writeFile(path.join(damaged, 'manifest.json'), '{}');
    await mkdir(path.join(parent, 'notes'));
    const expected = [
      `${older}: 1,234 documents, 2.0 kB, as of 2026-11-22T02:17:01.000Z`,
      `${newer}: 1,234 documents, 2.0 kB, as of 2026-11-23T02:17:01.000Z`,
    ];
    expect(await list(parent)).toEqual(expected);
    expect(await list('/nowhere', '--in', parent)).toEqual(expected);
  });

  it('says that a folder has none, or does not exist', async () => {
    const empty = path.join(parent, 'notes');
    expect(await list(empty)).toEqual([`There is no complete backup in ${empty}.`]);
    expect(await list('/nowhere')).toEqual(['There is no complete backup in /nowhere.']);
  });
});
