import { type ClientSession, type Connection, trusted } from 'mongoose';
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

  /** A story that is not in the trash, whoever's it is: for admins. */
  findLive(id: string, session: ClientSession): Promise<StoryRow | null> {
    return this.#stories.findOne({ _id: id, deletedAt: null }).session(session).lean<StoryRow>().exec();
  }

  async moveToTrash({ _id, deletedAt, purgeAt }: StoryRow, session: ClientSession): Promise<void> {
    await this.#stories.updateOne({ _id }, { $set: { deletedAt, purgeAt } }, { session }).exec();
  }

  /** Ids of at most so many stories of a user, those in the trash too. */
  async listIdsOf(userId: string, most: number): Promise<string[]> {
    return (await this.#stories.find({ userId }, { _id: 1 }).limit(most).lean().exec()).map(({ _id }) => _id);
  }

  /** Removes these and answers how many there were. */
  async erase(ids: readonly string[]): Promise<number> {
    return (await this.#stories.deleteMany({ _id: trusted({ $in: [...ids] }) }).exec()).deletedCount;
  }
}
