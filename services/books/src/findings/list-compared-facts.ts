import { attributes } from '@inkbear/contracts/bible/attributes';
import { type ComparedFact, comparedFactsMax } from '@inkbear/contracts/bible/internal';
import { ProblemError } from '@inkbear/service-kit/problem';
import type { JobOptions } from '@inkbear/service-kit/worker-pool';
import type { BibleRepository } from '../bible/bible.repository.ts';
import type { FactRow } from '../bible/bible.ts';
import type { BookRepository } from '../books/book.repository.ts';
import { requireReadable } from '../books/provider-reading.ts';
import type { ChapterRepository } from '../chapters/chapter.repository.ts';
import type { MentionFinder } from '../mentions/mention-finder.ts';

export interface ComparedFactsDeps {
  readonly books: BookRepository;
  readonly chapters: ChapterRepository;
  readonly bible: BibleRepository;
  readonly mentionFinder: MentionFinder;
}

interface ComparedChapter {
  readonly bookId: string;
  readonly chapterId: string;
  readonly job: JobOptions;
}

/**
 * The facts that a chapter may contradict: confirmed ones about entries that it names, which are valid in it and which
 * another chapter states. Throws 404, 403 when AI may not read the book, and 503 when too many texts are being searched.
 */
export async function listComparedFacts(
  { books, chapters, bible, mentionFinder }: ComparedFactsDeps,
  { bookId, chapterId, job }: ComparedChapter,
): Promise<ComparedFact[]> {
  requireReadable(await books.getLive(bookId, job.owner));
  const chapter = await chapters.getLive(chapterId, job.owner);
  if (chapter.bookId !== bookId) throw new ProblemError('books.chapter_not_found');
  const chapterIds = (await chapters.listLive(bookId)).map(({ _id }) => _id);
  const all = await bible.listNames(bookId);
  const [spans = []] = await mentionFinder.withThread(job, (find) =>
    find({ texts: [chapter.content], entries: all, entryId: null }),
  );
  const named = new Set(spans.flatMap(([, , ids]) => ids));
  const entries = all.filter(({ _id, inPrompt }) => named.has(_id) && inPrompt !== 'never');
  const names = new Map(entries.map(({ _id, name }) => [_id, name]));
  const facts = await bible.listFactsOf(bookId, [...names.keys()]);
  return factsTrueIn(facts, chapterIds, chapterId)
    .filter((fact) => evidenceElsewhere(fact, chapterId) !== undefined)
    .slice(0, comparedFactsMax)
    .map(({ _id, entryId, attribute, value }) => ({ id: _id, name: names.get(entryId) ?? '', attribute, value }));
}

/** The evidence of a fact in another chapter, as far as it is still in the text. */
export const evidenceElsewhere = ({ evidence }: Pick<FactRow, 'evidence'>, chapterId: string) =>
  evidence.find((each) => each.state === 'found' && each.chapterId !== chapterId);

type DatedFact = Pick<
  FactRow,
  '_id' | 'entryId' | 'attribute' | 'since' | 'until' | 'replaces' | 'status' | 'modality'
>;

const singleValued = new Set(attributes.filter(({ values }) => values === 'one').map(({ key }) => key));

/**
 * The confirmed facts that hold in the whole chapter: they begin before it or in it, and end after it. Of an attribute with
 * one value only the latest holds, because the author may have accepted a change without an end of the first value. A point
 * in a deleted chapter does not count.
 */
export function factsTrueIn<F extends DatedFact>(
  facts: readonly F[],
  chapterIds: readonly string[],
  chapterId: string,
): F[] {
  const order = new Map(chapterIds.map((id, index) => [id, index]));
  const at = order.get(chapterId) ?? 0;
  const confirmed = facts.filter(({ status, modality }) => status !== 'proposed' && modality === 'narrated');
  const replacing = new Map(
    confirmed.flatMap(({ replaces, since }) => (replaces === undefined ? [] : [[replaces, since] as const])),
  );
  const beginOf = ({ since }: F): number => (since ? (order.get(since.chapterId) ?? 0) : 0);
  const valid = confirmed.filter((fact) => {
    const end = replacing.get(fact._id) ?? fact.until;
    return beginOf(fact) <= at && (end ? (order.get(end.chapterId) ?? Infinity) : Infinity) > at;
  });
  const latest = new Map<string, number>();
  for (const fact of valid) {
    const key = `${fact.entryId} ${fact.attribute}`;
    latest.set(key, Math.max(latest.get(key) ?? 0, beginOf(fact)));
  }
  return valid.filter(
    (fact) => !singleValued.has(fact.attribute) || beginOf(fact) === latest.get(`${fact.entryId} ${fact.attribute}`),
  );
}
