import { attributes } from '@inkbear/contracts/bible/attributes';
import { bibleLimits, type Evidence } from '@inkbear/contracts/bible/entry';
import { areSameValues } from '@inkbear/story-analysis/extract/normalise-values';
import {
  type EntryRow,
  type FactRow,
  extractedEntryDefaults,
  nameKeyOf,
  type NewRow,
  type RelationRow,
  toEntryFields,
} from '../bible/bible.ts';
import type { ExtractedFact } from './extract-from-chapters.ts';

/** A row with the fields that are set when it is written, or without them. */
type Row<R extends EntryRow | FactRow | RelationRow> = R | NewRow<R>;

/** A fact or a relation. */
export type Statement =
  | { readonly table: 'facts'; readonly row: Row<FactRow> }
  | { readonly table: 'relations'; readonly row: Row<RelationRow> };

/** The rows of the story bible that an extraction needs. */
export interface BibleRows {
  readonly entries: readonly EntryRow[];
  /** At least those with evidence in the chapters, and all of the entries that the chapters say something about. */
  readonly facts: readonly FactRow[];
  readonly relations: readonly RelationRow[];
  /** How many rows the story bible has. */
  readonly counts: Readonly<Record<'entries' | 'facts' | 'relations', number>>;
}

export const statementsOf = ({ facts, relations }: Pick<BibleRows, 'facts' | 'relations'>) => [
  ...facts.map((row) => ({ table: 'facts', row }) as const),
  ...relations.map((row) => ({ table: 'relations', row }) as const),
];

export interface ExtractedChapter {
  readonly id: string;
  readonly rev: number;
}

export interface SuggestionContext {
  readonly bookId: string;
  readonly userId: string;
  readonly newId: () => string;
  /** Who found it. */
  readonly source: 'local' | 'provider';
}

/** What was found in chapters. */
export interface FoundRows {
  readonly names: readonly FoundEntry[];
  readonly facts: readonly ExtractedFact[];
}

interface FoundEntry {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly kind: EntryRow['kind'] | 'unknown';
  /** The indexes of the chapters that have it. */
  readonly chapters: readonly number[];
}

/** What chapters add to a story bible. */
export interface Suggestions {
  readonly entries: readonly NewRow<EntryRow>[];
  /** New facts and relations, of known entries and of new ones. */
  readonly statements: readonly Statement[];
  /** More evidence of known facts and relations, by their ids. */
  readonly newEvidence: ReadonlyMap<string, readonly Evidence[]>;
}

const attributesByKey = new Map(attributes.map((attribute) => [attribute.key, attribute]));

/**
 * Decides what the names and facts of chapters add to what is known.
 * @param known all entries, and at least the facts and relations of those that the chapters say something about
 */
export function proposeRows(
  known: Pick<BibleRows, 'entries' | 'facts' | 'relations'>,
  chapters: readonly ExtractedChapter[],
  finds: FoundRows,
  context: SuggestionContext,
): Suggestions {
  const { entries, entryOf } = proposeEntries(known.entries, chapters, finds, context);
  const byKey = new Map<string, Statement[]>();
  for (const statement of statementsOf(known)) addByKey(byKey, statement);
  const newEvidence = new Map<string, Evidence[]>();
  const statements: Statement[] = [];
  for (const fact of finds.facts) {
    const statement = toStatement(fact, chapters, entryOf, context);
    if (!statement) continue;
    const same = byKey.get(keyOf(statement))?.find((other) => isSame(statement, other));
    if (same) {
      newEvidence.set(same.row._id, [...(newEvidence.get(same.row._id) ?? []), ...statement.row.evidence]);
      continue;
    }
    statements.push(statement);
    addByKey(byKey, statement);
  }
  return { entries, statements: statements.map((statement) => withEvidence(statement, newEvidence)), newEvidence };
}

function addByKey(byKey: Map<string, Statement[]>, statement: Statement): void {
  byKey.set(keyOf(statement), [...(byKey.get(keyOf(statement)) ?? []), statement]);
}

const keyOf = ({ table, row }: Statement): string =>
  table === 'facts' ? `${row.entryId} ${row.attribute}` : `${row.fromId} ${row.toId} ${nameKeyOf(row.type)}`;

/** Whether two statements with the same key say the same. */
function isSame(one: Statement, other: Statement): boolean {
  if (one.table !== 'facts' || other.table !== 'facts') return one.table === other.table;
  const normaliser = attributesByKey.get(one.row.attribute)?.normaliser ?? 'text';
  return areSameValues(normaliser === 'entry' ? 'text' : normaliser, one.row.value, other.row.value);
}

