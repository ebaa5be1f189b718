import type { Connection } from 'mongoose';
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
}
