import { describe, expect, it } from '@jest/globals';
import { editionLimits, type FileProfile, fileProfiles, type FileState } from '@inkbear/contracts/export/edition';
import {
  chooseFile,
  countWaiting,
  createFile,
  type FileRow,
  findUsableFile,
  queueLimits,
  type QueuedEdition,
  splitOffOldFiles,
  trimName,
} from './edition.ts';

const now = new Date('2026-02-01T12:00:00Z');
const seconds = (count: number) => new Date(now.getTime() + count * 1000);

const fileOf = (id: string, state: FileState, more: Partial<FileRow> = {}): FileRow => ({
  ...createFile({ id, profile: 'epub', source: '1' }, seconds(-100)),
  state,
  ...more,
});
const editionOf = (_id: string, userId: string, files: FileRow[]): QueuedEdition => ({
  _id,
  userId,
  lastStartedAt: null,
  files,
});
const running = (id: string, until: Date) => fileOf(id, 'running', { lease: { id: 'a', until } });
const never = new Map<string, Date>();

describe('chooseFile', () => {
  it('takes the oldest waiting file', () => {
    const editions = [
      editionOf('e1', 'ada', [fileOf('f1', 'waiting', { createdAt: seconds(-5) }), fileOf('f0', 'ready')]),
      editionOf('e2', 'bob', [fileOf('f2', 'waiting', { createdAt: seconds(-9) })]),
    ];
    expect(chooseFile(editions, now, never)).toEqual({ editionId: 'e2', fileId: 'f2' });
  });

  it('takes no second file of a user while one is being made, in any edition', () => {
    const editions = [
      editionOf('e1', 'ada', [running('f1', seconds(1))]),
      editionOf('e2', 'ada', [fileOf('f2', 'waiting')]),
    ];
    expect(chooseFile(editions, now, never)).toBeNull();
    editions.push(editionOf('e3', 'bob', [fileOf('f3', 'waiting', { createdAt: seconds(-1) })]));
    expect(chooseFile(editions, now, never)).toEqual({ editionId: 'e3', fileId: 'f3' });
  });

  it('takes a file whose lease has expired, because its runner is gone', () => {
    const editions = [editionOf('e1', 'ada', [running('f1', seconds(-1))])];
    expect(chooseFile(editions, now, never)).toEqual({ editionId: 'e1', fileId: 'f1' });
  });

  it('prefers the user whose last file began longest ago to older files', () => {
    const editions = [
      editionOf('e1', 'ada', [fileOf('f1', 'waiting', { createdAt: seconds(-90) })]),
      editionOf('e2', 'bob', [fileOf('f2', 'waiting', { createdAt: seconds(-1) })]),
    ];
    const starts = new Map([['ada', seconds(-2)]]);
    expect(chooseFile(editions, now, starts)).toEqual({ editionId: 'e2', fileId: 'f2' });
    expect(chooseFile(editions, now, starts.set('bob', seconds(-1)))).toEqual({ editionId: 'e1', fileId: 'f1' });
  });
});

describe('an edition', () => {
  it('counts the waiting files of a user and of all', () => {
    const editions = [
      editionOf('e1', 'ada', [fileOf('f1', 'waiting'), running('f2', seconds(1))]),
      editionOf('e2', 'bob', [fileOf('f3', 'waiting'), fileOf('f4', 'failed')]),
    ];
    expect(countWaiting(editions, 'ada')).toEqual({ ofUser: 1, ofAll: 2 });
  });

  it.each<[FileState, boolean]>([
    ['waiting', true],
    ['running', true],
    ['checking', true],
    ['ready', true],
    ['failed', false],
    ['cancelled', false],
  ])('makes a file again when the last one is not usable: %s', (state, isUsable) => {
    const files = [fileOf('f1', state)];
    expect(findUsableFile(files, { profile: 'epub', source: '1' }) !== undefined).toBe(isUsable);
    expect(findUsableFile(files, { profile: 'epub', source: '1 cover' })).toBeUndefined();
    expect(findUsableFile(files, { profile: 'print', source: '1' })).toBeUndefined();
  });

  it('drops replaced files beyond its limit, and keeps the newest of each profile and those being made', () => {
    const profileOf = (index: number): FileProfile => (index === 0 ? 'print' : index === 1 ? 'markdown' : 'epub');
    const files = Array.from({ length: editionLimits.filesPerEdition + 2 }, (_one, index) =>
      fileOf(`f${index}`, index === 2 ? 'running' : 'ready', { profile: profileOf(index) }),
    );
    const { kept, dropped } = splitOffOldFiles(files);
    expect(dropped.map(({ id }) => id)).toEqual(['f3', 'f4']);
    expect([kept.length, new Set(kept.map(({ profile }) => profile)).size]).toEqual([editionLimits.filesPerEdition, 3]);
  });

  it('has room for one file of each profile and all that may wait', () => {
    expect(editionLimits.filesPerEdition).toBeGreaterThan(fileProfiles.length + queueLimits.waitingOfUser);
  });

  it('names standard and own trim sizes', () => {
    expect([trimName({ trim: '5.5x8.5' }), trimName({ trim: { widthIn: 5.06, heightIn: 7.81 } })]).toEqual([
      '5.5x8.5',
      '5.06x7.81',
    ]);
  });
});
