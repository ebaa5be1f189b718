import { noProvenanceAnswers, type Provenance } from '@inkbear/contracts/books/provenance';
import { noWords } from '@inkbear/story-analysis/provenance/class-spans';
import type { BookRepository } from '../books/book.repository.ts';
import { type AdvanceDeps, advanceProvenance, classifyUnsettled } from './advance-provenance.ts';
import { changedShareOf, declareOrigins } from './declare-origins.ts';
import type { ChapterProvenanceRow } from './provenance.ts';
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
  await deps.books.getLive(bookId, userId);
  const request = { bookId, userId, job: { share: userId, signal } };
  await advanceProvenance(deps, request);
  return await presentProvenance(deps, bookId, await classifyUnsettled(deps, request));
}

/**
 * Where the words of a book come from, as far as it was counted.
 * @param unsettled rows of chapters that replace the stored ones
 */
export async function presentProvenance(
  { chapters, provenance, provenanceAnswers }: Pick<ProvenanceDeps, 'chapters' | 'provenance' | 'provenanceAnswers'>,
  bookId: string,
  unsettled: readonly ChapterProvenanceRow[] = [],
): Promise<Provenance> {
  const stored = await provenance.listChapters(bookId);
  const rows = new Map([...stored, ...unsettled].map((row) => [row._id, row]));
  const listed = (await chapters.listLive(bookId)).flatMap(({ _id }) => rows.get(_id) ?? []);
  const answers = (await provenanceAnswers.find(bookId))?.settings ?? noProvenanceAnswers;
  const total = noWords();
  const editedForeign = { pasted: 0, imported: 0 };
  for (const row of listed) {
    addCounts(total, row.words);
    addCounts(editedForeign, row.editedForeign);
  }
  return {
    chapters: listed.map(({ _id, rev, words }) => ({ chapterId: _id, rev, words })),
    total,
    answers,
    ...declareOrigins({ total, editedForeign, changedShare: changedShareOf(listed) }, answers),
  };
}

function addCounts<C extends Readonly<Record<string, number>>>(
  sum: { -readonly [K in keyof C]: number },
  counts: C,
): void {
  for (const key of Object.keys(counts) as (keyof C)[]) sum[key] += counts[key] ?? 0;
}
