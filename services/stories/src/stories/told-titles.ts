import { storyChanged } from '@inkbear/contracts/events';
import type { Connection } from 'mongoose';

/** Titles in what was told of stories: the only words of an author that leave this service. */
export class ToldTitles {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async blank(storyIds: readonly string[]): Promise<void> {
    await this.#connection
      .collection('outbox')
      .updateMany({ type: storyChanged.type, key: { $in: [...storyIds] } }, { $set: { 'data.title': '' } });
  }
}
