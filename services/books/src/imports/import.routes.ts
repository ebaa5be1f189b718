import * as contract from '@inkbear/contracts/books/import';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { readBook, type ReadDeps } from '../books/read-book.ts';
import { abandonImport } from './abandon-import.ts';
import { beginImport, type ImportDeps } from './begin-import.ts';
import { finishImport } from './finish-import.ts';
import { writeImportedChapter } from './write-imported-chapter.ts';

/** Routes with which the export service makes a book of an imported manuscript. */
export const importRoutes = (deps: ImportDeps & ReadDeps): ServedRoute[] => [
  serve(contract.beginImport, async ({ params, body }) => {
    const bookId = await beginImport(deps, { ...params, ...body });

    return reply(200, { bookId });
  }),

  serve(contract.writeImportedChapter, async ({ params, body }) => {
    const chapterId = await writeImportedChapter(deps, { ...params, ...body });

    return reply(200, { chapterId });
  }),

  serve(contract.finishImport, async ({ params, body }) => {
    const book = await finishImport(deps, { ...params, ...body });

    return reply(200, await readBook(deps, book));
  }),

  serve(contract.abandonImport, async ({ params, query }) => {
    const bookId = await abandonImport(deps, params.id, query.userId);

    return reply(200, { bookId });
  }),
];
