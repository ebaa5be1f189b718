import { attributes } from '@inkbear/contracts/bible/attributes';
import { bibleLimits, type Evidence, type StoryPoint } from '@inkbear/contracts/bible/entry';
import type { ContradictionDecision, StoryFinding } from '@inkbear/contracts/bible/finding';
import { ProblemError } from '@inkbear/service-kit/problem';
import { findNearest } from '@inkbear/story-analysis/evidence/move-evidence';
import { areSameValues } from '@inkbear/story-analysis/extract/normalise-values';
import {
  deleteRow,
  dismissalOfFact,
  type EntryRow,
  type FactRow,
  extractedEntryDefaults,
  insertRow,
  nameKeyOf,
  type NewRow,
  type RowChange,
  toEntryFields,
  updateRow,
} from '../bible/bible.ts';
import { type BibleDeps, type BibleRef, writeBible } from '../bible/write-bible.ts';
import { requireUnlocked, statusAfterEdit } from '../bible/write-entry.ts';
import { invalid } from '../bible/write-fact.ts';
import type { FindingRepository } from './finding.repository.ts';

export interface ContradictionDeps extends BibleDeps {
  readonly findings: FindingRepository;
}

interface DecisionRequest extends BibleRef {
  readonly findingId: string;
  readonly decision: ContradictionDecision;
}

type Values = NonNullable<StoryFinding['contradiction']>;
type Passage = StoryFinding['places'][number];

/**
 * Writes to the story bible which of two contradicting values is right. After `changed-here` the finding is no longer
 * listed. Returns the id of the decision.
 *
 * Throws 404 for an unknown finding or when its words are gone, 400 for one that has no values, and 409 when the value
 * that would be deleted is a locked fact.
 */
export async function resolveContradiction(
  deps: ContradictionDeps,
  { findingId, decision, ...bibleRef }: DecisionRequest,
): Promise<string> {
  const { books, chapters, bible, findings, clock, newId } = deps;
  await books.getLive(bibleRef.bookId, bibleRef.userId);
  const { contradiction, places } = await findings.get(bibleRef.bookId, findingId);
  const [first, second] = places;
  if (!contradiction || !first || !second) throw invalid('decision', 'This finding does not compare two values.');
  const order = new Map((await chapters.listLive(bibleRef.bookId)).map(({ _id }, index) => [_id, index]));
  const decide = async (): Promise<RowChange[]> => {
    const evidence = await locatePassages(deps, bibleRef.bookId, [first, second]);
    const entry = findEntry(await bible.listEntries(bibleRef.bookId), contradiction);
    const facts = entry ? await bible.listFactsOf(bibleRef.bookId, [entry._id]) : [];
    const subject = subjectEntryOf(entry, contradiction, { ...bibleRef, newId });
    const dismissal = dismissalOfSecond(subject, bibleRef.bookId, contradiction);
    const isDismissed = (await bible.findRows('dismissals', bibleRef.bookId, [dismissal])).length > 0;
    const known = { subject, facts, dismissal: isDismissed ? null : dismissal, order };
    return decision === 'first-is-right'
      ? acceptFirstValue(known, { contradiction, evidence }, { ...bibleRef, newId })
      : recordValueChange(known, { contradiction, evidence }, { ...bibleRef, newId });
  };
  return await writeBible(deps, bibleRef, 'create', decide, async (session, decisionId) => {
    if (decision === 'changed-here')
      await findings.setDecision({ bookId: bibleRef.bookId, findingId }, { id: decisionId, at: clock.now() }, session);
  });
}

