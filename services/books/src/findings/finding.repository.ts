import type { FindingGroup, StoryFinding } from '@inkbear/contracts/bible/finding';
import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { aggregatePage } from '@inkbear/service-kit/list-page';
import { ProblemError } from '@inkbear/service-kit/problem';
import { type ClientSession, type Collection, type Connection, trusted } from 'mongoose';
import { findingModel } from './finding.model.ts';
import type { FindingChanges, FindingRow } from './finding.ts';

interface FindingQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly group?: FindingGroup | undefined;
  readonly status?: StoryFinding['status'] | undefined;
}

/** Findings by book. Callers check first that the book belongs to the user. */
export class FindingRepository {
  readonly #findings;

  constructor(connection: Connection) {
    this.#findings = findingModel(connection);
  }

  /** What the last checks found, in reading order. Sorted in memory: a book has a few thousand at most. */
  listPresent(bookId: string, { limit, cursor, group, status }: FindingQuery) {
    const filter = {
      bookId,
      isPresent: true,
      decision: null,
      ...(group && { group }),
      ...(status && { status }),
    };
    const page = { limit, sort: 'position', ...(cursor !== undefined && { cursor }) };
    return aggregatePage<FindingRow>(this.#findings.collection, page, [{ $match: filter }]);
  }

  /** All findings of some groups, also those that the last check did not find any more. */
  listOfGroups(bookId: string, groups: readonly FindingGroup[], session: ClientSession): Promise<FindingRow[]> {
    return this.#findings
      .find({ bookId, group: trusted({ $in: [...groups] }) })
      .session(session)
      .lean<FindingRow[]>()
      .exec();
  }

  /** Throws 404. */
  async get(bookId: string, findingId: string): Promise<FindingRow> {
    const row = await this.#findings.findOne(listedFindingFilter(bookId, findingId)).lean<FindingRow>().exec();
    if (!row) throw new ProblemError('findings.not_found');
    return row;
  }

  /** Hides a finding that the author has resolved by a write to the story bible. Throws 404 when it is gone. */
  async setDecision(
    { bookId, findingId }: { bookId: string; findingId: string },
    decision: FindingRow['decision'],
    session: ClientSession,
  ): Promise<void> {
    const { matchedCount } = await this.#findings
      .updateOne(listedFindingFilter(bookId, findingId), { $set: { decision } }, { session })
      .exec();
    if (matchedCount === 0) throw new ProblemError('findings.not_found');
  }

  /** Lists a finding again after that write was undone. */
  async clearDecision(bookId: string, decisionId: string, session: ClientSession): Promise<void> {
    await this.#findings
      .updateMany({ bookId, 'decision.id': decisionId }, { $set: { decision: null } }, { session })
      .exec();
  }

  /** Throws 404. */
  async setStatus(bookId: string, findingId: string, status: StoryFinding['status']): Promise<FindingRow> {
    const row = await this.#findings
      .findOneAndUpdate(listedFindingFilter(bookId, findingId), { $set: { status } }, { returnDocument: 'after' })
      .lean<FindingRow>()
      .exec();
    if (!row) throw new ProblemError('findings.not_found');
    return row;
  }

  async write({ written, hidden, deleted }: FindingChanges, session: ClientSession): Promise<void> {
    if (deleted.length > 0)
      await this.#findings.deleteMany({ _id: trusted({ $in: [...deleted] }) }, { session }).exec();
    if (hidden.length > 0)
      await this.#findings
        .updateMany({ _id: trusted({ $in: [...hidden] }) }, { $set: { isPresent: false } }, { session })
        .exec();
    if (written.length === 0) return;
    await this.#findings.bulkWrite(
      written.map((row) => ({ replaceOne: { filter: { _id: row._id }, replacement: row, upsert: true } })),
      { session, ordered: false },
    );
  }

  async deleteByBook(bookId: string, session: ClientSession): Promise<void> {
    await this.#findings.deleteMany({ bookId }, { session }).exec();
  }

  eraseUser(userId: string, limit: number): Promise<number> {
    return deleteUpTo(this.#findings.collection as unknown as Collection<FindingRow>, { userId }, limit);
  }
}

/** The filter for a finding that is listed. */
const listedFindingFilter = (bookId: string, findingId: string) => ({
  _id: `${bookId}:${findingId}`,
  isPresent: true,
  decision: null,
});
