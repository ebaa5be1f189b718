import { ProblemError } from '@inkbear/service-kit/problem';
import { deleteUpTo } from '@inkbear/service-kit/erasure';
import { type ClientSession, type Collection, type Connection, trusted } from 'mongoose';
import { bibleModels } from './bible.model.ts';
import {
  type BibleTables,
  type EntryRow,
  type FactRow,
  nameKeyOf,
  type RelationRow,
  type RowChange,
  type TableName,
  tableNames,
} from './bible.ts';
import type { UndoRecord, DecisionRow, PlannedWrite } from './decision.ts';

interface EntryQuery {
  readonly kind?: EntryRow['kind'] | undefined;
  readonly status?: EntryRow['status'] | undefined;
  /** The beginning of a name or alias. */
  readonly q?: string | undefined;
  /** The `nameKey` after which the page begins. */
  readonly cursor?: string | undefined;
}

/** The tables of rows that can be proposed, in the order of the list of suggestions. */
export const suggestionTables = ['entries', 'facts', 'relations'] as const satisfies readonly TableName[];
export type SuggestionTable = (typeof suggestionTables)[number];

export type EntryNames = Pick<EntryRow, '_id' | 'kind' | 'name' | 'aliases' | 'tracked' | 'caseSensitive' | 'inPrompt'>;

type Models = ReturnType<typeof bibleModels>;
/** The type used for any of the models where the table does not matter. */
type EntryModel = Models['entries'];

/** Sorts after every text that begins with the same characters. */
const afterAll = '\u{10ffff}';

/** Story bibles by book. Callers check first that the book belongs to the user. */
export class BibleRepository {
  readonly #models: Models;

  constructor(connection: Connection) {
    this.#models = bibleModels(connection);
  }

  /**
   * Entries ordered by name. Names are unique in a book, so the name of the last entry of a page is the cursor of the
   * next one.
   */
  streamEntries(bookId: string, { kind, status, q, cursor }: EntryQuery): AsyncIterable<EntryRow> {
    const prefix = q === undefined ? '' : nameKeyOf(q);
    return this.#models.entries
      .find({
        bookId,
        ...(kind && { kind }),
        ...(status && { status }),
        ...(cursor !== undefined && { nameKey: trusted({ $gt: cursor }) }),
        ...(prefix !== '' && { searchKeys: trusted({ $elemMatch: { $gte: prefix, $lt: prefix + afterAll } }) }),
      })
      .sort({ nameKey: 1 })
      .hint('names')
      .lean<EntryRow[]>()
      .cursor();
  }

  /** All entries of a book: 2,000 at most. */
  listEntries(bookId: string): Promise<EntryRow[]> {
    return this.#models.entries.find({ bookId }).sort({ nameKey: 1 }).hint('names').lean<EntryRow[]>().exec();
  }

  /** All entries of a book as AI may see them. */
  listEntriesWithoutNotes(bookId: string): Promise<Omit<EntryRow, 'notes'>[]> {
    return this.#models.entries
      .find({ bookId }, { notes: 0 })
      .sort({ nameKey: 1 })
      .hint('names')
      .lean<Omit<EntryRow, 'notes'>[]>()
      .exec();
  }

  /** The names of all entries of a book, without what is known about them. */
  listNames(bookId: string): Promise<EntryNames[]> {
    return this.#models.entries
      .find({ bookId }, { kind: 1, name: 1, aliases: 1, tracked: 1, caseSensitive: 1, inPrompt: 1 })
      .hint('names')
      .lean<EntryNames[]>()
      .exec();
  }

  /** Throws 404. */
  async getEntry(bookId: string, id: string): Promise<EntryRow> {
    const row = await this.#models.entries.findOne({ _id: id, bookId }).lean<EntryRow>().exec();
    if (!row) throw new ProblemError('bible.not_found');
    return row;
  }

  listFactsOf(bookId: string, entryIds: readonly string[], session: ClientSession | null = null): Promise<FactRow[]> {
    return this.#models.facts
      .find({ bookId, entryId: trusted({ $in: [...entryIds] }) })
      .session(session)
      .lean<FactRow[]>()
      .exec();
  }

