import { readBookForOwner } from '@inkbear/contracts/books/internal';
import * as contract from '@inkbear/contracts/export/import';
import { chooseImportedBook, downloadImportFile } from '@inkbear/contracts/export/import-file';
import { etag } from '@inkbear/service-kit/etag';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute, serveUpload } from '@inkbear/service-kit/serve';
import { attachment } from '../rendering/attachment.ts';
import { chooseBook } from './choose-book.ts';
import { createImport, type CreateImportDeps } from './create-import.ts';
import { followImport } from './follow-import.ts';
import { presentImport } from './import.presenter.ts';
import type { ImportRunner } from './import-runner.ts';
import { receiveImport, type ReceivedFile } from './receive-import.ts';
import { removeImport } from './remove-imports.ts';
import { savePlan } from './save-plan.ts';
import { startMake, waitUntilMade } from './start-make.ts';
import { readTextRange } from './stored-text.ts';

interface Deps extends CreateImportDeps {
  readonly importRunner: ImportRunner;
}

export function importRoutes(deps: Deps): ServedRoute[] {
  const { imports, storedFiles, importRunner } = deps;
  return [
    serveUpload<typeof contract.createImport, ReceivedFile>(
      contract.createImport,
      [receiveImport(deps)],
      async ({ identity: { userId }, file }) => {
        if (!file) throw new ProblemError('imports.file_missing');
        const row = await createImport(deps, userId, file);
        importRunner.wake();

        return reply(201, presentImport(row));
      },
    ),

    serve(contract.listImports, async ({ identity: { userId } }) => {
      const rows = await imports.list(userId);

      return reply(200, rows.map(presentImport));
    }),

    serve(contract.getImport, async ({ params: { id }, identity: { userId }, sendProgress: report, signal }) => {
      if (report) return reply(200, await followImport(imports, { id, userId }, { report, signal }));

      return reply(200, presentImport(await imports.get(id, userId)));
    }),

    serve(contract.readImportText, async ({ params: { id }, query, identity: { userId } }) => {
      const row = await imports.get(id, userId);
      const text = await readTextRange(storedFiles, row, query);

      return reply(200, { text });
    }),

    serve(contract.saveImportPlan, async ({ params: { id }, body, ifMatch, identity: { userId } }) => {
      const row = await savePlan(deps, { id, userId, baseRev: ifMatch, plan: body });

      return reply(200, presentImport(row), { ETag: etag(row.planRev) });
    }),

    ...settlingRoutes(deps),
  ];
}

/** Routes that begin or end something. */
function settlingRoutes(deps: Deps): ServedRoute[] {
  const { imports, storedFiles, peers, importRunner } = deps;
  return [
    serve(chooseImportedBook, async ({ params: { id }, body: { index }, identity: { userId } }) => {
      const row = await chooseBook(deps, { id, userId, index });
      importRunner.wake();

      return reply(200, presentImport(row));
    }),

    serve(contract.makeImport, async ({ params: { id }, identity: { userId }, signal }) => {
      await startMake(deps, { id, userId });
      importRunner.wake();
      const row = await waitUntilMade(imports, { id, userId }, signal);
      if (row.state === 'making') return reply(202, presentImport(row));
      if (row.bookId === null) throw toRefusal(row.error);
      const { book } = await peers.call(readBookForOwner, { params: { id: row.bookId }, query: { userId }, signal });

      return reply(201, book);
    }),

    serve(contract.deleteImport, async ({ params: { id }, identity: { userId } }) => {
      await removeImport(deps, { id, userId });
      importRunner.wake();

      return reply(204, undefined);
    }),

    serve(downloadImportFile, async ({ params: { id }, identity: { userId } }) => {
      const { fileId, fileName } = await imports.get(id, userId);

      return reply(200, storedFiles.open(fileId), attachment(fileName));
    }),
  ];
}

/** Why a book was not made: a refusal, or its author has cancelled it meanwhile. */
const toRefusal = (error: contract.ManuscriptImport['error']): ProblemError =>
  error ? new ProblemError(error.code, { message: error.message }) : new ProblemError('imports.not_ready');