/** The two passages at their present positions. Throws 404 when one of them is gone. */
async function locatePassages(
  { chapters }: Pick<ContradictionDeps, 'chapters'>,
  bookId: string,
  passages: readonly [Passage, Passage],
): Promise<readonly [Evidence, Evidence]> {
  const texts = new Map<string, { readonly rev: number; readonly content: string }>();
  const ids = [...new Set(passages.map(({ chapterId }) => chapterId))];
  for await (const { _id, rev, content } of chapters.streamChaptersById(bookId, ids)) texts.set(_id, { rev, content });
  const [first, second] = passages.map(({ chapterId, from, quote }): Evidence => {
    const chapter = texts.get(chapterId);
    const at = chapter ? findNearest(chapter.content, quote, from) : null;
    if (!chapter || at === null) throw new ProblemError('findings.not_found');
    return { chapterId, rev: chapter.rev, from: at, to: at + quote.length, quote, state: 'found' };
  });
  return [first, second] as [Evidence, Evidence];
}

/** The entry with this name; otherwise the only entry that has this name, or one of the aliases, among its names. */
export function findEntry(entries: readonly EntryRow[], { name, aliases }: Values): EntryRow | null {
  const key = nameKeyOf(name);
  const keys = new Set([name, ...aliases].map(nameKeyOf));
  const [only, other] = entries.filter(({ searchKeys }) => searchKeys.some((each) => keys.has(each)));
  return entries.find(({ nameKey }) => nameKey === key) ?? (other ? null : (only ?? null));
}

const dismissalOfSecond = ({ nameKey }: SubjectEntry, bookId: string, { attribute, second }: Values): string =>
  dismissalOfFact(nameKey, { bookId, attribute, value: second });

interface WriteContext extends BibleRef {
  readonly newId: () => string;
}

/** The entry of a contradiction. */
interface SubjectEntry {
  readonly id: string;
  readonly nameKey: string;
  /** Adds the entry, or accepts it. */
  readonly changes: readonly RowChange[];
}

/** What the story bible knows about the entry. */
export interface KnownValues {
  readonly subject: SubjectEntry;
  readonly facts: readonly FactRow[];
  /** The id of the dismissal of the second value; null when it was dismissed before. */
  readonly dismissal: string | null;
  /** The position of each chapter in the book. */
  readonly order: ReadonlyMap<string, number>;
}

interface LocatedContradiction {
  readonly contradiction: Values;
  /** The passages of the two values. */
  readonly evidence: readonly [Evidence, Evidence];
}

function subjectEntryOf(
  entry: EntryRow | null,
  { name, kind, aliases, attribute }: Values,
  { bookId, userId, newId }: WriteContext,
): SubjectEntry {
  if (entry && !attributes.find(({ key }) => key === attribute)?.kinds.includes(entry.kind))
    throw invalid('decision', `“${entry.name}” is an entry of another kind, to which this attribute does not apply.`);
  if (entry) {
    const changes = entry.status === 'proposed' ? [updateRow('entries', entry, { status: 'accepted' })] : [];
    return { id: entry._id, nameKey: entry.nameKey, changes };
  }
  const fields = toEntryFields({ ...extractedEntryDefaults, name, kind, aliases });
  const row = { _id: newId(), bookId, userId, ...fields, status: 'accepted', source: 'author' } as const;
  return { id: row._id, nameKey: row.nameKey, changes: [insertRow('entries', row)] };
}

/** The narrated facts of the attribute without an end. A fact that ended is about another period of the story. */
const currentFacts = ({ facts }: KnownValues, { attribute }: Values): FactRow[] =>
  facts.filter((fact) => fact.attribute === attribute && fact.modality === 'narrated' && fact.until === null);

function isSame(attribute: string, one: string, other: string): boolean {
  const normaliser = attributes.find(({ key }) => key === attribute)?.normaliser ?? 'text';
  return areSameValues(normaliser === 'entry' ? 'text' : normaliser, one, other);
}

