import { noProvenanceAnswers, type Provenance } from '@inkbear/contracts/books/provenance';
import { ProblemError } from '@inkbear/service-kit/problem';
import { zeroWordCounts } from '@inkbear/story-analysis/provenance/class-spans';
import type { BookRepository } from '../books/book.repository.ts';
import { type ClassifyDeps, classifyNewChanges, classifyProvisionally } from './classify-new-changes.ts';
import { changedShareOf, declareAiUse } from './declare-ai-use.ts';
import type { ChapterProvenanceRow } from './provenance.ts';
import type { ProvenanceAnswersRepository } from './provenance-answers.repository.ts';

export interface ProvenanceDeps extends ClassifyDeps {
  readonly books: BookRepository;
  readonly provenanceAnswers: ProvenanceAnswersRepository;
}

/** Well below the deadline of the route. */
const classifyLimitMs = 12_000;

interface ProvenanceRequest {
  readonly bookId: string;
  readonly userId: string;
  readonly signal: AbortSignal;
}

/**
 * Where the words of a book come from now, and what to declare. Throws 404, and 503 when the classification queue is
 * full or there are very many changes: the next request continues where this one has stopped.
 */
export async function readProvenance(
  deps: ProvenanceDeps,
  { bookId, userId, signal }: ProvenanceRequest,
): Promise<Provenance> {
  await deps.books.getLive(bookId, userId);
  const request = { bookId, userId, job: { owner: userId, signal } };
  if (!(await classifyNewChanges(deps, request, classifyLimitMs)))
    throw new ProblemError('server.busy', { retryAfterSeconds: 2 });
  return await loadProvenance(deps, bookId, await classifyProvisionally(deps, request));
}

/**
 * Where the words of a book come from, from the classes stored so far.
 * @param provisional rows of chapters that replace the stored ones
 */
export async function loadProvenance(
  { chapters, provenance, provenanceAnswers }: Pick<ProvenanceDeps, 'chapters' | 'provenance' | 'provenanceAnswers'>,
  bookId: string,
  provisional: readonly ChapterProvenanceRow[] = [],
): Promise<Provenance> {
  const stored = await provenance.listChapters(bookId);
  const rows = new Map([...stored, ...provisional].map((row) => [row._id, row]));
  const listed = (await chapters.listLive(bookId)).flatMap(({ _id }) => rows.get(_id) ?? []);
  const answers = (await provenanceAnswers.find(bookId))?.settings ?? noProvenanceAnswers;
  const total = zeroWordCounts();
  const editedExternal = { pasted: 0, imported: 0 };
  for (const row of listed) {
    addCounts(total, row.words);
    addCounts(editedExternal, row.editedForeign);
  }
  return {
    chapters: listed.map(({ _id, rev, words }) => ({ chapterId: _id, rev, words })),
    total,
    answers,
    ...declareAiUse({ total, editedExternal, changedShare: changedShareOf(listed) }, answers),
  };
}

function addCounts<C extends Readonly<Record<string, number>>>(
  sum: { -readonly [K in keyof C]: number },
  counts: C,
): void {
  for (const key of Object.keys(counts) as (keyof C)[]) sum[key] += counts[key] ?? 0;
}
