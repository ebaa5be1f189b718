import type { Connection } from 'mongoose';
import { bibleModels } from '../bible/bible.model.ts';
import type { FactRow, RelationRow } from '../bible/bible.ts';

/** Facts and relations by the chapters that they refer to. Callers check first that the book belongs to the user. */
export class StatementRepository {
  readonly #models;

  constructor(connection: Connection) {
    this.#models = bibleModels(connection);
  }

  /** Those with evidence in a chapter, and those that are valid from or to a place in it. */
  async listInChapter(bookId: string, chapterId: string): Promise<{ facts: FactRow[]; relations: RelationRow[] }> {
    const places = ['evidence.chapterId', 'since.chapterId', 'until.chapterId'];
    // Only the evidence is indexed, so this reads all facts and relations of the book.
    const filter = { bookId, $or: places.map((place) => ({ [place]: chapterId })) };
    const [facts, relations] = await Promise.all([
      this.#models.facts.find(filter).hint('evidence').lean<FactRow[]>().exec(),
      this.#models.relations.find(filter).hint('evidence').lean<RelationRow[]>().exec(),
    ]);
    return { facts, relations };
  }
}
