import { setTimeout as wait } from 'node:timers/promises';
import {
  type ChapterReading,
  extractedUnitsMax,
  proposeToBible,
  type ReadingCounts,
  readingLimits,
} from '@inkbear/contracts/bible/internal';
import { readChapterForOwner } from '@inkbear/contracts/books/internal';
import { ProblemError } from '@inkbear/service-kit/problem';
import { type AskedChapter, askProvider, type ReadingDeps } from './ask-provider.ts';
import { providerResultsSchema } from './match-provider-results.ts';
import { type KnownName, readWindows } from './read-windows.ts';

interface ChapterToRead extends AskedChapter {
  readonly known: readonly KnownName[];
}

/** Rules extract a saved chapter within about 70 s; books refuses proposals until then. */
const [proposeRetryMs, maxProposals] = [5000, 18];

/**
 * Reads one chapter with the provider, and proposes what it found and the text supports. Null when the chapter was saved
 * meanwhile.
 */
export async function readChapter(deps: ReadingDeps, chapter: ChapterToRead): Promise<ReadingCounts | null> {
  const { userId, bookId, chapterId, known, signal } = chapter;
  const { content, rev } = await deps.peers.call(readChapterForOwner, {
    params: { id: chapterId },
    query: { userId },
    signal,
  });
  const text = content.slice(0, extractedUnitsMax);
  const windows = await deps.worker.windowsOf(
    text,
    known.map(({ name, aliases }) => [name, ...aliases]),
    { owner: userId, signal },
  );
  const { names, facts } = await readWindows({ text, windows, known }, (task) =>
    askProvider(deps, chapter, { task, schema: providerResultsSchema }),
  );
  const reading = {
    userId,
    chapterId,
    rev,
    names: names.slice(0, readingLimits.names),
    facts: facts.slice(0, readingLimits.facts),
  };
  return await propose(deps, { bookId, reading, signal });
}

interface Proposal {
  readonly bookId: string;
  readonly reading: ChapterReading;
  readonly signal: AbortSignal;
}

/** Null when the chapter was saved since it was read. */
async function propose({ peers }: ReadingDeps, { bookId, reading, signal }: Proposal): Promise<ReadingCounts | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await peers.call(proposeToBible, { params: { id: bookId }, body: reading });
    } catch (error) {
      const code = error instanceof ProblemError ? error.code : null;
      if (code === 'books.stale_revision') return null;
      if (code !== 'bible.extraction_pending' || attempt === maxProposals) throw error;
      await wait(proposeRetryMs, undefined, { signal });
    }
  }
}
