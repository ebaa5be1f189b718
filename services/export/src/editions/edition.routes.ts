import { findScopeForOwner } from '@inkbear/contracts/books/internal';
import * as contract from '@inkbear/contracts/export/edition';
import { findFilesStorage, getFilesStorage } from '@inkbear/contracts/storage';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { attachment } from '../rendering/attachment.ts';
import { addFile } from './add-file.ts';
import { createEdition, type CreateDeps } from './create-edition.ts';
import { getFile } from './edition.ts';
import { presentEdition, presentFile } from './edition.presenter.ts';
import type { EditionRunner } from './edition-runner.ts';
import { contentTypes, fileNameOf } from './file-names.ts';
import { followEdition } from './follow-edition.ts';
import { removeEdition } from './remove-editions.ts';
import { removeFile } from './remove-file.ts';
import { updateEdition } from './update-edition.ts';

interface Deps extends CreateDeps {
  readonly runner: EditionRunner;
}

export function editionRoutes(deps: Deps): ServedRoute[] {
  const { editions, quota, peers, runner } = deps;
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

    serve(contract.getEdition, async ({ params: { id }, identity: { userId }, sendProgress: report, signal }) => {
      if (report) return reply(200, await followEdition(editions, { id, userId }, { report, signal }));

      return reply(200, presentEdition(await editions.get(id, userId)));
    }),

    serve(contract.updateEdition, async ({ params: { id }, body, identity: { userId } }) => {
      const edition = await updateEdition(deps, { id, userId }, body);

      return reply(200, presentEdition(edition));
    }),

    serve(contract.deleteEdition, async ({ params: { id }, identity: { userId } }) => {
      await removeEdition(deps, { id, userId });
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
