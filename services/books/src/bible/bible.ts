import { createHash } from 'node:crypto';
import type { EntryFields, FactFields, RelationFields } from '@inkbear/contracts/bible/bible';
import type { BibleEntry, BibleFact } from '@inkbear/contracts/bible/entry';
import { rowOverheadBytes } from '@inkbear/manuscript-store/change';

interface Row {
  _id: string;
  bookId: string;
  userId: string;
  /** Incremented with every write, also when an undo restores the row. */
  rev: number;
  /** How many of these writes were made by extraction from chapters, which an undo ignores. A stored name. */
  readingWrites?: number;
  /** Bytes that count against the owner's quota. */
  storedBytes: number;
}

/** Whether the author has reviewed a row, and who found it. */
interface ReviewState {
  status: BibleEntry['status'];
  source: BibleEntry['source'];
}

/**
 * An entry of a story bible. Ids of other rows in its fields, and in those of facts, may be of rows that were deleted;
 * readers ignore them.
 */
export interface EntryRow extends Row, EntryFields, ReviewState {
  /** The normalised name: see `nameKeyOf`. Unique in a book. */
  nameKey: string;
  /** The normalised name and aliases, for the search. */
  searchKeys: string[];
  /** Only of an entry that the software proposed: the chapters that mention it. Without any, it is withdrawn. Stored name. */
  seenIn?: string[];
}
export interface FactRow extends Row, FactFields, ReviewState {
  entryId: string;
  evidence: BibleFact['evidence'];
}
export interface RelationRow extends Row, RelationFields, ReviewState {
  fromId: string;
  evidence: BibleFact['evidence'];
}
/** What the author dismissed and the software must not propose again. Its id is `<bookId>:<hash>`. */
export type DismissalRow = Row;

/** The revision of a row without the writes of extractions: only writes of the author change it. */
export const authorRevOf = ({ rev, readingWrites = 0 }: Row): number => rev - readingWrites;

/** The tables of a story bible and their rows. */
export interface BibleTables {
  entries: EntryRow;
  facts: FactRow;
  relations: RelationRow;
  dismissals: DismissalRow;
}
export type TableName = keyof BibleTables;
export const tableNames = ['entries', 'facts', 'relations', 'dismissals'] as const satisfies readonly TableName[];

/** A row with the name of its table. */
export type RowOf<T extends TableName> = { [K in T]: { readonly table: K; readonly row: BibleTables[K] } }[T];

/** The fields of a row that refer to the entries to which it belongs. */
type RowWithParents =
  | { readonly table: 'facts'; readonly row: Pick<FactRow, 'entryId'> }
  | { readonly table: 'relations'; readonly row: Pick<RelationRow, 'fromId' | 'toId'> }
  | { readonly table: 'entries' };

/** The ids of the entries to which a fact or a relation belongs. */
export function entryIdsOf(owned: RowWithParents): readonly string[] {
  if (owned.table === 'facts') return [owned.row.entryId];
  return owned.table === 'relations' ? [owned.row.fromId, owned.row.toId] : [];
}

type ChangeOf<T extends TableName> = {
  readonly table: T;
  readonly id: string;
  /** Null for a new row. */
  readonly before: BibleTables[T] | null;
  /** Null for a row that is deleted. `rev` and `storedBytes` are set when the change is written. */
  readonly after: BibleTables[T] | null;
};
/** A change of one row. */
export type RowChange = { [T in TableName]: ChangeOf<T> }[TableName];

/** The rows without repetitions. */
export const uniqueRows = <R extends { readonly _id: string }>(rows: readonly R[]): R[] => [
  ...new Map(rows.map((row) => [row._id, row])).values(),
];

/** A row before it is written. */
export type NewRow<R extends Row> = Omit<R, 'rev' | 'storedBytes'>;

const unwritten = { rev: 0, storedBytes: 0 } as const;

export const insertRow = <T extends TableName>(table: T, row: NewRow<BibleTables[T]>): RowChange =>
  ({ table, id: row._id, before: null, after: { ...row, ...unwritten } }) as unknown as RowChange;

