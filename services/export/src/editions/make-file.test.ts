import { beforeAll, describe, expect, it } from '@jest/globals';
import { designDefaults } from '@inkbear/contracts/books/design';
import { docxSettings, type FileProfile, type FileProgress } from '@inkbear/contracts/export/edition';
import { type PressAssets, readAssets } from '@inkbear/press/node-assets';
import { compressBook } from './frozen-book.ts';
import { createProgress, makeFile, readProgress, writeFile } from './make-file.ts';

describe('the progress of a file', () => {
  let assets: PressAssets;
  beforeAll(async () => {
    assets = await readAssets();
  });

  /** The progress after each chapter that is set, and after the file. */
  async function progressOf(profile: FileProfile): Promise<FileProgress[]> {
    const chapters = [1, 2, 3].map((number) => ({ number, title: `Chapter ${number}`, text: 'It rained.' }));
    const manuscript = { title: 'Rain', language: 'en', chapters };
    const frozen = Buffer.concat(
      await compressBook({ manuscript, design: designDefaults, docx: docxSettings.parse({}) }),
    );
    const progress = createProgress();
    const seen: FileProgress[] = [];
    const task = {
      kind: 'file',
      profile,
      frozen,
      cover: null,
      uuid: 'b1',
      date: 0,
      assetsDir: null,
      progress,
    } as const;
    const { outcome } = await makeFile(
      task,
      () => Promise.resolve(assets),
      (request) => {
        const onChapterDone = (done: number, of: number) => {
          request.onChapterDone(done, of);
          seen.push(readProgress(progress));
        };
        if (profile === 'markdown') seen.push(readProgress(progress));
        return writeFile({ ...request, onChapterDone });
      },
    );
    expect(outcome).toBe('made');
    return [...seen, readProgress(progress)];
  }

  it.each(['print', 'screen', 'epub'] as const)('of kind %s counts the chapters that are set', async (profile) => {
    expect(await progressOf(profile)).toEqual([
      { step: 'set', done: 1, of: 3 },
      { step: 'set', done: 2, of: 3 },
      { step: 'set', done: 3, of: 3 },
      { step: 'check', done: 0, of: 1 },
    ]);
  });

  it('of a file without pages has steps only', async () => {
    expect(await progressOf('markdown')).toEqual([
      { step: 'write', done: 0, of: 1 },
      { step: 'check', done: 0, of: 1 },
    ]);
  });
});
