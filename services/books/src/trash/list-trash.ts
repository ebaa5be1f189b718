import { listTrashedStories } from '@inkbear/contracts/stories/internal';
import type { listTrash as route } from '@inkbear/contracts/books/book';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Peers } from '@inkbear/service-kit/peers';
import type { ReplyOf } from '@inkbear/service-kit/serve';
import type { TrashRepository } from './trash.repository.ts';
import type { TrashRow } from './trash.ts';

type TrashItem = ReplyOf<typeof route>[number];

const presentTrash = ({ _id, kind, itemId, title, deletedAt, purgeAt }: TrashRow): TrashItem => ({
  id: _id,
  kind,
  itemId,
  title,
  deletedAt: deletedAt.toISOString(),
  purgeAt: purgeAt.toISOString(),
});

/**
 * Everything that can be restored, most recently deleted first: own books and chapters, and stories from the stories
 * service.
 */
export async function listTrash(
  { trash, clock, peers }: { trash: TrashRepository; clock: Clock; peers: Peers },
  userId: string,
): Promise<TrashItem[]> {
  const [rows, stories] = await Promise.all([
    trash.listRestorable(userId, clock.now()),
    peers.call(listTrashedStories, { params: { id: userId } }),
  ]);
  const items: TrashItem[] = [
    ...rows.map(presentTrash),
    ...stories.map(({ storyId, ...story }): TrashItem => ({ id: storyId, kind: 'story', itemId: storyId, ...story })),
  ];
  return items.toSorted((a, b) => b.deletedAt.localeCompare(a.deletedAt));
}
