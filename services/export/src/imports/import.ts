import type { ImportFailure } from '@inkbear/contracts/export/import-failures';
import {
  type ImportFormat,
  type ImportLoss,
  importLimits,
  type ImportPlan,
  type ImportProgress,
  type ImportState,
} from '@inkbear/contracts/export/import';
import { ProblemError } from '@inkbear/service-kit/problem';
import { chooseNext } from '../queue/choose-next.ts';
import type { JobLease } from '../queue/leased-queue.ts';

/** The two queues of imports: files that are read, and books that are made. */
export type ImportQueue = 'read' | 'make';

export const importQueueLimits = {
  /** Imports that wait to be read, of all users. */
  waiting: 200,
  /** Attempts to read a file that has ended its process without a reason, or took longer than `readMs` on a busy server. */
  readTries: 2,
  /** The time of an attempt to read a file, and the CPU time. */
  readMs: 120_000,
  readCpuMs: 90_000,
  /** Attempts to make a book whose process has died. */
  makeTries: 10,
  /** How long making a book is tried again while the books service does not answer. */
  makeMs: 3_600_000,
} as const;

export interface ImportProblem {
  code: ImportFailure;
  message: string;
}

/** What becomes of an import whose book is not made. */
export interface MakeEnd {
  state: Extract<ImportState, 'ready' | 'cancelled'>;
  error: ImportProblem | null;
}

/** The author’s request to make a book. */
export interface Making {
  /** The id by which the books service recognises repeats. Each request has another one. */
  id: string;
  requestedAt: Date;
  /** Not null: the books service must delete what it has stored; then the import ends like this. */
  undo: MakeEnd | null;
}

export interface ImportRow {
  _id: string;
  userId: string;
  fileName: string;
  bytes: number;
  state: ImportState;
  /** The queue in which it waits, or from which it is run; null while it waits for its author. */
  queue: ImportQueue | null;
  progress: ImportProgress | null;
  /** The uploaded file, and what was read from it: see `StoredKind`. */
  fileId: string;
  textId: string | null;
  commentsId: string | null;
  format: ImportFormat | null;
  plan: ImportPlan | null;
  planRev: number;
  /** UTF-16 units of the text. */
  length: number;
  losses: ImportLoss[];
  commentCount: number;
  /** The books of an account export, and the index of the one that is read. */
  booksInFile: { id: string; title: string }[];
  bookIndex: number;
  /** The book to which chapters are appended; null for a new one. */
  appendTo: string | null;
  /** The book that was made. */
  bookId: string | null;
  making: Making | null;
  error: ImportProblem | null;
  createdAt: Date;
  expiresAt: Date;
  /** When the last attempt began; null before the first one. */
  lastStartedAt: Date | null;
  tries: number;
  lease: JobLease | null;
}

/** What the order of a queue depends on. */
export type QueuedImport = Pick<ImportRow, '_id' | 'userId' | 'createdAt' | 'lease'>;

const dayMs = 86_400_000;

/** An import whose file waits to be read. */
export const newImport = (
  input: Pick<ImportRow, 'userId' | 'fileName' | 'bytes' | 'fileId' | 'appendTo'> & { id: string; at: Date },
): ImportRow => ({
  _id: input.id,
  userId: input.userId,
  fileName: input.fileName,
  bytes: input.bytes,
  state: 'waiting',
  queue: 'read',
  progress: null,
  fileId: input.fileId,
  textId: null,
  commentsId: null,
  format: null,
  plan: null,
  planRev: 0,
  length: 0,
  losses: [],
  commentCount: 0,
  booksInFile: [],
  bookIndex: 0,
  appendTo: input.appendTo,
  bookId: null,
  making: null,
  error: null,
  createdAt: input.at,
  expiresAt: new Date(input.at.getTime() + importLimits.days * dayMs),
  lastStartedAt: null,
  tries: 0,
  lease: null,
});

/** The ids of the stored files of an import. */
export const storedIdsOf = ({ fileId, textId, commentsId }: Pick<ImportRow, 'fileId' | 'textId' | 'commentsId'>) =>
  [fileId, textId, commentsId].filter((id) => id !== null);

/** The import to run next: see `chooseNext`. */
export const chooseImport = (
  open: readonly QueuedImport[],
  now: Date,
  startedAt: ReadonlyMap<string, Date>,
): string | null =>
  chooseNext(
    open.map(({ _id, ...row }) => ({ ...row, id: _id })),
    now,
    startedAt,
  )?.id ?? null;

/** Imports of a user, those of them that are not settled, and uploads of today. */
export interface ImportUsage {
  readonly all: number;
  readonly open: number;
  readonly today: number;
}

/** Throws 429 when a user may not import another file now. */
export function requireImportAllowed({ all, open, today }: ImportUsage, now: Date): void {
  const { perUser, perDay } = importLimits;
  const refuse = (message: string, retryAfterSeconds?: number): never => {
    throw new ProblemError('imports.limit_reached', {
      message,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    });
  };
  if (all >= perUser) refuse(`You have ${perUser} imports. Please delete one of them first.`);
  requireFewOpen(open);
  if (today >= perDay) {
    const tomorrow = Math.floor(now.getTime() / dayMs + 1) * dayMs;
    refuse(
      `You have imported ${perDay} files today. The limit resets at midnight UTC.`,
      (tomorrow - now.getTime()) / 1000,
    );
  }
}

/** Throws 429 when so many imports of a user are waiting, being read or being made that no other one may. */
export function requireFewOpen(open: number): void {
  if (open < importLimits.open) return;
  const message = `${importLimits.open} of your files are being imported. Please wait for one of them.`;
  throw new ProblemError('imports.limit_reached', { message, retryAfterSeconds: 10 });
}

/** Throws 503 when too many files wait. */
export function requireQueueCapacity(waiting: number): void {
  if (waiting >= importQueueLimits.waiting) throw new ProblemError('imports.busy', { retryAfterSeconds: 10 });
}

type ReadableImport = ImportRow & { textId: string; plan: ImportPlan };

/** The import with its text and plan. Throws 409 unless its file has been read. */
export function requireReadable(row: ImportRow): ReadableImport {
  const { textId, plan } = row;
  if (textId === null || plan === null) throw new ProblemError('imports.not_ready');
  return { ...row, textId, plan };
}

/** Like `requireReadable`; throws 409 also unless the import waits for its author. */
export function requireReady(row: ImportRow): ReadableImport {
  if (row.state !== 'ready') throw new ProblemError('imports.not_ready');
  return requireReadable(row);
}

/** The sentence about an import that has failed for no reason that its author could do something about. */
export const unexpectedFailure: ImportProblem = {
  code: 'imports.failed',
  message: 'This file could not be imported. Please try again.',
};

/** The sentence about a book that could not be made for such a reason. */
export const unexpectedMakeFailure: ImportProblem = {
  code: 'imports.failed',
  message: 'The book could not be made. Your plan is kept; please try again later.',
};