export const updateRow = <T extends TableName>(
  table: T,
  before: BibleTables[T],
  fields: Partial<BibleTables[T]>,
): RowChange => ({ table, id: before._id, before, after: { ...before, ...fields } }) as unknown as RowChange;

/** Replaces all fields: those that `after` leaves out are removed. */
export const replaceRow = <T extends TableName>(
  table: T,
  before: BibleTables[T],
  after: NewRow<BibleTables[T]>,
): RowChange => ({ table, id: before._id, before, after: { ...after, ...unwritten } }) as unknown as RowChange;

export const deleteRow = <T extends TableName>(table: T, before: BibleTables[T]): RowChange =>
  ({ table, id: before._id, before, after: null }) as unknown as RowChange;

/** Names are equal when they differ only in case, in how accents are encoded, and in white space. */
export const nameKeyOf = (name: string): string => name.normalize('NFC').toLowerCase().split(/\s+/).join(' ').trim();

/** Default fields of an extracted entry; the caller adds kind and name. */
export const extractedEntryDefaults = {
  aliases: [],
  summary: '',
  notes: '',
  tracked: true,
  caseSensitive: false,
  inPrompt: 'auto',
} as const satisfies Partial<EntryFields>;

/** The fields of an entry with well-formed texts, and its keys for lookup and search. */
export const toEntryFields = (sent: EntryFields): EntryFields & Pick<EntryRow, 'nameKey' | 'searchKeys'> => {
  const name = sent.name.toWellFormed();
  const aliases = [...new Set(sent.aliases.map((alias) => alias.toWellFormed()))].filter(
    (alias) => alias !== '' && alias !== name,
  );
  return {
    ...sent,
    name,
    aliases,
    summary: sent.summary.toWellFormed(),
    notes: sent.notes.toWellFormed(),
    nameKey: nameKeyOf(name),
    searchKeys: [...new Set([name, ...aliases].map(nameKeyOf))],
  };
};

/** The start of a fact after its evidence was moved. A start at the position of a piece of evidence moves with it. */
export function moveStartWithEvidence(
  { since, evidence: before }: Pick<FactRow, 'since' | 'evidence'>,
  evidence: FactRow['evidence'],
): FactRow['since'] {
  const index = before.findIndex((each) => each.chapterId === since?.chapterId && each.from === since.at);
  const moved = evidence[index];
  return moved ? { chapterId: moved.chapterId, at: moved.from } : since;
}

/** Bytes of a row's texts and lists. */
export const bytesOfRow = (row: object): number => rowOverheadBytes + Buffer.byteLength(JSON.stringify(row));

/** Values are equal when they differ only in case, in how accents are encoded, and in white space. */
export const areEqualValues = (one: string, other: string): boolean => nameKeyOf(one) === nameKeyOf(other);

/** Identifies what was dismissed: an entry by kind and name, a fact or a relation also by what it says. */
const dismissalId = (bookId: string, parts: readonly string[]): string =>
  `${bookId}:${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;

/** The id of the dismissal of an entry. */
export const dismissalOfEntry = ({ bookId, kind, nameKey }: Pick<EntryRow, 'bookId' | 'kind' | 'nameKey'>): string =>
  dismissalId(bookId, [kind, nameKey]);

/** The id of the dismissal of a fact. @param name the `nameKey` of its entry */
export const dismissalOfFact = (
  name: string,
  { bookId, attribute, value }: Pick<FactRow, 'bookId' | 'attribute' | 'value'>,
): string => dismissalId(bookId, ['fact', name, attribute, nameKeyOf(value)]);

/** The id of the dismissal of a relation. @param names the `nameKey`s of its two entries */
export const dismissalOfRelation = (
  [from, to]: readonly [string, string],
  { bookId, type }: Pick<RelationRow, 'bookId' | 'type'>,
): string => dismissalId(bookId, ['relation', from, to, nameKeyOf(type)]);