  /** The relations from or to one of the entries. */
  listRelationsOf(
    bookId: string,
    entryIds: readonly string[],
    session: ClientSession | null = null,
  ): Promise<RelationRow[]> {
    const ends = ['fromId', 'toId'].map((end) => ({ bookId, [end]: trusted({ $in: [...entryIds] }) }));
    return this.#models.relations.find({ $or: ends }).session(session).lean<RelationRow[]>().exec();
  }

  /** The facts that the author has written or accepted: 20,000 at most, without their evidence. */
  listConfirmedFacts(bookId: string): Promise<Omit<FactRow, 'evidence'>[]> {
    return this.#models.facts
      .find({ bookId, status: trusted({ $in: ['accepted', 'locked'] }), modality: 'narrated' }, { evidence: 0 })
      .hint('proposals')
      .lean<Omit<FactRow, 'evidence'>[]>()
      .exec();
  }

  /** The relations that the author has written or accepted: 5,000 at most, without their evidence. */
  listConfirmedRelations(bookId: string): Promise<Omit<RelationRow, 'evidence'>[]> {
    return this.#models.relations
      .find({ bookId, status: trusted({ $in: ['accepted', 'locked'] }) }, { evidence: 0 })
      .hint('proposals')
      .lean<Omit<RelationRow, 'evidence'>[]>()
      .exec();
  }

  /** The facts and relations with evidence in one of the chapters. */
  async listRowsWithEvidence(
    bookId: string,
    chapterIds: readonly string[],
  ): Promise<{ facts: FactRow[]; relations: RelationRow[] }> {
    const filter = { bookId, 'evidence.chapterId': trusted({ $in: [...chapterIds] }) };
    const [facts, relations] = await Promise.all([
      this.#models.facts.find(filter).hint('evidence').lean<FactRow[]>().exec(),
      this.#models.relations.find(filter).hint('evidence').lean<RelationRow[]>().exec(),
    ]);
    return { facts, relations };
  }

  /** All rows of a book that refer to an entry as holder, as one who knows, or in a relative date. */
  async listReferencesTo(bookId: string, entryId: string): Promise<{ facts: FactRow[]; entries: EntryRow[] }> {
    const [facts, entries] = await Promise.all([
      this.#models.facts
        .find({ bookId, $or: [{ holderId: entryId }, { knownBy: entryId }] })
        .lean<FactRow[]>()
        .exec(),
      this.#models.entries.find({ bookId, 'when.relativeTo.eventId': entryId }).lean<EntryRow[]>().exec(),
    ]);
    return { facts, entries };
  }

  findRows<T extends TableName>(
    table: T,
    bookId: string,
    ids: readonly string[],
    session: ClientSession | null = null,
  ): Promise<BibleTables[T][]> {
    return this.#modelOf(table)
      .find({ _id: trusted({ $in: [...ids] }), bookId })
      .session(session)
      .lean<BibleTables[T][]>()
      .exec();
  }

  /** The entries that have one of these names. */
  findByNames(bookId: string, nameKeys: readonly string[]): Promise<EntryRow[]> {
    return this.#models.entries
      .find({ bookId, nameKey: trusted({ $in: [...nameKeys] }) })
      .lean<EntryRow[]>()
      .exec();
  }

  count(table: TableName, bookId: string, session: ClientSession | null = null): Promise<number> {
    return this.#modelOf(table).countDocuments({ bookId }).session(session).exec();
  }

  /** What the author has not reviewed in a table, by id. @param after the id after which it begins; '' for all */
  streamProposals<T extends SuggestionTable>(table: T, bookId: string, after: string): AsyncIterable<BibleTables[T]> {
    return this.#modelOf(table)
      .find({ bookId, status: 'proposed', _id: trusted({ $gt: after }) })
      .sort({ _id: 1 })
      .hint('proposals')
      .lean<BibleTables[T][]>()
      .cursor();
  }

