import type { DesignSettings } from '@inkbear/contracts/books/design';
import { trimSizeOf } from '@inkbear/contracts/books/design-rules';
import {
  type DocxSettings,
  type Edition,
  type EditionFile,
  editionLimits,
  type FileFailure,
  type FileProfile,
  type FileProgress,
  type FileState,
  isFinished,
} from '@inkbear/contracts/export/edition';
import { ProblemError } from '@inkbear/service-kit/problem';
import { chooseNext } from '../queue/choose-next.ts';
import { type JobLease, leaseTimes } from '../queue/leased-queue.ts';

/** Increase when the generated output changes; older files are then made again on request. */
export const pressVersion = '1';

export const queueLimits = {
  waitingOfUser: 10,
  waiting: 200,
  /** Attempts to make a file, and the CPU time of one: a book that needs more is too large. */
  tries: 2,
  maxCpuMs: 90_000,
  /** The time of an attempt, however busy the server is. */
  maxMs: 900_000,
  ...leaseTimes,
} as const;

export interface FileRow extends Pick<EditionFile, 'id' | 'profile' | 'pages' | 'bytes' | 'preflight' | 'comparison'> {
  state: FileState;
  /** What the file is made with besides the frozen book: the version of the press, and of the cover of an e-book. */
  source: string;
  progress: FileProgress | null;
  createdAt: Date;
  finishedAt: Date | null;
  sha256: string | null;
  /** The stored file; null until it is ready. */
  storedId: string | null;
  error: { code: FileFailure; message: string } | null;
  /** Attempts to make it. Stored name. */
  tries: number;
  lease: JobLease | null;
}

export interface EditionRow {
  _id: string;
  userId: string;
  bookId: string;
  name: string;
  pinned: boolean;
  createdAt: Date;
  /** The title and the trim size, for the names of files. */
  title: string;
  trim: string;
  /** Two editions with the same hash have the same content. */
  contentHash: string;
  /** UTF-16 units of all texts. */
  length: number;
  /** Why no PDF can be made of the text, for the author; null if one can. */
  pdfRefusal: string | null;
  revisions: Edition['revisions'];
  docx: DocxSettings;
  /** The stored file with the frozen book. */
  frozenId: string;
  /** Whether a file is waiting or being made. */
  isBusy: boolean;
  /** When the last attempt to make a file began; null before the first one. */
  lastStartedAt: Date | null;
  files: FileRow[];
}

/** What is removed with an edition. */
export type RemovableEdition = Pick<EditionRow, '_id' | 'userId' | 'frozenId'> & {
  files: Pick<FileRow, 'storedId'>[];
};

/** What the queue needs to know about an edition. */
export type QueuedEdition = Pick<EditionRow, '_id' | 'userId' | 'lastStartedAt'> & {
  files: Pick<FileRow, 'id' | 'state' | 'createdAt' | 'lease'>[];
};

/** A file that waits to be made. */
export const createFile = (
  { id, profile, source }: Pick<FileRow, 'id' | 'profile' | 'source'>,
  createdAt: Date,
): FileRow => ({
  id,
  profile,
  source,
  state: 'waiting',
  createdAt,
  progress: null,
  finishedAt: null,
  pages: null,
  bytes: null,
  sha256: null,
  storedId: null,
  preflight: null,
  comparison: null,
  error: null,
  tries: 0,
  lease: null,
});

/** The trim size in file names, such as `6x9`. */
export const trimName = (settings: Pick<DesignSettings, 'trim'>): string => {
  const { widthIn, heightIn } = trimSizeOf(settings);
  return `${widthIn}x${heightIn}`;
};

export const hasPages = (profile: FileProfile): boolean => profile === 'print' || profile === 'screen';

/** Throws 404 when the edition has no such file. */
export function getFile({ files }: EditionRow, fileId: string): FileRow {
  const file = files.find(({ id }) => id === fileId);
  if (!file) throw new ProblemError('export.file_not_found');
  return file;
}

/** The file of this kind that need not be made again, because it is ready or in progress. */
export const findUsableFile = (
  files: readonly FileRow[],
  { profile, source }: Pick<FileRow, 'profile' | 'source'>,
): FileRow | undefined =>
  files.findLast(
    (file) => file.profile === profile && file.source === source && (file.state === 'ready' || !isFinished(file.state)),
  );

/**
 * Removes the files for which an edition has no more room. A file that a later one of its profile replaces goes first,
 * so the newest of each profile stays.
 */
export function splitOffOldFiles(files: readonly FileRow[]): { kept: FileRow[]; dropped: FileRow[] } {
  const kept = [...files];
  const dropped: FileRow[] = [];
  while (kept.length > editionLimits.filesPerEdition) {
    const index = kept.findIndex(
      ({ state, profile }, at) => isFinished(state) && kept.slice(at + 1).some((later) => later.profile === profile),
    );
    if (index < 0) break;
    dropped.push(...kept.splice(index, 1));
  }
  return { kept, dropped };
}

/**
 * The file to make next: of the user whose last file began longest ago, the oldest. A user has one running file. Null
 * when no file waits.
 * @param startedAt when the last attempt to make a file of a user began, in any edition
 */
export function chooseFile(
  editions: readonly QueuedEdition[],
  now: Date,
  startedAt: ReadonlyMap<string, Date>,
): { editionId: string; fileId: string } | null {
  const open = editions.flatMap(({ _id, userId, files }) =>
    files.filter(({ state }) => !isFinished(state)).map((file) => ({ ...file, editionId: _id, userId })),
  );
  const next = chooseNext(open, now, startedAt);
  return next && { editionId: next.editionId, fileId: next.id };
}

/** The numbers of waiting files: of one user, and of all. */
export function countWaiting(editions: readonly QueuedEdition[], userId: string): { ofUser: number; ofAll: number } {
  const count = (some: readonly QueuedEdition[]): number =>
    some.flatMap(({ files }) => files).filter(({ state }) => state === 'waiting').length;
  return { ofUser: count(editions.filter((edition) => edition.userId === userId)), ofAll: count(editions) };
}
