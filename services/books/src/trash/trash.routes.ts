import * as contract from '@inkbear/contracts/books/book';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { listTrash } from './list-trash.ts';
import { type RestoreDeps, restoreTrash } from './restore-trash.ts';

export function trashRoutes(deps: RestoreDeps): ServedRoute[] {
  return [
    serve(contract.listTrash, async ({ identity }) => reply(200, await listTrash(deps, identity.userId))),
    serve(contract.restoreTrash, async ({ params, identity }) =>
      reply(200, { message: await restoreTrash(deps, params.id, identity.userId) }),
    ),
  ];
}
