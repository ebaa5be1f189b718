import * as contract from '@inkbear/contracts/ai/reading';
import { type ReadingScope, readReadingScope } from '@inkbear/contracts/bible/internal';
import type { ErrorCode } from '@inkbear/contracts/error-codes';
import { canUseChapterAi } from '@inkbear/contracts/plans';
import { ProblemError } from '@inkbear/service-kit/problem';
import { reply, serve, type ServedRoute } from '@inkbear/service-kit/serve';
import { AiRefusal } from '../quota/ai-refusal.ts';
import { checkContinuity } from './check-continuity.ts';
import { readChapter } from './read-chapter.ts';
import { estimateReadingTokens } from './reading-estimate.ts';
import { type SummaryDeps, writeSummary } from './write-summary.ts';

type ReadingRouteDeps = SummaryDeps & { readonly userDailyTokens: number };

const readScope = (
  { peers }: Pick<ReadingRouteDeps, 'peers'>,
  { userId, bookId }: { readonly userId: string; readonly bookId: string },
): Promise<ReadingScope> => peers.call(readReadingScope, { params: { id: bookId }, query: { userId } });

/** Reads chapters for the story bible, as far as the author of the book allows it. */
export function readingRoutes(deps: ReadingRouteDeps): ServedRoute[] {
  const { entitlements, provider, userDailyTokens } = deps;

  return [
    serve(contract.estimateReading, async ({ query: { bookId }, identity: { userId } }) => {
      const { chapters } = await readScope(deps, { userId, bookId });
      const changed = chapters.filter(({ rev, providerRev, wordCount }) => wordCount > 0 && rev > providerRev);
      const words = changed.reduce((sum, { wordCount }) => sum + wordCount, 0);
      const tokens = estimateReadingTokens(words);

      return reply(200, {
        chapterIds: changed.map(({ id }) => id),
        tokens,
        percentOfDay: Math.ceil((tokens / userDailyTokens) * 100),
      });
    }),
    serve(contract.readChapters, async ({ body, identity: { userId }, signal, sendProgress }) => {
      const { bookId, chapterIds, tasks } = body;
      const scope = await readScope(deps, { userId, bookId });
      requireAllowed(scope);
      const known = new Set(scope.chapters.map(({ id }) => id));
      if (chapterIds.some((id) => !known.has(id))) throw new ProblemError('books.chapter_not_found');
      const message = 'Reading chapters with AI requires a Pro plan.';
      await entitlements.require(userId, canUseChapterAi, new ProblemError('plan.required', { message }));
      if (provider.name === 'offline') throw new ProblemError('ai.no_model');
      const progress = await readAll(deps, { userId, bookId, chapterIds, tasks, signal, sendProgress });

      return reply(200, progress);
    }),
  ];
}

function requireAllowed({ aiSuspended, providerReading }: ReadingScope): void {
  if (aiSuspended) throw new ProblemError('ai.suspended');
  if (providerReading === 'off') throw new ProblemError('bible.reading_off');
}

interface Reading {
  readonly userId: string;
  readonly bookId: string;
  readonly chapterIds: readonly string[];
  readonly tasks: readonly contract.ReadingTask[];
  readonly signal: AbortSignal;
  readonly sendProgress: ((progress: contract.ReadingProgress) => void) | null;
}

const nothingFound = { entries: 0, facts: 0, relations: 0, isStorageUsed: false };
/** After so many chapters in a row that failed, the provider probably does not work. */
const maxFailuresInARow = 3;
/** What holds for all chapters, so a reading ends with it. */
const endingCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'bible.reading_off',
  'ai.suspended',
  'plan.read_only',
  'books.not_found',
]);
const storageUsed =
  'Your storage is used up, so nothing new can be suggested. Free up some storage, then read the chapters again.';

type Outcome = Omit<contract.ReadingProgress['chapters'][number], 'chapterId'>;
const waiting: Outcome = { state: 'waiting', proposals: 0, contradictions: 0 };

/** Reads the chapters one after the other. A refusal that holds for all of them ends the reading. */
async function readAll(deps: ReadingRouteDeps, reading: Reading): Promise<contract.ReadingProgress> {
  const { chapterIds, signal, sendProgress } = reading;
  const outcomes = new Map<string, Outcome>();
  let tokens = 0;
  let failures = 0;
  const present = (stopped: string | null): contract.ReadingProgress => ({
    chapters: chapterIds.map((chapterId) => ({ chapterId, ...(outcomes.get(chapterId) ?? waiting) })),
    tokens,
    stopped,
  });
  const onSpent = (spent: number): void => {
    tokens += spent;
  };
  for (const chapterId of new Set(chapterIds)) {
    try {
      const onProposed = (proposals: number): void => void outcomes.set(chapterId, { ...waiting, proposals });
      const { outcome, isStorageUsed } = await readOne(deps, reading, { chapterId, onSpent, onProposed });
      outcomes.set(chapterId, outcome);
      failures = 0;
      if (isStorageUsed) return present(storageUsed);
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof AiRefusal || (error instanceof ProblemError && endingCodes.has(error.code)))
        return present(error.message);
      deps.logger.warn({ err: error, chapterId }, 'chapter_reading_failed');
      outcomes.set(chapterId, { ...(outcomes.get(chapterId) ?? waiting), state: 'failed' });
      failures += 1;
      if (failures === maxFailuresInARow) return present(messageOf(error));
    }
    sendProgress?.(present(null));
  }
  return present(null);
}

const messageOf = (error: unknown): string | null => (error instanceof ProblemError ? error.message : null);

interface NextChapter {
  readonly chapterId: string;
  readonly onSpent: (tokens: number) => void;
  /** Called with the number of stored proposals, which is reported even if a later task of the chapter fails. */
  readonly onProposed: (proposals: number) => void;
}

/** Asks for the author's consent anew, because a reading takes minutes. */
async function readOne(
  deps: ReadingRouteDeps,
  { userId, bookId, tasks, signal }: Reading,
  { chapterId, onSpent, onProposed }: NextChapter,
): Promise<{ outcome: Outcome; isStorageUsed: boolean }> {
  const scope = await readScope(deps, { userId, bookId });
  requireAllowed(scope);
  const chapter = { userId, bookId, chapterId, known: scope.entries, isAutomatic: false, signal, onSpent };
  const counts = tasks.includes('facts') ? await readChapter(deps, chapter) : nothingFound;
  if (counts === null) return { outcome: { ...waiting, state: 'changed' }, isStorageUsed: false };
  const { entries, facts, relations, isStorageUsed } = counts;
  const proposals = entries + facts + relations;
  onProposed(proposals);
  if (tasks.includes('summary')) await writeSummary(deps, chapter);
  const contradictions = tasks.includes('continuity') ? await checkContinuity(deps, chapter) : 0;
  const state = contradictions === null ? 'changed' : 'read';
  return { outcome: { state, proposals, contradictions: contradictions ?? 0 }, isStorageUsed };
}
