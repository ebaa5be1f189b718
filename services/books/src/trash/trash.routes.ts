import * as contract from '@inkbear/contracts/books/book';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import type { TrashDeps } from '../books/trash-book.ts';
import { restoreTrash } from './restore-trash.ts';
import type { TrashRow } from './trash.ts';

const presentTrash = ({ _id, kind, itemId, title, deletedAt, purgeAt }: TrashRow) => ({ id: _id, kind, itemId, title, deletedAt: deletedAt.toISOString(), purgeAt: purgeAt.toISOString() });

export function trashRoutes(deps: TrashDeps): ServedRoute[] {
  return [
    serve(contract.listTrash, async ({ identity }) => reply(200, (await deps.trash.list(identity.userId, deps.clock.now())).map(presentTrash))),
    serve(contract.restoreTrash, async ({ params, identity }) => reply(200, { message: await restoreTrash(deps, params.id, identity.userId) })),
  ];
}