  async countAll(bookId: string): Promise<Record<SuggestionTable | 'proposals', number>> {
    const countOf = (filter: object) =>
      Promise.all(
        suggestionTables.map((table) =>
          this.#modelOf(table)
            .countDocuments({ bookId, ...filter })
            .exec(),
        ),
      );
    const [entries = 0, facts = 0, relations = 0] = await countOf({});
    const proposed = await countOf({ status: 'proposed' });
    return { entries, facts, relations, proposals: proposed.reduce((sum, count) => sum + count, 0) };
  }

  /** How many entries the author has written or accepted. */
  countConfirmedEntries(bookId: string): Promise<number> {
    return this.#models.entries.countDocuments({ bookId, status: trusted({ $in: ['accepted', 'locked'] }) }).exec();
  }

  countFactsOf(bookId: string, entryId: string, session: ClientSession): Promise<number> {
    return this.#models.facts.countDocuments({ bookId, entryId }).session(session).exec();
  }

  async countRelationsOf(bookId: string, entryId: string, session: ClientSession): Promise<number> {
    const [from, to] = [
      await this.#models.relations.countDocuments({ bookId, fromId: entryId }).session(session).exec(),
      await this.#models.relations.countDocuments({ bookId, toId: entryId }).session(session).exec(),
    ];
    return from + to;
  }

  /** Writes a decision. Returns false when a row was changed since it was read. */
  async write({ changes, decision, undoRecords }: PlannedWrite, session: ClientSession): Promise<boolean> {
    if (!(await this.writeRows(changes, session))) return false;
    await this.#models.decisions.create([decision], { session });
    await this.#models.undoRecords.insertMany(undoRecords, { session });
    return true;
  }

  /** Returns false when a row was changed since it was read. */
  async writeRows(changes: readonly RowChange[], session: ClientSession): Promise<boolean> {
    for (const table of tableNames) {
      const ofTable = changes.filter((change) => change.table === table);
      if (ofTable.length === 0) continue;
      const { insertedCount, matchedCount, deletedCount } = await this.#modelOf(table).bulkWrite(
        ofTable.map(toBulkWrite) as never[],
        { session, ordered: true },
      );
      if (insertedCount + matchedCount + deletedCount !== ofTable.length) return false;
    }
    return true;
  }

  findDecision(bookId: string, id: string): Promise<DecisionRow | null> {
    return this.#models.decisions.findOne({ _id: id, bookId }).lean<DecisionRow>().exec();
  }

  listUndoRecords(decisionId: string): Promise<UndoRecord[]> {
    return this.#models.undoRecords.find({ decisionId }).lean<UndoRecord[]>().exec();
  }

  /** Decisions that were made before `before`, oldest first. */
  listDecisionsBefore(before: Date, limit: number): Promise<DecisionRow[]> {
    return this.#models.decisions
      .find({ at: trusted({ $lt: before }) })
      .sort({ at: 1 })
      .limit(limit)
      .lean<DecisionRow[]>()
      .exec();
  }

  /** Returns false when it was already deleted. */
  async deleteDecision(id: string, session: ClientSession): Promise<boolean> {
    await this.#models.undoRecords.deleteMany({ decisionId: id }, { session }).exec();
    return (await this.#models.decisions.deleteOne({ _id: id }, { session }).exec()).deletedCount === 1;
  }

  async deleteByBook(bookId: string, session: ClientSession): Promise<void> {
    for (const model of this.#all()) await model.deleteMany({ bookId }, { session }).exec();
  }

  async eraseUser(userId: string, limit: number): Promise<number> {
    let erased = 0;
    for (const model of this.#all()) {
      const rows = model.collection as unknown as Collection<EntryRow>;
      if (erased < limit) erased += await deleteUpTo(rows, { userId }, limit - erased);
    }
    return erased;
  }

  #all() {
    return Object.values(this.#models) as unknown as EntryModel[];
  }

  #modelOf(table: TableName) {
    return this.#models[table] as unknown as EntryModel;
  }
}

/** Updates and deletes a row only in the revision that was read. */
function toBulkWrite({ id, before, after }: RowChange): object {
  if (before === null) return { insertOne: { document: after } };
  const filter = { _id: id, rev: before.rev };
  return after === null ? { deleteOne: { filter } } : { replaceOne: { filter, replacement: after } };
}
