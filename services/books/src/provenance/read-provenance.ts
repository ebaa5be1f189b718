import { type Provenance, noProvenanceAnswers, type WordCounts } from '@inkbear/contracts/books/provenance';
import { noWords } from '@inkbear/story-analysis/provenance/class-spans';
import type { BookRepository } from '../books/book.repository.ts';
import { advanceProvenance, type AdvanceDeps } from './advance-provenance.ts';
import { changedShareOf, declareOrigins } from './declare-origins.ts';
import type { ProvenanceAnswersRepository } from './provenance-answers.repository.ts';

export interface ProvenanceDeps extends AdvanceDeps {
  readonly books: BookRepository;
  readonly provenanceAnswers: ProvenanceAnswersRepository;
}

interface ProvenanceRequest {
  readonly bookId: string;
  readonly userId: string;
  readonly signal: AbortSignal;
}

/** Where the words of a book come from now, and what to declare. Throws 404, and 503 when too many books are being read. */
export async function readProvenance(
  deps: ProvenanceDeps,
  { bookId, userId, signal }: ProvenanceRequest,
): Promise<Provenance> {
  const { books, chapters, provenance, provenanceAnswers } = deps;
  await books.getLive(bookId, userId);
  await advanceProvenance(deps, { bookId, userId, job: { share: userId, signal } });
  const rows = new Map((await provenance.listChapters(bookId)).map((row) => [row._id, row]));
  const listed = (await chapters.listLive(bookId)).flatMap(({ _id }) => rows.get(_id) ?? []);
  const answers = (await provenanceAnswers.find(bookId))?.settings ?? noProvenanceAnswers;
  const total = sumCounts(listed.map(({ words }) => words));
  return {
    chapters: listed.map(({ _id, rev, words }) => ({ chapterId: _id, rev, words })),
    total,
    answers,
    ...declareOrigins({ total, changedShare: changedShareOf(listed) }, answers),
  };
}

function sumCounts(counts: readonly WordCounts[]): WordCounts {
  const total = noWords();
  for (const count of counts) for (const key of Object.keys(total) as (keyof WordCounts)[]) total[key] += count[key];
  return total;
}
