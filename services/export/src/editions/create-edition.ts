import { findScopeForOwner } from '@inkbear/contracts/books/internal';
import type { Peers } from '@inkbear/service-kit/peers';
import type { FairSlots } from '@inkbear/service-kit/fair-slots';
import { createFile, type EditionRow, findUsableFile, trimName } from './edition.ts';
import { freezeBook, type FreezeRequest, type Frozen, readBookState, requireFormatsPossible } from './freeze-book.ts';
import { compressBook } from './frozen-book.ts';
import { removeBeyondLimit } from './remove-editions.ts';
import {
  addFiles,
  queueLock,
  readBuildInputs,
  type RequestDeps,
  requireFormatsInPlan,
  requireQueueCapacity,
} from './request-files.ts';

export interface CreateDeps extends RequestDeps {
  readonly peers: Peers;
  /** Bounds how many books are in memory at a time. */
  readonly freezeSlots: FairSlots;
}

/**
 * Freezes the present state of a book and requests files of it. When there is an edition of this state already, it gets
 * the files that it does not have. Everything that may be refused is checked before texts are read.
 */
export async function createEdition(
  deps: CreateDeps,
  request: FreezeRequest,
): Promise<{ edition: EditionRow; isNew: boolean }> {
  const { peers, editions, covers, outbox } = deps;
  const { bookId, userId, profiles, signal } = request;
  await peers.call(findScopeForOwner, { query: { userId, bookId }, signal });
  await requireFormatsInPlan(deps, userId, profiles);
  const state = await readBookState(peers, request);
  const sources = await readBuildInputs(covers, request, profiles);
  const known = await editions.findByContent({ bookId, userId, contentHash: state.hash });
  const added = sources.filter((source) => !known || !findUsableFile(known.files, source)).length;
  await requireQueueCapacity(editions, { userId, added });
  if (known) {
    requireFormatsPossible(known, profiles);
    const edition = await outbox.run(async (transaction) => {
      const current = await editions.find(known._id, userId, transaction.session);
      return current && (await addFiles(deps, current, sources, transaction));
    });
    if (edition) return { edition, isNew: false };
  }
  return await deps.freezeSlots.run({ owner: userId, signal }, async () => {
    const frozen = await freezeBook(peers, request, state);
    return await storeEdition(deps, request, frozen, sources);
  });
}

/**
 * Stores a frozen book and its edition with the requested files, and removes the editions beyond the limit. When another
 * request has just stored the same state, its edition gets the files.
 */
async function storeEdition(
  deps: CreateDeps,
  { bookId, userId, docx }: FreezeRequest,
  { state, frozen, revisions, length, pdfRefusal }: Frozen,
  sources: Awaited<ReturnType<typeof readBuildInputs>>,
): Promise<{ edition: EditionRow; isNew: boolean }> {
  const { editions, storedFiles, quota, outbox, clock, newId } = deps;
  const pieces = await compressBook(frozen);
  const bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  const frozenId = newId();
  const createdAt = clock.now();
  const row: EditionRow = {
    _id: newId(),
    userId,
    bookId,
    name: '',
    pinned: false,
    createdAt,
    title: state.book.title,
    trim: trimName(frozen.design),
    contentHash: state.hash,
    length,
    pdfRefusal,
    revisions,
    docx,
    frozenId,
    isBusy: true,
    lastStartedAt: null,
    files: sources.map((source) => createFile({ id: newId(), ...source }, createdAt)),
  };
  return await quota.reserve({ userId, operation: 'create', bytes }, async () => {
    await storedFiles.insert({ id: frozenId, userId, kind: 'frozen' }, pieces);
    const stored = await outbox.run(async (transaction) => {
      const { session, lock } = transaction;
      await lock(queueLock);
      const same = await editions.findByContent(row, session);
      if (same) return { edition: await addFiles(deps, same, sources, transaction), isNew: false };
      await requireQueueCapacity(editions, { userId, added: row.files.length }, session);
      await storedFiles.addReference(frozenId, session);
      await editions.insert(row, session);
      await removeBeyondLimit(deps, row, transaction);
      return { edition: row, isNew: true };
    });
    if (!stored.isNew) await storedFiles.deleteUnreferenced(frozenId);
    return stored;
  });
}
