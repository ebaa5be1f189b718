import * as contract from '@inkbear/contracts/books/book';
import { getBooksStorage } from '@inkbear/contracts/storage';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { readAllowance } from '../allowance/read-allowance.ts';
import { createBook, type CreateDeps } from './create-book.ts';
import { type ReadDeps, readBook, listBooks } from './read-book.ts';
import { trashBook, type TrashDeps } from './trash-book.ts';
import { updateBook } from './update-book.ts';

export function bookRoutes(deps: ReadDeps & CreateDeps & TrashDeps): ServedRoute[] {
  const { books, quota } = deps;

  return [
    serve(contract.listBooks, async ({ identity }) => {
      const listed = await listBooks(deps, identity.userId);

      return reply(200, listed);
    }),
    serve(contract.createBook, async ({ body, identity }) => {
      const book = await createBook(deps, identity.userId, body);

      return reply(201, await readBook(deps, book));
    }),
    serve(contract.getBookAllowance, async ({ identity }) => {
      const allowance = await readAllowance(deps, identity.userId);

      return reply(200, allowance);
    }),
    serve(getBooksStorage, async ({ identity }) => {
      const usage = await quota.usage(identity.userId);

      return reply(200, usage);
    }),
    serve(contract.getBook, async ({ params, identity }) => {
      const book = await books.getLive(params.id, identity.userId);

      return reply(200, await readBook(deps, book));
    }),
    serve(contract.updateBook, async ({ params, body, identity }) => {
      const book = await updateBook(deps, { id: params.id, userId: identity.userId, changes: body });

      return reply(200, await readBook(deps, book));
    }),
    serve(contract.deleteBook, async ({ params, identity }) => {
      await trashBook(deps, params.id, identity.userId);

      return reply(200, { message: 'The book was moved to the trash. You can restore it for 30 days.' });
    }),
  ];
}
