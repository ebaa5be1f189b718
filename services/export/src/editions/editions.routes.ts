import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { findScopeForOwner } from '@inkbear/contracts/books/internal';
import * as contract from '@inkbear/contracts/export/edition';
import { findFilesStorage, getFilesStorage } from '@inkbear/contracts/storage';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { attachment } from '../rendering/attachment.ts';
import { createEdition, type CreateDeps } from './create-edition.ts';
import { type EditionRow, type FileRow, findUsableFile } from './edition.ts';
import { presentEdition, presentFile } from './edition.presenter.ts';
import type { EditionRunner } from './edition-runner.ts';
import { contentTypes, fileNameOf } from './file-names.ts';
import { requireMakeable } from './freeze-book.ts';
import { removeBeyondLimit, removeEditions } from './remove-editions.ts';
import { addFiles, queueLock, readSources, requireFormats } from './request-files.ts';

interface Deps extends CreateDeps {
  readonly runner: EditionRunner;
}

/** How often a stream looks for changes. */
const streamMs = 1000;

const isBusy = ({ files }: contract.Edition): boolean => files.some(({ state }) => !contract.isFinished(state));

function getFile({ files }: EditionRow, fileId: string): FileRow {
  const file = files.find(({ id }) => id === fileId);
  if (!file) throw new ProblemError('export.file_not_found');
  return file;
}

/** Names or pins an edition. Throws 409 when too many of its book are pinned. */
async function updateEdition(
  deps: Deps,
  { id, userId }: { id: string; userId: string },
  details: { name: string; pinned: boolean },
): Promise<EditionRow> {
  const { editions, outbox } = deps;
  return await outbox.run(async (transaction) => {
    const { session, lock } = transaction;
    const { bookId } = await editions.get(id, userId, session);
    await lock(`editions:${bookId}`);
    const edition = await editions.setDetails(id, userId, details, session);
    if (details.pinned) {
      const pinned = await editions.listByPin({ bookId, userId, pinned: true }, session);
      if (pinned.length > contract.editionLimits.pinnedPerBook) throw new ProblemError('export.pinned_limit');
    } else await removeBeyondLimit(deps, { bookId, userId }, transaction);
    return edition;
  });
}

/** Requests one more file of an edition, unless it has it. */
async function addFile(
  deps: Deps,
  { id, userId, profile }: { id: string; userId: string; profile: contract.FileProfile },
): Promise<{ edition: EditionRow; file: FileRow; isNew: boolean }> {
  const { editions, covers, outbox } = deps;
  const before = await editions.get(id, userId);
  await requireFormats(deps, userId, [profile]);
  requireMakeable(before, [profile]);
  const sources = await readSources(covers, before, [profile]);
  return await outbox.run(async (transaction) => {
    const current = await editions.get(id, userId, transaction.session);
    const edition = await addFiles(deps, current, sources, transaction);
    const file = sources.map((source) => findUsableFile(edition.files, source))[0];
    if (!file) throw new Error('The requested file was not added.');
    return { edition, file, isNew: edition !== current };
  });
}

/** Cancels a file that is being made, or deletes one that is not. */
async function removeFile(
  { editions, storedFiles, quota, outbox, clock }: Deps,
  { id, fileId, userId }: { id: string; fileId: string; userId: string },
): Promise<void> {
  await outbox.run(async ({ session, lock, afterCommit }) => {
    await lock(queueLock);
    const edition = await editions.get(id, userId, session);
    const file = getFile(edition, fileId);
    const cancelled = { state: 'cancelled', finishedAt: clock.now(), lease: null, progress: null } as const;
    const files = contract.isFinished(file.state)
      ? edition.files.filter((other) => other !== file)
      : edition.files.map((other) => (other === file ? { ...file, ...cancelled } : other));
    const isStillBusy = files.some(({ state }) => !contract.isFinished(state));
    await editions.setFiles({ _id: id, files }, isStillBusy, session);
    await storedFiles.dereference(file.storedId ? [file.storedId] : [], userId, session);
    afterCommit(() => quota.forget(userId));
  });
}

export function editionRoutes(deps: Deps): ServedRoute[] {
  const { editions, quota, outbox, peers, runner } = deps;
  return [
    serve(getFilesStorage, async ({ identity: { userId } }) => reply(200, await quota.usage(userId))),
    serve(findFilesStorage, async ({ params }) => reply(200, await quota.usage(params.id))),

    serve(contract.listEditions, async ({ params, identity: { userId } }) => {
      await peers.call(findScopeForOwner, { query: { userId, bookId: params.id } });
      const rows = await editions.list(params.id, userId);

      return reply(200, rows.map(presentEdition));
    }),

    serve(contract.createEdition, async ({ params, body: { profiles, docx }, identity: { userId }, signal }) => {
      const { edition, isNew } = await createEdition(deps, { bookId: params.id, userId, profiles, docx, signal });
      runner.wake();

      return reply(isNew ? 201 : 200, presentEdition(edition));
    }),

    serve(contract.getEdition, async ({ params, identity: { userId }, sendProgress, signal }) => {
      let edition = presentEdition(await editions.get(params.id, userId));
      sendProgress?.(edition);
      while (sendProgress && isBusy(edition)) {
        await sleep(streamMs, undefined, { signal }).catch(() => signal.throwIfAborted());
        const now = presentEdition(await editions.get(params.id, userId));
        if (!isDeepStrictEqual(now, edition)) sendProgress(now);
        edition = now;
      }

      return reply(200, edition);
    }),

    serve(contract.updateEdition, async ({ params: { id }, body, identity: { userId } }) => {
      const edition = await updateEdition(deps, { id, userId }, body);

      return reply(200, presentEdition(edition));
    }),

    serve(contract.deleteEdition, async ({ params, identity: { userId } }) => {
      await outbox.run(async (transaction) => {
        const edition = await editions.get(params.id, userId, transaction.session);
        await removeEditions(deps, [edition], transaction);
      });
      runner.wake();

      return reply(204, undefined);
    }),

    ...fileRoutes(deps),
  ];
}

function fileRoutes(deps: Deps): ServedRoute[] {
  const { editions, storedFiles, runner } = deps;
  return [
    serve(contract.addEditionFile, async ({ params: { id }, body: { profile }, identity: { userId } }) => {
      const { edition, file, isNew } = await addFile(deps, { id, userId, profile });
      runner.wake();

      return reply(isNew ? 201 : 200, presentFile(edition, file));
    }),

    serve(contract.removeEditionFile, async ({ params: { id, fileId }, identity: { userId } }) => {
      await removeFile(deps, { id, fileId, userId });
      runner.wake();

      return reply(204, undefined);
    }),

    serve(contract.downloadEditionFile, async ({ params: { id, fileId }, identity: { userId } }) => {
      const edition = await editions.get(id, userId);
      const { storedId, profile } = getFile(edition, fileId);
      if (storedId === null) throw new ProblemError('export.file_not_ready');

      return reply(200, storedFiles.open(storedId), {
        'Content-Type': contentTypes[profile],
        ...attachment(fileNameOf(edition, profile)),
      });
    }),
  ];
}