/** A new statement with the evidence that was found for it later in the chapters. */
function withEvidence(statement: Statement, newEvidence: ReadonlyMap<string, readonly Evidence[]>): Statement {
  const evidence = [...statement.row.evidence, ...(newEvidence.get(statement.row._id) ?? [])];
  return { ...statement, row: { ...statement.row, evidence: evidence.slice(0, bibleLimits.evidence) } } as Statement;
}

type AnyEntry = Row<EntryRow>;

/** The new entries, and a lookup of entries by the names that the chapters use. */
function proposeEntries(
  known: readonly EntryRow[],
  chapters: readonly ExtractedChapter[],
  { names, facts }: FoundRows,
  context: SuggestionContext,
) {
  const byName = entriesByName(known);
  const entries: NewRow<EntryRow>[] = [];
  for (const found of names) {
    const kind = found.kind === 'unknown' ? kindByFacts(found.name, facts) : found.kind;
    if (!kind || found.name.length > bibleLimits.name || byName.has(nameKeyOf(found.name))) continue;
    const { bookId, userId, newId, source } = context;
    const aliases = found.aliases.filter(({ length }) => length <= bibleLimits.name).slice(0, bibleLimits.aliases);
    const entry: NewRow<EntryRow> = {
      _id: newId(),
      bookId,
      userId,
      ...toEntryFields({ ...extractedEntryDefaults, kind, name: found.name, aliases }),
      status: 'proposed',
      source,
      seenIn: found.chapters.flatMap((chapter) => chapters[chapter]?.id ?? []).slice(0, seenInMax),
    };
    entries.push(entry);
    byName.set(entry.nameKey, entry);
  }
  // A known name comes first, because a suggestion may turn out to be dismissed.
  const byKnownName = entriesByName(known);
  const byNewName = entriesByName(entries);
  const entryOf = (name: string): AnyEntry | undefined =>
    byKnownName.get(nameKeyOf(name)) ?? byNewName.get(nameKeyOf(name));
  return { entries, entryOf };
}

/** Entries by name, and by the aliases that only one of them has. */
function entriesByName(known: readonly AnyEntry[]): Map<string, AnyEntry> {
  const byKey = Map.groupBy(
    known.flatMap((entry) => entry.searchKeys.map((key) => ({ key, entry }))),
    ({ key }) => key,
  );
  const only = [...byKey].flatMap(([key, [first, second]]) => (first && !second ? [[key, first.entry] as const] : []));
  return new Map([...only, ...known.map((entry) => [entry.nameKey, entry] as const)]);
}

/** How many of the chapters that name a proposed entry are stored. */
export const seenInMax = 20;

/** The kind of a name of unknown kind, if one of its facts has an attribute that only one kind of entry can have. */
function kindByFacts(name: string, facts: readonly ExtractedFact[]): EntryRow['kind'] | null {
  for (const fact of facts) {
    const kinds = fact.name === name ? (attributesByKey.get(fact.attribute)?.kinds ?? []) : [];
    if (kinds.length === 1) return kinds[0] ?? null;
  }
  return null;
}

/** The fact or relation that a sentence states; null when it is of a name without an entry. */
function toStatement(
  { name, attribute, value, modality, chapter, from, to, quote }: ExtractedFact,
  chapters: readonly ExtractedChapter[],
  entryOf: (name: string) => AnyEntry | undefined,
  { bookId, userId, newId, source }: SuggestionContext,
): Statement | null {
  const [entry, rule, extracted] = [entryOf(name), attributesByKey.get(attribute), chapters[chapter]];
  if (!entry || !rule?.kinds.includes(entry.kind) || !extracted || value.length > bibleLimits.value) return null;
  const evidence: Evidence[] = [
    { chapterId: extracted.id, rev: extracted.rev, from, to, quote: quote.slice(0, bibleLimits.quote), state: 'found' },
  ];
  const row = { _id: newId(), bookId, userId, until: null, evidence, status: 'proposed', source } as const;
  if (rule.normaliser === 'entry') {
    const other = entryOf(value);
    if (!other || other._id === entry._id) return null;
    return { table: 'relations', row: { ...row, since: null, fromId: entry._id, toId: other._id, type: attribute } };
  }
  // A value that may change is valid from the passage that states it.
  const since = rule.change === 'never' || rule.values === 'many' ? null : { chapterId: extracted.id, at: from };
  return { table: 'facts', row: { ...row, since, entryId: entry._id, attribute, value, modality, knownBy: null } };
}
