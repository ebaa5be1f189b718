import type { Readable } from 'node:stream';
import { findScopeForOwner } from '@inkbear/contracts/books/internal';
import { importLimits } from '@inkbear/contracts/export/import';
import { id as idSchema } from '@inkbear/contracts/fields';
import type { ByteQuota } from '@inkbear/service-kit/byte-quota';
import type { Clock } from '@inkbear/service-kit/clock';
import type { FairSlots } from '@inkbear/service-kit/fair-slots';
import type { Identity } from '@inkbear/service-kit/identity';
import type { NewId } from '@inkbear/service-kit/ids';
import type { Peers } from '@inkbear/service-kit/peers';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { Request, RequestHandler, Response } from 'express';
import type { StoredFileRepository } from '../editions/stored-file.repository.ts';
import { requireImportAllowed, requireQueueCapacity } from './import.ts';
import type { ImportRepository } from './import.repository.ts';
import { looksLikeManuscript, sampleBytes } from './looks-like-manuscript.ts';
import { readUploadForm, type UploadForm } from './read-upload-form.ts';

export interface ReceiveDeps {
  readonly imports: ImportRepository;
  readonly storedFiles: StoredFileRepository;
  readonly quota: ByteQuota;
  /** One upload of each user, and a bounded number of all. */
  readonly uploadSlots: FairSlots;
  readonly peers: Peers;
  readonly clock: Clock;
  readonly newId: NewId;
  /** An upload of which nothing arrives for this long is given up. */
  readonly uploadStallMs: number;
}

/** An uploaded file, which is stored; nothing refers to it yet. */
export interface ReceivedFile {
  readonly storedId: string;
  readonly fileName: string;
  readonly bytes: number;
  /** The book to which its chapters are appended; null for a new one. */
  readonly appendTo: string | null;
}

/**
 * Stores the file of a form while it arrives. Whatever may be refused is checked first: limits, storage, the book, the
 * first bytes. A refusal is sent at once, and what still arrives is discarded.
 */
export const receiveImport =
  (deps: ReceiveDeps): RequestHandler =>
  async (req, res, next) => {
    if (!req.is('multipart/form-data')) throw new ProblemError('request.unsupported_type');
    const { userId } = res.locals['identity'] as Extract<Identity, { role: 'user' }>;
    const { imports, quota, uploadSlots, clock } = deps;
    const now = clock.now();
    requireImportAllowed(await imports.readUsage(userId, now), now);
    requireQueueCapacity((await imports.listQueued('read')).length);
    const file = await uploadSlots.run({ owner: userId }, () =>
      quota.reserve({ userId, operation: 'create', bytes: declaredBytes(req) }, () => store(deps, userId, req, res)),
    );
    Object.assign(req, { file });
    next();
  };

/** The bytes that the file may have; those of the form around it are few. */
const declaredBytes = (req: Request): number =>
  Math.min(importLimits.fileBytes, Number(req.get('content-length') ?? importLimits.fileBytes));

async function store(deps: ReceiveDeps, userId: string, req: Request, res: Response): Promise<ReceivedFile> {
  const form = await readUploadForm(req, res, { stallMs: deps.uploadStallMs });
  try {
    const appendTo = await getBookId(deps.peers, form, userId);
    return await storeFile(deps, form, { userId, appendTo });
  } catch (error) {
    await form.discard(error);
    throw error;
  }
}

/** The user's book that the form names; null if it names none. Throws 404 for a missing or foreign one. */
async function getBookId(peers: Peers, { fields }: UploadForm, userId: string): Promise<string | null> {
  const { bookId } = fields;
  if (bookId === undefined || bookId === '') return null;
  const { data } = idSchema.safeParse(bookId);
  if (data === undefined) throw new ProblemError('books.not_found');
  await peers.call(findScopeForOwner, { query: { userId, bookId: data } });
  return data;
}

async function storeFile(
  { storedFiles, newId }: ReceiveDeps,
  form: UploadForm,
  { userId, appendTo }: { userId: string; appendTo: string | null },
): Promise<ReceivedFile> {
  const storedId = newId();
  const received = { bytes: 0 };
  try {
    await storedFiles.insert({ id: storedId, userId, kind: 'import' }, checkPieces(form.file, received));
    const fields = await form.complete();
    if ((fields['bookId'] ?? '') !== (appendTo ?? ''))
      throw new ProblemError('request.malformed', { message: 'The field bookId must come before the file.' });
    return { storedId, fileName: shorten(form.fileName), bytes: received.bytes, appendTo };
  } catch (error) {
    await storedFiles.discard(storedId);
    throw error;
  }
}

/** The pieces of a file. Throws 415 before the first one when the file is no manuscript, and 413 when it is too large. */
async function* checkPieces(file: Readable, received: { bytes: number }): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | null = new Uint8Array();
  for await (const piece of readPieces(file)) {
    received.bytes += piece.length;
    if (received.bytes > importLimits.fileBytes) throw new ProblemError('imports.too_large');
    if (start === null) yield piece;
    else {
      start = Buffer.concat([start, piece]);
      if (start.length < sampleBytes) continue;
      yield requireManuscript(start);
      start = null;
    }
  }
  if (start !== null) yield requireManuscript(start);
}

/** The pieces as they arrive. An error is one of the form: it was cut off, or its client has disconnected. */
async function* readPieces(file: Readable): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of file as AsyncIterable<Uint8Array>) yield piece;
  } catch (cause) {
    throw cause instanceof ProblemError ? cause : new ProblemError('request.malformed', { cause });
  }
}

function requireManuscript(start: Uint8Array): Uint8Array {
  if (!looksLikeManuscript(start.subarray(0, sampleBytes))) throw new ProblemError('imports.unknown_format');
  return start;
}

/** The name for lists; its end is its extension. */
const shorten = (name: string): string => name.toWellFormed().slice(-importLimits.fileName).toWellFormed();
