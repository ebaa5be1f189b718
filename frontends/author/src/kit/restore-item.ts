import { listTrash, restoreTrash } from '@inkbear/contracts/books/book';
import type { ClientReply } from '@inkbear/contracts/route';
import { call } from '@inkbear/web-kit/api.ts';

/** Restores a deleted book, chapter or story by its own id; null when it is no longer in the trash. */
export async function restoreItem(itemId: string): Promise<ClientReply<typeof restoreTrash> | null> {
  const item = (await call(listTrash)).find((each) => each.itemId === itemId);
  return item === undefined ? null : await call(restoreTrash, { params: { id: item.id } });
}
