import { attributes } from '@inkbear/contracts/bible/attributes';
import type { StoryPoint } from '@inkbear/contracts/bible/entry';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { BibleRepository } from './bible.repository.ts';
import type { EntryRow, FactRow, RelationRow } from './bible.ts';

interface ReadDeps {
  readonly chapters: ChapterRepository;
  readonly bible: BibleRepository;
}

/** An entry with its facts and relations. */
export interface EntryDetails {
  readonly entry: EntryRow;
  readonly facts: readonly FactRow[];
  readonly relations: readonly RelationRow[];
}

/**
 * Reads an entry; with `validInChapterId` only what is valid in that chapter. Throws 404 for an unknown entry or
 * chapter.
 */
export async function readEntry(
  { chapters, bible }: ReadDeps,
  { bookId, entryId, validInChapterId }: { bookId: string; entryId: string; validInChapterId?: string | undefined },
): Promise<EntryDetails> {
  const entry = await bible.getEntry(bookId, entryId);
  const facts = await bible.listFactsOf(bookId, [entryId]);
  const relations = await bible.listRelationsOf(bookId, [entryId]);
  const order = chapterOrder((await chapters.listLive(bookId)).map(({ _id }) => _id));
  if (validInChapterId === undefined) return { entry, facts: sortFacts(facts, order), relations };
  if (!order.has(validInChapterId)) throw new ProblemError('books.chapter_not_found');
  const isValid = validIn(validInChapterId, order);
  return { entry, facts: sortFacts(facts.filter(isValid), order), relations: relations.filter(isValid) };
}

/** The position of each chapter in reading order. */
type ChapterOrder = ReadonlyMap<string, number>;

export const chapterOrder = (ids: readonly string[]): ChapterOrder => new Map(ids.map((id, index) => [id, index]));

/** Whether something is valid anywhere in a chapter. A start or an end in a deleted chapter is ignored. */
export const validIn =
  (chapterId: string, order: ChapterOrder) =>
  ({ since, until }: Pick<FactRow, 'since' | 'until'>): boolean => {
    const position = order.get(chapterId) ?? 0;
    const begins = (since && order.get(since.chapterId)) ?? -1;
    const ends = (until && order.get(until.chapterId)) ?? Infinity;
    return begins <= position && (ends > position || (ends === position && until?.at !== 0));
  };

const priorities = new Map(attributes.map(({ key, priority }, index) => [key, priority * attributes.length + index]));

/** By importance of the attribute, then in reading order. */
export function sortFacts<T extends Omit<FactRow, 'evidence'>>(facts: readonly T[], order: ChapterOrder): T[] {
  const rankOf = ({ attribute }: T): number => priorities.get(attribute) ?? Infinity;
  const positionOf = (since: StoryPoint | null): number => (since ? (order.get(since.chapterId) ?? -1) : -1);
  return facts.toSorted(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      positionOf(a.since) - positionOf(b.since) ||
      (a.since?.at ?? 0) - (b.since?.at ?? 0) ||
      (a._id < b._id ? -1 : 1),
  );
}