/** The first value is accepted; the second one is deleted and not proposed again. */
export function acceptFirstValue(
  known: KnownValues,
  { contradiction, evidence: [firstEvidence] }: LocatedContradiction,
  context: WriteContext,
): RowChange[] {
  const { attribute, first, second } = contradiction;
  const current = currentFacts(known, contradiction);
  const right = current.find(({ value }) => isSame(attribute, value, first));
  const wrong = current.filter(({ value }) => isSame(attribute, value, second));
  for (const fact of wrong) requireUnlocked(fact);
  const { bookId, userId } = context;
  return [
    ...known.subject.changes,
    writeFact(
      right,
      { ...contradiction, value: first, evidence: firstEvidence, entryId: known.subject.id },
      {},
      context,
    ),
    ...wrong.map((fact) => deleteRow('facts', fact)),
    ...(known.dismissal === null ? [] : [insertRow('dismissals', { _id: known.dismissal, bookId, userId })]),
  ];
}

/** The second value begins at its passage, and the values that were valid there end. */
export function recordValueChange(
  known: KnownValues,
  { contradiction, evidence: [firstEvidence, secondEvidence] }: LocatedContradiction,
  context: WriteContext,
): RowChange[] {
  const { attribute, first, second } = contradiction;
  const since: StoryPoint = { chapterId: secondEvidence.chapterId, at: secondEvidence.from };
  const isLater = (point: StoryPoint | null): point is StoryPoint =>
    point !== null && comparePoints(known.order, point, since) > 0;
  const current = currentFacts(known, contradiction);
  /** Facts with another value that are valid at the passage of the second one. */
  const validHere = current.filter((fact) => !isSame(attribute, fact.value, second) && !isLater(fact.since));
  const firstFact = validHere.find(({ value }) => isSame(attribute, value, first));
  const common = { ...contradiction, entryId: known.subject.id };
  const firstChange = writeFact(
    firstFact,
    { ...common, value: first, evidence: firstEvidence },
    { until: since },
    context,
  );
  const later = current.flatMap((fact) => (isLater(fact.since) ? [fact.since] : []));
  const [until = null] = later.toSorted((one, other) => comparePoints(known.order, one, other));
  const secondFact = current.find((fact) => isSame(attribute, fact.value, second) && !isLater(fact.since));
  return [
    ...known.subject.changes,
    firstChange,
    ...validHere
      .filter((fact) => fact !== firstFact && fact.status !== 'proposed')
      .map((fact) => updateRow('facts', fact, { until: since })),
    writeFact(
      secondFact,
      { ...common, value: second, evidence: secondEvidence },
      { since, until, replaces: firstChange.id },
      context,
    ),
  ];
}

/** In reading order. A point in a deleted chapter is before all others. */
function comparePoints(order: KnownValues['order'], one: StoryPoint, other: StoryPoint): number {
  return (order.get(one.chapterId) ?? -1) - (order.get(other.chapterId) ?? -1) || one.at - other.at;
}

interface WrittenFact {
  readonly entryId: string;
  readonly attribute: string;
  readonly value: string;
  readonly evidence: Evidence;
}

/** Accepts a fact with its passage, or adds it. */
function writeFact(
  fact: FactRow | undefined,
  { entryId, attribute, value, evidence: added }: WrittenFact,
  fields: Partial<FactRow>,
  { bookId, userId, newId }: WriteContext,
): RowChange {
  if (fact) {
    const isKnown = fact.evidence.some(({ chapterId, from }) => chapterId === added.chapterId && from === added.from);
    const kept = fact.evidence.slice(0, bibleLimits.evidence - 1);
    const evidence = isKnown ? fact.evidence : [...kept, added];
    return updateRow('facts', fact, { status: statusAfterEdit(fact), evidence, ...fields });
  }
  return insertRow('facts', {
    ...newFact,
    _id: newId(),
    bookId,
    userId,
    entryId,
    attribute,
    value,
    evidence: [added],
    ...fields,
  });
}

const newFact = {
  since: null,
  until: null,
  modality: 'narrated',
  knownBy: null,
  status: 'accepted',
  source: 'author',
} as const satisfies Partial<NewRow<FactRow>>;
