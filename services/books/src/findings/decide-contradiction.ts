import type { Evidence, StoryPoint } from '@inkbear/contracts/bible/entry';
import type { ContradictionDecision, StoryFinding } from '@inkbear/contracts/bible/finding';
import {
  areEqualValues,
  deleteRow,
  dismissalOfFact,
  type EntryRow,
  type FactRow,
  foundEntry,
  insertRow,
  nameKeyOf,
  type NewRow,
  type RowChange,
  toEntryFields,
  updateRow,
} from '../bible/bible.ts';
import { type BibleDeps, type BibleOf, writeBible } from '../bible/write-bible.ts';
import { statusAfterEdit } from '../bible/write-entry.ts';
import { invalid, requireChapters } from '../bible/write-fact.ts';
import type { FindingRepository } from './finding.repository.ts';

export interface ContradictionDeps extends BibleDeps {
  readonly findings: FindingRepository;
}

interface DecisionRequest extends BibleOf {
  readonly findingId: string;
  readonly decision: ContradictionDecision;
}

type Values = NonNullable<StoryFinding['contradiction']>;
type Place = StoryFinding['places'][number];

/**
 * Writes to the story bible which of two contradicting values is right. A change that the author meant is not listed any
 * more. Returns the id of the decision.
 *
 * Throws 404 for an unknown finding or one in a deleted chapter, and 400 for one that has no values.
 */
export async function decideContradiction(
  deps: ContradictionDeps,
  { findingId, decision, ...of }: DecisionRequest,
): Promise<string> {
  const { books, bible, findings, newId } = deps;
  await books.getLive(of.bookId, of.userId);
  const { contradiction, places } = await findings.get(of.bookId, findingId);
  const [first, second] = places;
  if (!contradiction || !first || !second)
    throw invalid('decision', 'This finding has no two values of which one could be right.');
  await requireChapters(deps, of.bookId, [startOf(first), startOf(second)]);
  const decisionId = await writeBible(deps, of, 'create', async () => {
    const entry = findEntry(await bible.listEntries(of.bookId), contradiction);
    const facts = entry ? await bible.listFactsOf(of.bookId, [entry._id]) : [];
    const dismissed = entry
      ? await bible.findRows('dismissals', of.bookId, [secondDismissal(entry, of.bookId, contradiction)])
      : [];
    const known = { entry, facts, isSecondDismissed: dismissed.length > 0 };
    return decideValues(known, { contradiction, places: [first, second], decision }, { ...of, newId });
  });
  if (decision === 'changed-here') await findings.setDecided(of.bookId, findingId);
  return decisionId;
}

const startOf = ({ chapterId, from }: Place): StoryPoint => ({ chapterId, at: from });

/** The entry with this name, else the only one with this alias. */
function findEntry(entries: readonly EntryRow[], { name }: Values): EntryRow | null {
  const key = nameKeyOf(name);
  const named = entries.find(({ nameKey }) => nameKey === key);
  const [alias, other] = entries.filter(({ searchKeys }) => searchKeys.includes(key));
  return named ?? (other ? null : (alias ?? null));
}

const secondDismissal = ({ nameKey }: Pick<EntryRow, 'nameKey'>, bookId: string, { attribute, second }: Values) =>
  dismissalOfFact(nameKey, { bookId, attribute, value: second });

/** What the story bible knows about the entry of a contradiction. */
export interface KnownValues {
  /** Null when the story bible has none with this name. */
  readonly entry: EntryRow | null;
  readonly facts: readonly FactRow[];
  /** Whether the second value was dismissed before. */
  readonly isSecondDismissed: boolean;
}

interface DecidedValues {
  readonly contradiction: Values;
  readonly places: readonly [Place, Place];
  readonly decision: ContradictionDecision;
}

interface WriteContext extends BibleOf {
  readonly newId: () => string;
}

/**
 * Decides what is written: the first value with its passage, and either the second one, which begins at its passage and
 * ends what was valid there, or that it is not to be proposed.
 */
export function decideValues(known: KnownValues, decided: DecidedValues, context: WriteContext): RowChange[] {
  const { contradiction, places, decision } = decided;
  const { bookId, userId, newId } = context;
  const owner = ownerOf(known.entry, contradiction, context);
  // A fact that ended is another period of the story.
  const factOf = (value: string): FactRow | undefined =>
    known.facts.find(
      (fact) =>
        fact.attribute === contradiction.attribute &&
        fact.modality === 'narrated' &&
        fact.until === null &&
        areEqualValues(fact.value, value),
    );
  const write = (value: string, place: Place, fields: Partial<FactRow>): RowChange & { table: 'facts' } => {
    const fact = factOf(value);
    const change = fact
      ? updateRow('facts', fact, { status: statusAfterEdit(fact), ...fields })
      : insertRow('facts', {
          ...newFact,
          _id: newId(),
          bookId,
          userId,
          entryId: owner.id,
          attribute: contradiction.attribute,
          value,
          evidence: [toEvidence(place)],
          ...fields,
        });
    return change as RowChange & { table: 'facts' };
  };
  const [first, second] = places;
  if (decision === 'first-is-right')
    return [...owner.changes, write(contradiction.first, first, {}), ...dismissSecond(known, owner, decided, context)];
  const since = startOf(second);
  const older = write(contradiction.first, first, { until: since });
  return [...owner.changes, older, write(contradiction.second, second, { since, until: null, replaces: older.id })];
}

const newFact = {
  since: null,
  until: null,
  modality: 'narrated',
  knownBy: null,
  status: 'accepted',
  source: 'author',
} as const satisfies Partial<NewRow<FactRow>>;

const toEvidence = ({ quote, from, ...place }: Place): Evidence => ({
  ...place,
  from,
  to: from + quote.length,
  quote,
  state: 'found',
});

interface Owner {
  readonly id: string;
  readonly nameKey: string;
  /** Adds the entry, or accepts it. */
  readonly changes: readonly RowChange[];
}

function ownerOf(entry: EntryRow | null, { name, kind }: Values, { bookId, userId, newId }: WriteContext): Owner {
  if (entry) {
    const changes = entry.status === 'proposed' ? [updateRow('entries', entry, { status: 'accepted' })] : [];
    return { id: entry._id, nameKey: entry.nameKey, changes };
  }
  const fields = toEntryFields({ ...foundEntry, name, kind });
  const row = { _id: newId(), bookId, userId, ...fields, status: 'accepted', source: 'author' } as const;
  return { id: row._id, nameKey: row.nameKey, changes: [insertRow('entries', row)] };
}

/** The second value is not proposed again, and a proposal of it goes. */
function dismissSecond(
  { facts, isSecondDismissed }: KnownValues,
  { nameKey }: Owner,
  { contradiction }: DecidedValues,
  { bookId, userId }: WriteContext,
): RowChange[] {
  const { attribute, second } = contradiction;
  const proposed = facts.filter(
    (fact) => fact.attribute === attribute && fact.status === 'proposed' && areEqualValues(fact.value, second),
  );
  const _id = secondDismissal({ nameKey }, bookId, contradiction);
  return [
    ...proposed.map((fact) => deleteRow('facts', fact)),
    ...(isSecondDismissed ? [] : [insertRow('dismissals', { _id, bookId, userId })]),
  ];
}
