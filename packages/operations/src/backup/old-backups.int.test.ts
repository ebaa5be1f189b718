import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TestTarget } from '../testing/test-target.ts';
import { backupOperation } from './backup-command.ts';

// A command opens connections and locks first, which takes seconds on a busy machine.
jest.setTimeout(60_000);

describe('backup --keep', () => {
  let source: TestTarget;
  let parent: string;
  beforeAll(async () => {
    source = await TestTarget.start();
    parent = source.target.backupFolder;
  });
  afterAll(() => source.stop());
  beforeEach(async () => {
    await source.clear();
    await source.admin.db('inkbear_auth').collection<{ _id: string }>('users').insertOne({ _id: 'ada' });
    await rm(parent, { recursive: true, force: true });
  });

  const nameOf = (folder: string): string => path.join(parent, folder);
  const backUp = (name: string, ...words: string[]) => source.run(backupOperation, ['--to', nameOf(name), ...words]);
  const list = async (): Promise<string[]> => (await readdir(parent)).sort();

  it('deletes the oldest complete backups, and never the erasure log or other folders', async () => {
    await backUp('c-first');
    // A snapshot's time is in whole seconds.
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await backUp('b-second');
    await mkdir(nameOf('notes'));
    await backUp('damaged');
    await writeFile(nameOf('damaged/manifest.json'), '{}');
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await backUp('a-third', '--keep', '2', '--dry-run')).toEqual([
      expect.stringContaining('1 collections of 1 databases would be written'),
      `${nameOf('c-first')} would be deleted.`,
    ]);
    expect((await backUp('a-third', '--keep', '2')).at(-1)).toBe(`Deleted: ${nameOf('c-first')}`);
    expect(await list()).toEqual(['a-third', 'b-second', 'damaged', 'erasures.jsonl', 'notes']);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    await backUp('0-fourth', '--keep', '1');
    expect(await list()).toEqual(['0-fourth', 'damaged', 'erasures.jsonl', 'notes']);
    expect(await readFile(nameOf('0-fourth/manifest.json'), 'utf8')).toContain('snapshotAt');
  });

  it('does not count an interrupted backup, and deletes it only if the backup command has generated its name', async () => {
    await backUp('complete');
    for (const name of ['2026-11-22T02-17-00.partial', 'mine.partial']) {
      await mkdir(nameOf(name));
      await writeFile(nameOf(`${name}/manifest.json`), await readFile(nameOf('complete/manifest.json')));
    }
    await backUp('next', '--keep', '2');
    expect(await list()).toEqual(['complete', 'erasures.jsonl', 'mine.partial', 'next']);
  });

  it('deletes nothing without the option or when the backup fails, and accepts only counts from 1', async () => {
    await backUp('first');
    await backUp('second');
    await expect(backUp('second', '--keep', '1')).rejects.toThrow('exists already');
    await expect(backUp('third', '--keep', '0')).rejects.toThrow('--keep 0 is not a number from 1.');
    expect(await list()).toEqual(['erasures.jsonl', 'first', 'second']);
  });
});
