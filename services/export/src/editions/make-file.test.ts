import { beforeAll, describe, expect, it } from '@jest/globals';
import { designDefaults } from '@inkbear/contracts/books/design';
import { docxSettings, type FileProfile, type FileProgress } from '@inkbear/contracts/export/edition';
import { type PressAssets, readAssets } from '@inkbear/press/node-assets';
import { compressBook } from './frozen-book.ts';
import { makeFile } from './make-file.ts';

describe('the progress of a file', () => {
  let assets: PressAssets;
  beforeAll(async () => {
    assets = await readAssets();
  });

  /** What is reported while a file is made. */
  async function progressOf(profile: FileProfile): Promise<FileProgress[]> {
    const chapters = [1, 2, 3].map((number) => ({ number, title: `Chapter ${number}`, text: 'It rained.' }));
    const manuscript = { title: 'Rain', language: 'en', chapters };
    const frozen = Buffer.concat(
      await compressBook({ manuscript, design: designDefaults, docx: docxSettings.parse({}) }),
    );
    const seen: FileProgress[] = [];
    const task = { kind: 'file', profile, frozen, cover: null, uuid: 'b1', date: 0, assetsDir: null } as const;
    const { outcome } = await makeFile(task, {
      findAssets: () => Promise.resolve(assets),
      reportProgress: (progress) => void seen.push(progress),
    });
    expect(outcome).toBe('made');
    return seen;
  }

  it.each(['print', 'screen', 'epub'] as const)('counts typeset chapters of a %s file', async (profile) => {
    expect(await progressOf(profile)).toEqual([
      { step: 'set', done: 0, of: 1 },
      { step: 'set', done: 1, of: 3 },
      { step: 'set', done: 2, of: 3 },
      { step: 'set', done: 3, of: 3 },
      { step: 'compare', done: 0, of: 1 },
      { step: 'check', done: 0, of: 1 },
    ]);
  });

  it('reports only steps of a file without pages', async () => {
    expect(await progressOf('markdown')).toEqual([
      { step: 'write', done: 0, of: 1 },
      { step: 'compare', done: 0, of: 1 },
      { step: 'check', done: 0, of: 1 },
    ]);
  });
});
