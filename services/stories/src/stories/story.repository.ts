import { deleteSome } from '@inkbear/service-kit/erasure';
import type { Collection, Connection } from 'mongoose';
import { storyModel } from './story.model.ts';
import type { StoryRow } from './story.ts';

export class StoryRepository {
  readonly #stories;

  constructor(connection: Connection) {
    this.#stories = storyModel(connection);
  }

  /** Newest change first; what lies in the trash is left out. */
  listOf(userId: string): Promise<StoryRow[]> {
    return this.#stories.find({ userId, deletedAt: null }).sort({ updatedAt: -1 }).lean<StoryRow[]>().exec();
  }

  /** Whether this story is the user's and not in the trash. */
  async belongsTo(id: string, userId: string): Promise<boolean> {
    return (await this.#stories.exists({ _id: id, userId, deletedAt: null }).exec()) !== null;
  }

  /** Removes at most so many stories of a user, those in the trash too, and answers how many. */
  eraseOf(userId: string, most: number): Promise<number> {
    return deleteSome(this.#stories.collection as unknown as Collection<StoryRow>, { userId }, most);
  }
}
