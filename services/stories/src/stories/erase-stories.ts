import { storyChanged } from '@inkbear/contracts/events';
import type { EraseRows } from '@inkbear/service-kit/erasure';
import type { Connection } from 'mongoose';
import type { StoryRepository } from './story.repository.ts';

/** The stories of somebody who is gone for good, and the titles in what was told of them. */
export const eraseStories = ({ connection, stories }: { connection: Connection; stories: StoryRepository }): EraseRows[] => [
  async (userId, most) => {
    const ids = await stories.listIdsOf(userId, most);
    await connection.collection('outbox').updateMany({ type: storyChanged.type, key: { $in: ids } }, { $set: { 'data.title': '' } });
    return await stories.erase(ids);
  },
];
