import { limits } from '@inkbear/contracts/plans';

export interface TrashRow {
  _id: string;
  userId: string;
  kind: 'book' | 'chapter';
  itemId: string;
  bookId: string;
  title: string;
  deletedAt: Date;
  purgeAt: Date;
  /** Its texts are being deleted, so it cannot be restored. */
  purging: boolean;
}

const dayMs = 86_400_000;

export function newTrash({
  id,
  at,
  ...item
}: Pick<TrashRow, 'userId' | 'kind' | 'itemId' | 'bookId' | 'title'> & { id: string; at: Date }): TrashRow {
  return {
    _id: id,
    ...item,
    deletedAt: at,
    purgeAt: new Date(at.getTime() + limits.trashDays * dayMs),
    purging: false,
  };
}
