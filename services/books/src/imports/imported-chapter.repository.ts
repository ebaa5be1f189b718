import type { ClientSession, Connection } from 'mongoose';
import type { ChapterRow } from '../chapters/chapter.ts';

/** Chapters that their author does not see yet. Their other queries are those of all chapters. */
export class ImportedChapterRepository {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Bytes of the fields, without texts, of the chapters that are imported to a book. A covered query. */
  async sumFieldBytes(userId: string, bookId: string, session: ClientSession): Promise<number> {
    const [sum] = await this.#chapters
      .aggregate<{ bytes: number }>(
        [{ $match: { userId, state: 'importing', bookId } }, { $group: { _id: null, bytes: { $sum: '$fieldBytes' } } }],
        { hint: 'storage', session },
      )
      .toArray();
    return sum?.bytes ?? 0;
  }

  /**
   * Shows chapters in this order, numbered from `firstNumber` on, and schedules the report of their words. Returns how many
   * there were.
   */
  async publish(
    ids: readonly string[],
    { firstNumber, at }: { firstNumber: number; at: Date },
    session: ClientSession,
  ): Promise<number> {
    const { matchedCount } = await this.#chapters.bulkWrite(
      ids.map((_id, index) => ({
        updateOne: {
          filter: { _id, state: 'importing' },
          update: {
            $set: { state: 'live', chapterNumber: firstNumber + index, progressDueAt: at, updatedAt: at },
            $inc: { version: 1 },
          },
        },
      })),
      { session },
    );
    return matchedCount;
  }

  get #chapters() {
    return this.#connection.collection<ChapterRow>('chapters');
  }
}
