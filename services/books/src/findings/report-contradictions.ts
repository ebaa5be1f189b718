import { attributes } from '@inkbear/contracts/bible/attributes';
import type { Evidence } from '@inkbear/contracts/bible/entry';
import type { ChapterContradictions } from '@inkbear/contracts/bible/internal';
import type { Clock } from '@inkbear/service-kit/clock';
import type { Outbox } from '@inkbear/service-kit/outbox';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { BibleRepository } from '../bible/bible.repository.ts';
import type { EntryRow, FactRow } from '../bible/bible.ts';
import type { BookPolicy } from '../books/book.policy.ts';
import type { BookRepository } from '../books/book.repository.ts';
import { requireReadable } from '../books/provider-reading.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import { cut, decideFindings, findingIdOf, type FindingRow, maxTextUnits, positionsPerChapter } from './finding.ts';
import type { FindingRepository } from './finding.repository.ts';
import { evidenceElsewhere } from './list-compared-facts.ts';

export interface ContradictionReportDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly bible: BibleRepository;
  readonly findings: FindingRepository;
  readonly policy: BookPolicy;
  readonly outbox: Outbox;
  readonly clock: Clock;
}

type ReportedContradiction = ChapterContradictions['contradictions'][number];

/**
 * Replaces the contradictions that a provider found in a chapter. Drops those whose quote is not where it says, whose fact
 * is gone, and those that a rule has found too. Returns how many are listed. Throws 412 when the chapter was changed since.
 */
export async function reportContradictions(
  { books, chapters, bible, findings, policy, outbox, clock }: ContradictionReportDeps,
  bookId: string,
  { userId, chapterId, rev, contradictions }: ChapterContradictions,
): Promise<number> {
  const startedAt = clock.now();
  const book = await books.getLive(bookId, userId);
  requireReadable(book);
  await policy.requireEditable(book);
  const chapter = await chapters.getLive(chapterId, userId);
  if (chapter.bookId !== bookId) throw new ProblemError('books.chapter_not_found');
  if (chapter.rev !== rev) throw new ProblemError('books.stale_revision', { rev: chapter.rev });
  const chapterIds = (await chapters.listLive(bookId)).map(({ _id }) => _id);
  const inText = contradictions.filter(
    ({ quote, from, to }) => quote !== '' && chapter.content.slice(from, to) === quote,
  );
  const found = (await withFacts(bible, bookId, inText)).flatMap(
    (conflict) => toRow({ bookId, userId, chapterId, rev, chapterIds }, conflict) ?? [],
  );
  const unique = [...new Map(found.map((row) => [row._id, row])).values()];
  return await outbox.run(async ({ session, lock }) => {
    await lock(`findings:${bookId}`);
    await books.getLive(bookId, userId, session);
    const stored = await findings.listOfGroups(bookId, ['continuity'], session);
    const fresh = unique.filter((row) => !stored.some((other) => isFoundByRule(other, row)));
    const isCovered = ({ comparedChapterId }: FindingRow): boolean => comparedChapterId === chapterId;
    const changes = decideFindings(stored, fresh, { isCovered, startedAt });
    await findings.write(changes, session);
    return changes.written.filter(({ status, decision }) => status === 'open' && decision === null).length;
  });
}

interface Conflict {
  readonly fact: FactRow;
  readonly entry: EntryRow;
  readonly contradiction: ReportedContradiction;
}

/** The contradictions with the facts that they are about, as far as those are confirmed. */
async function withFacts(
  bible: BibleRepository,
  bookId: string,
  contradictions: readonly ReportedContradiction[],
): Promise<Conflict[]> {
  const rows = await bible.findRows(
    'facts',
    bookId,
    contradictions.map(({ factId }) => factId),
  );
  const facts = new Map(rows.filter(({ status }) => status !== 'proposed').map((fact) => [fact._id, fact]));
  const entryIds = [...facts.values()].map(({ entryId }) => entryId);
  const entries = new Map((await bible.findRows('entries', bookId, entryIds)).map((entry) => [entry._id, entry]));
  return contradictions.flatMap((contradiction) => {
    const fact = facts.get(contradiction.factId);
    const entry = fact && entries.get(fact.entryId);
    return entry ? [{ fact, entry, contradiction }] : [];
  });
}

interface ComparedChapter {
  readonly bookId: string;
  readonly userId: string;
  readonly chapterId: string;
  readonly rev: number;
  /** All chapters in reading order. */
  readonly chapterIds: readonly string[];
}

/** Null when no other chapter states the fact any more. The passages are in reading order, and so are their values. */
function toRow(
  { bookId, userId, chapterId, rev, chapterIds }: ComparedChapter,
  { fact, entry, contradiction: { from, to, quote, value } }: Conflict,
): FindingRow | null {
  const stated = evidenceElsewhere(fact, chapterId);
  const order = (id: string): number => chapterIds.indexOf(id);
  if (!stated || order(stated.chapterId) < 0) return null;
  const passages = [
    { place: toPlace(stated), value: fact.value },
    { place: { chapterId, rev, from, to, quote }, value },
  ].sort((a, b) => order(a.place.chapterId) - order(b.place.chapterId));
  const places = passages.map(({ place }) => place);
  const [first = '', second = ''] = passages.map((passage) => passage.value);
  const { name, aliases } = entry;
  const contradiction = { name, aliases, kind: entry.kind, attribute: fact.attribute, first, second };
  const rule = 'provider-conflict';
  const findingId = findingIdOf({ rule, names: [name], places, contradiction });
  return {
    _id: `${bookId}:${findingId}`,
    findingId,
    bookId,
    userId,
    group: 'continuity',
    rule,
    severity: changeOf(fact.attribute) === 'never' ? 'error' : 'warning',
    text: cut(`${name} (${wordsOfKey(fact.attribute)}): “${first}” here, “${second}” there.`, maxTextUnits),
    advice: 'Found by AI. Please read both passages.',
    names: [name],
    places,
    status: 'open',
    source: 'provider',
    contradiction,
    position: order(places[0]?.chapterId ?? '') * positionsPerChapter + (places[0]?.from ?? 0),
    isPresent: true,
    decision: null,
    comparedChapterId: chapterId,
  };
}

const toPlace = ({ chapterId, rev, from, to, quote }: Evidence): FindingRow['places'][number] => ({
  chapterId,
  rev,
  from,
  to,
  quote,
});

/** `birthDate` is “birth date”. */
const wordsOfKey = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const changeOf = (attribute: string) => attributes.find(({ key }) => key === attribute)?.change;

/** Whether a rule has found the same contradiction: the same attribute of the same entry, in an overlapping passage. */
function isFoundByRule(other: FindingRow, { contradiction, places, comparedChapterId }: FindingRow): boolean {
  if (other.source !== 'local' || !other.isPresent || other.contradiction === null || contradiction === null)
    return false;
  if (other.contradiction.name !== contradiction.name || other.contradiction.attribute !== contradiction.attribute)
    return false;
  const passage = places.find(({ chapterId }) => chapterId === comparedChapterId);
  return other.places.some(
    ({ chapterId, from, to }) =>
      passage !== undefined && chapterId === passage.chapterId && from < passage.to && to > passage.from,
  );
}
