import * as contract from '@inkbear/contracts/books/book';
import { getBooksStorage } from '@inkbear/contracts/storage';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { showAllowance } from '../allowance/show-allowance.ts';
import { createBook, type CreateDeps } from './create-book.ts';
import { type ReadDeps, showBook, showBooks } from './read-book.ts';
import { trashBook, type TrashDeps } from './trash-book.ts';
import { updateBook } from './update-book.ts';

export function bookRoutes(deps: ReadDeps & CreateDeps & TrashDeps): ServedRoute[] {
  const { books } = deps;
  return [
    serve(contract.listBooks, async ({ identity }) => reply(200, await showBooks(deps, identity.userId))),
    serve(contract.createBook, async ({ body, identity }) =>
      reply(201, await showBook(deps, await createBook(deps, identity.userId, body))),
    ),
    serve(contract.getBookAllowance, async ({ identity }) => reply(200, await showAllowance(deps, identity.userId))),
    serve(getBooksStorage, async ({ identity }) => reply(200, await deps.quota.usage(identity.userId))),
    serve(contract.getBook, async ({ params, identity }) =>
      reply(200, await showBook(deps, await books.getLive(params.id, identity.userId))),
    ),
    serve(contract.updateBook, async ({ params, body, identity }) =>
      reply(200, await showBook(deps, await updateBook(deps, params.id, identity.userId, body))),
    ),
    serve(contract.deleteBook, async ({ params, identity }) => {
      await trashBook(deps, params.id, identity.userId);
      return reply(200, { message: 'The book was moved to the trash. You can restore it for 30 days.' });
    }),
  ];
}
