import * as contract from '@inkbear/contracts/books/book';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { listTrash } from './list-trash.ts';
import { type RestoreDeps, restoreTrash } from './restore-trash.ts';

export function trashRoutes(deps: RestoreDeps): ServedRoute[] {
  return [
    serve(contract.listTrash, async ({ identity }) => {
      const items = await listTrash(deps, identity.userId);

      return reply(200, items);
    }),
    serve(contract.restoreTrash, async ({ params, identity }) => {
      const message = await restoreTrash(deps, params.id, identity.userId);

      return reply(200, { message });
    }),
  ];
}
